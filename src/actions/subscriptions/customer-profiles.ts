import { timeOrderedId } from '../../core/identifiers.ts';
import { type Refusal, refuse, refuseInvalid, refuseUnknown } from '../../core/refusal.ts';
import {
  type CustomerProfile,
  type ProfileChange,
  profileIssues,
  tidyProfile,
} from '../../core/subscriptions/customer-profile.ts';
import { isCurrent } from '../../core/values/entity-tag.ts';
import {
  lockProfile,
  updateOrganisationName,
  updateProfile,
} from '../../storage/subscriptions/customer-profiles.ts';
import { ensureTenant, insertOrganisation } from '../../storage/subscriptions/customers.ts';
import { findWorkspaceMember } from '../../storage/workspaces/members.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/**
 * Changes what the partner notes about a customer. The name is that of its organisation: a customer without one gets an
 * organisation of its own.
 */
export async function changeCustomer(
  context: ActionContext,
  workspaceId: string,
  tenantId: string,
  written: ProfileChange,
  expectedRevision: number | 'any',
): Promise<{ readonly tenantId: string } | Refusal> {
  const { name, ...changes } = tidyProfile(written);
  const issues = profileIssues({ ...changes, ...(name !== undefined && { name }) });
  if (issues.length > 0) return refuseInvalid(issues);
  return context.database.transaction().execute(async (database) => {
    const stored = await lockProfile(database, workspaceId, tenantId);
    if (!stored) return refuseUnknown('tenantId', 'customer');
    if (!isCurrent(stored, expectedRevision)) return refuse('request.precondition_failed');
    const { organisation, revision: _, ...current } = stored;
    const profile = { ...current, ...changes };
    if (changes.ownerId && !(await findWorkspaceMember(database, workspaceId, changes.ownerId))) {
      return refuseInvalid([
        { path: 'ownerId', rule: 'member', message: 'must be a member of the workspace' },
      ]);
    }
    const before = auditable(organisation?.name ?? null, current);
    const after = auditable(name ?? organisation?.name ?? null, profile);
    if (JSON.stringify(before) === JSON.stringify(after) && current.notes === profile.notes)
      return { tenantId };
    if (name !== undefined && name !== organisation?.name) {
      await rename({ ...context, database }, workspaceId, tenantId, organisation, name);
    }
    await updateProfile(database, workspaceId, tenantId, profile);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'customer.changed',
      subject: { kind: 'Customer', id: tenantId },
      before,
      after,
    });
    return { tenantId };
  });
}

async function rename(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  tenantId: string,
  organisation: { readonly organisationId: string } | null,
  name: string,
): Promise<void> {
  if (organisation) {
    await updateOrganisationName(database, workspaceId, organisation.organisationId, name);
    return;
  }
  const organisationId = timeOrderedId(now, randomBytes);
  await insertOrganisation(database, { workspaceId, organisationId, name }, now);
  await ensureTenant(database, { workspaceId, tenantId, organisationId }, now);
}

/** Without the text of the notes: the audit log outlives it. */
function auditable(name: string | null, { notes, ...profile }: CustomerProfile) {
  return { name, ...profile, notesLength: notes?.length ?? 0 };
}
