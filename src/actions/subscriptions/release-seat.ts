import { type Refusal, refuseUnknown } from '../../core/refusal.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import { findMember } from '../../storage/subscriptions/customers.ts';
import { countSeats, deleteSeat } from '../../storage/subscriptions/seats.ts';
import { lockSubscription } from '../../storage/subscriptions/subscriptions.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { recordSeatChange } from './record-seat-change.ts';

/** Releases a member's seat, in any state of the subscription. Without a seat nothing changes. */
export async function releaseSeat(
  context: ActionContext,
  workspaceId: string,
  subscriptionId: string,
  memberId: string,
): Promise<{ readonly wasAssigned: boolean } | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const stored = await lockSubscription(database, workspaceId, subscriptionId);
    if (!stored) return refuseUnknown('subscriptionId', 'subscription');
    return releaseLockedSeat({ ...context, database }, stored.subscription, memberId);
  });
}

/** In the transaction that has locked the subscription. */
export async function releaseLockedSeat(
  context: ActionContext,
  subscription: Subscription,
  memberId: string,
): Promise<{ readonly wasAssigned: boolean }> {
  const { database } = context;
  const { workspaceId, subscriptionId, tenantId } = subscription;
  const seat = { workspaceId, subscriptionId, memberId, tenantId };
  const wasAssigned = await deleteSeat(database, seat);
  if (!wasAssigned) return { wasAssigned };
  const member = await findMember(database, workspaceId, memberId);
  if (!member) throw new Error('The seat to release has no member');
  await recordSeatChange(context, subscription, 'seat.released', [member]);
  const assigned = await countSeats(database, seat);
  await recordAudit(context, workspaceId, {
    action: 'seat.released',
    subject: { kind: 'Subscription', id: subscriptionId },
    before: { assigned: assigned + 1, members: [{ memberId, email: member.email }] },
    after: { assigned },
  });
  return { wasAssigned };
}
