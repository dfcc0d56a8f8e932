import { timeOrderedId } from '../../core/identifiers.ts';
import { type Refusal, refuse, refuseInvalid } from '../../core/refusal.ts';
import type { Member } from '../../core/subscriptions/eligibility-subject.ts';
import { nameIssues } from '../../core/values/text.ts';
import { personalTenantIssues } from '../../core/workspaces/personal-accounts.ts';
import { announceChanges } from '../../storage/changes/changes.ts';
import type { Database } from '../../storage/database.ts';
import { listOrganisationEntitlements } from '../../storage/entitlements/entitlement-sets.ts';
import { loadOrganisationNames } from '../../storage/subscriptions/customer-views.ts';
import {
  ensureTenant,
  insertOrganisation,
  lockMember,
  lockTenantsWithOrganisation,
  type StoredMember,
  saveMember as storeMember,
} from '../../storage/subscriptions/customers.ts';
import { lockWorkspace } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { assignReservedSeats } from './seats.ts';

/**
 * Adds a member to a tenant, or updates them, and assigns the seats reserved for their address. An absent `isAdministrator`
 * stays as it is.
 */
export async function saveMember(
  context: ActionContext,
  workspaceId: string,
  { isAdministrator, ...person }: Member & { readonly isAdministrator?: boolean | undefined },
): Promise<{ readonly memberId: string }> {
  const { database, now, randomBytes } = context;
  const saved = await database.transaction().execute(async (transaction) => {
    await ensureTenant(transaction, { workspaceId, tenantId: person.tenantId }, now);
    const stored = await lockMember(transaction, workspaceId, person);
    const memberId = stored?.memberId ?? timeOrderedId(now, randomBytes);
    const member = {
      ...person,
      memberId,
      isAdministrator: isAdministrator ?? stored?.isAdministrator ?? false,
    };
    if (stored && isSame(stored, member)) return { memberId };
    const savedId = await storeMember(transaction, workspaceId, member, now);
    await recordAudit({ ...context, database: transaction }, workspaceId, {
      action: stored ? 'customer_member.changed' : 'customer_member.added',
      subject: { kind: 'CustomerMember', id: savedId },
      before: stored ? auditable(stored) : null,
      after: auditable(member),
    });
    await announceMemberChange(transaction, workspaceId, [member.tenantId]);
    return { memberId: savedId };
  });
  await assignReservedSeats(context, workspaceId, { ...person, ...saved });
  return saved;
}

/** Adds a member of an existing tenant, in the caller's transaction. One that exists only gets a missing e-mail address. */
export async function ensureMember(
  context: ActionContext,
  workspaceId: string,
  member: StoredMember,
): Promise<StoredMember> {
  const { database, now } = context;
  const stored = await lockMember(database, workspaceId, member);
  if (stored && (stored.email !== null || member.email === null)) return stored;
  const wanted = stored ? { ...stored, email: member.email } : member;
  const memberId = await storeMember(database, workspaceId, wanted, now);
  await recordAudit(context, workspaceId, {
    action: stored ? 'customer_member.changed' : 'customer_member.added',
    subject: { kind: 'CustomerMember', id: memberId },
    before: stored ? auditable(stored) : null,
    after: auditable(wanted),
  });
  await announceMemberChange(database, workspaceId, [member.tenantId]);
  return { ...wanted, memberId };
}

/** Appoints or removes an administrator of the tenant, in the caller's transaction. */
export async function setAdministrator(
  context: ActionContext,
  workspaceId: string,
  member: StoredMember,
  isAdministrator: boolean,
): Promise<void> {
  const { database, now } = context;
  const stored = (await lockMember(database, workspaceId, member)) ?? member;
  if (stored.isAdministrator === isAdministrator) return;
  const wanted = { ...stored, isAdministrator };
  await storeMember(database, workspaceId, wanted, now);
  await recordAudit(context, workspaceId, {
    action: 'customer_member.changed',
    subject: { kind: 'CustomerMember', id: stored.memberId },
    before: auditable(stored),
    after: auditable(wanted),
  });
  await announceMemberChange(database, workspaceId, [member.tenantId]);
}

function isSame(one: StoredMember, other: StoredMember): boolean {
  return (
    one.email === other.email &&
    one.isActive === other.isActive &&
    one.isAdministrator === other.isAdministrator
  );
}

function auditable({ tenantId, objectId, email, isActive, isAdministrator }: StoredMember) {
  return { tenantId, objectId, email, isActive, isAdministrator };
}

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

/**
 * Announces changed members of the tenants. The eligibility of a user depends on the members of the whole organisation, so
 * the entitlements of its tenants are announced with their present versions: readers of the change stream may have
 * cached eligibility. Called before tenants leave their organisation.
 */
export async function announceMemberChange(
  database: Database,
  workspaceId: string,
  tenantIds: readonly string[],
): Promise<void> {
  const affected = await listOrganisationEntitlements(database, workspaceId, tenantIds);
  await announceChanges(database, [
    { kind: 'members', workspaceId },
    ...affected.map(({ tenantId, product, ...current }) => ({
      kind: 'entitlement' as const,
      workspaceId,
      product,
      tenantId,
      current,
    })),
  ]);
}
