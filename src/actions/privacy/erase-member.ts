import { type Refusal, refuseUnknown } from '../../core/refusal.ts';
import {
  deleteMembers,
  eraseAccounts,
  eraseFromAuditLog,
  eraseFromEvents,
  eraseFromNotifications,
  listSeatsOfMember,
} from '../../storage/privacy/personal-data.ts';
import { lockMember } from '../../storage/subscriptions/customers.ts';
import { deleteSeat } from '../../storage/subscriptions/seats.ts';
import { lockSubscription } from '../../storage/subscriptions/subscriptions.ts';
import type { ActionContext } from '../context.ts';
import { announceMemberChange } from '../subscriptions/announce-member-change.ts';
import { recordSeatChange } from '../subscriptions/record-seat-change.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/**
 * Erases a person: the member, their seats, and their personal data in audit log and marketplace notifications.
 * Subscriptions, quantities and usage stay. The audit log records the erasure and its actor.
 */
export async function eraseMember(
  context: ActionContext,
  workspaceId: string,
  person: { readonly tenantId: string; readonly objectId: string },
): Promise<undefined | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const member = await lockMember(database, workspaceId, person);
    if (!member) return refuseUnknown('objectId', 'member');
    const { memberId, tenantId, objectId } = member;
    for (const { subscriptionId } of await listSeatsOfMember(database, workspaceId, memberId)) {
      const stored = await lockSubscription(database, workspaceId, subscriptionId);
      if (!stored) continue;
      await deleteSeat(database, { workspaceId, tenantId, subscriptionId, memberId });
      const released = { memberId, objectId, email: null };
      await recordSeatChange({ ...context, database }, stored.subscription, 'seat.released', [released]);
    }
    const traces = { workspaceId, tenantId, members: [{ memberId, objectId }] };
    await eraseFromAuditLog(database, traces);
    await eraseFromNotifications(database, traces);
    await eraseFromEvents(database, traces);
    await eraseAccounts(database, traces);
    await deleteMembers(database, traces);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'customer_member.erased',
      subject: { kind: 'CustomerMember', id: memberId },
      before: null,
      after: null,
    });
    await announceMemberChange(database, workspaceId, [tenantId]);
    return undefined;
  });
}
