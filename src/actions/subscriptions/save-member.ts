import { timeOrderedId } from '../../core/identifiers.ts';
import type { Member } from '../../core/subscriptions/eligibility-subject.ts';
import {
  ensureTenant,
  lockMember,
  type StoredMember,
  saveMember as storeMember,
} from '../../storage/subscriptions/customers.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { announceMemberChange } from './announce-member-change.ts';
import { assignReservedSeats } from './assign-reserved-seats.ts';

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
