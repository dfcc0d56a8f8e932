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

/** Adds a member to a tenant, or updates the e-mail address and active state. */
export async function saveMember(
  context: ActionContext,
  workspaceId: string,
  member: Member,
): Promise<{ readonly memberId: string }> {
  const { database, now, randomBytes } = context;
  return database.transaction().execute(async (transaction) => {
    await ensureTenant(transaction, { workspaceId, tenantId: member.tenantId }, now);
    const stored = await lockMember(transaction, workspaceId, member);
    const { email, isActive } = member;
    if (stored && stored.email === email && stored.isActive === isActive)
      return { memberId: stored.memberId };
    const memberId = timeOrderedId(now, randomBytes);
    const saved = await storeMember(transaction, workspaceId, { ...member, memberId }, now);
    await recordAudit({ ...context, database: transaction }, workspaceId, {
      action: stored ? 'customer_member.changed' : 'customer_member.added',
      subject: { kind: 'CustomerMember', id: saved },
      before: stored ? auditable(stored) : null,
      after: auditable(member),
    });
    await announceMemberChange(transaction, workspaceId, [member.tenantId]);
    return { memberId: saved };
  });
}

/** Adds a member of an existing tenant, in the caller's transaction; one that exists stays as it is. */
export async function ensureMember(
  context: ActionContext,
  workspaceId: string,
  member: StoredMember,
): Promise<StoredMember> {
  const { database, now } = context;
  const stored = await lockMember(database, workspaceId, member);
  if (stored) return stored;
  const memberId = await storeMember(database, workspaceId, member, now);
  await recordAudit(context, workspaceId, {
    action: 'customer_member.added',
    subject: { kind: 'CustomerMember', id: memberId },
    before: null,
    after: auditable(member),
  });
  await announceMemberChange(database, workspaceId, [member.tenantId]);
  return { ...member, memberId };
}

function auditable({ tenantId, objectId, email, isActive }: Member) {
  return { tenantId, objectId, email, isActive };
}
