import type { Subscription } from '../../core/subscriptions/subscription.ts';
import type { StoredMember } from '../../storage/subscriptions/customers.ts';
import { insertSeats } from '../../storage/subscriptions/seats.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { recordSeatChange } from './record-seat-change.ts';

/**
 * Stores assigned seats in the transaction that has locked the subscription: one version, one audit entry, and an event
 * for each seat.
 *
 * @param assigned the number of seats before.
 */
export async function storeSeats(
  context: ActionContext,
  subscription: Subscription,
  members: readonly StoredMember[],
  assigned: number,
): Promise<void> {
  if (members.length === 0) return;
  const { workspaceId, subscriptionId, tenantId } = subscription;
  const seats = members.map(({ memberId }) => ({ workspaceId, subscriptionId, tenantId, memberId }));
  await insertSeats(context.database, seats, context.now);
  await recordSeatChange(context, subscription, 'seat.assigned', members);
  await recordAudit(context, workspaceId, {
    action: 'seat.assigned',
    subject: { kind: 'Subscription', id: subscriptionId },
    before: { assigned },
    after: {
      assigned: assigned + members.length,
      members: members.map(({ memberId, email }) => ({ memberId, email })),
    },
  });
}
