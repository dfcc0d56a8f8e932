import { timeOrderedId } from '../../core/identifiers.ts';
import { personalTenantIssues } from '../../core/personal-accounts.ts';
import { type Refusal, refuse, refuseInvalid } from '../../core/refusal.ts';
import { nameIssues } from '../../core/text.ts';
import { loadOrganisationNames } from '../../storage/subscriptions/customer-views.ts';
import {
  ensureTenant,
  insertOrganisation,
  lockTenantsWithOrganisation,
} from '../../storage/subscriptions/customers.ts';
import { lockWorkspace } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { announceMemberChange } from './announce-member-change.ts';

export interface NewOrganisation {
  readonly name: string;
  readonly tenantIds: readonly string[];
  /** Moves tenants that belong to another organisation. */
  readonly moveTenants?: boolean;
}

/** Adds an organisation with its tenants. Another organisation's tenants are moved only with `moveTenants`. */
export async function addOrganisation(
  context: ActionContext,
  workspaceId: string,
  { name, tenantIds, moveTenants = false }: NewOrganisation,
): Promise<{ readonly organisationId: string } | Refusal> {
  const issues = [...nameIssues('name', name), ...personalTenantIssues('tenantIds', ...tenantIds)];
  if (issues.length > 0) return refuseInvalid(issues);
  const { now, randomBytes } = context;
  const organisationId = timeOrderedId(now, randomBytes);
  return context.database.transaction().execute(async (database) => {
    // Serialises concurrent calls that name the same tenants.
    await lockWorkspace(database, workspaceId);
    const assigned = await lockTenantsWithOrganisation(database, workspaceId, tenantIds);
    if (assigned.length > 0 && !moveTenants) {
      const ids = assigned.map(({ tenantId }) => tenantId);
      const names = await loadOrganisationNames(database, workspaceId, ids);
      const tenants = ids.map((tenantId) => ({ tenantId, organisation: names.get(tenantId) ?? null }));
      return refuse('customer.tenants_held', { tenants });
    }
    await announceMemberChange(database, workspaceId, tenantIds);
    await insertOrganisation(database, { workspaceId, organisationId, name }, now);
    for (const tenantId of [...tenantIds].sort()) {
      await ensureTenant(database, { workspaceId, tenantId, organisationId }, now);
    }
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'organisation.added',
      subject: { kind: 'Organisation', id: organisationId },
      before: assigned.length > 0 ? { heldByOthers: assigned } : null,
      after: { name, tenantIds },
    });
    return { organisationId };
  });
}
