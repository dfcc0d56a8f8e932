import { timeOrderedId } from '../../core/identifiers.ts';
import { firstSeatHolder } from '../../core/marketplace/buyer.ts';
import type { MarketplaceSubscription } from '../../core/marketplace/fulfilment-service.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import { loadAssignBuyer } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { assignLockedSeat } from '../subscriptions/assign-seat.ts';
import { ensureMember } from '../subscriptions/save-member.ts';

/** The marketplace activates some plans by itself, and then no person is behind the change. */
const marketplaceActor = {
  kind: 'Application',
  id: 'marketplace',
  name: 'Marketplace',
  address: null,
} as const;

/**
 * Assigns the first seat of an activated subscription to its buyer, in the transaction that has locked the subscription.
 * Without a free seat, or if the partner has made the member inactive, nothing changes.
 */
export async function assignBuyer(
  context: ActionContext,
  subscription: Subscription,
  remote: MarketplaceSubscription,
): Promise<void> {
  const { workspaceId, tenantId } = subscription;
  const buyer = firstSeatHolder(remote, tenantId);
  if (!buyer || !(await loadAssignBuyer(context.database, workspaceId))) return;
  const acting = { ...context, actor: context.actor ?? marketplaceActor };
  const memberId = timeOrderedId(context.now, context.randomBytes);
  const wanted = { ...buyer, memberId, tenantId, isActive: true, isAdministrator: false };
  const member = await ensureMember(acting, workspaceId, wanted);
  await assignLockedSeat(acting, subscription, member.memberId, member);
}
