import { type Refusal, refuseUnknown } from '../../core/refusal.ts';
import { checkSeatAssignment } from '../../core/subscriptions/seat.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import { findMember, type StoredMember } from '../../storage/subscriptions/customers.ts';
import { countSeats, hasSeat } from '../../storage/subscriptions/seats.ts';
import { lockSubscription } from '../../storage/subscriptions/subscriptions.ts';
import type { ActionContext } from '../context.ts';
import { storeSeats } from './store-seats.ts';

/** Locks the subscription, so that no more seats are assigned than were bought. */
export async function assignSeat(
  context: ActionContext,
  workspaceId: string,
  subscriptionId: string,
  memberId: string,
): Promise<{ readonly isNew: boolean } | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const stored = await lockSubscription(database, workspaceId, subscriptionId);
    if (!stored) return refuseUnknown('subscriptionId', 'subscription');
    const member = await findMember(database, workspaceId, memberId);
    return assignLockedSeat({ ...context, database }, stored.subscription, memberId, member);
  });
}

/** In the transaction that has locked the subscription. */
export async function assignLockedSeat(
  context: ActionContext,
  subscription: Subscription,
  memberId: string,
  member: StoredMember | undefined,
): Promise<{ readonly isNew: boolean } | Refusal> {
  const { database, now } = context;
  const { workspaceId, subscriptionId, tenantId } = subscription;
  const seat = { workspaceId, subscriptionId, memberId, tenantId };
  if (await hasSeat(database, seat)) return { isNew: false };
  const assigned = await countSeats(database, seat);
  const refusal = checkSeatAssignment({ subscription, assigned, member }, now);
  if (refusal) return refusal;
  if (!member) throw new Error('The seat to assign has no member');
  await storeSeats(context, subscription, [member], assigned);
  return { isNew: true };
}
