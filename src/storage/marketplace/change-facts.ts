import type { MarketplaceOperation } from '../../core/marketplace/fulfilment-service.ts';
import type { ChangeFacts } from '../../core/marketplace/notifications/notification.ts';
import type { Database } from '../database.ts';
import { countSeats } from '../subscriptions/seats.ts';
import { findSubscriptionByMarketplaceId } from '../subscriptions/subscriptions.ts';
import { loadAcceptsFewerSeats } from '../workspaces/workspaces.ts';
import { findMappedPlan } from './mapped-plans.ts';

/** Facts for the decision to accept or refuse a change. */
export async function loadChangeFacts(
  database: Database,
  { workspaceId, sourceName }: { readonly workspaceId: string; readonly sourceName: string },
  { subscriptionId, offerId, planId }: MarketplaceOperation,
): Promise<ChangeFacts> {
  const local = await findSubscriptionByMarketplaceId(database, workspaceId, subscriptionId);
  const plan = await findMappedPlan(database, {
    workspaceId,
    sourceName,
    offerId: offerId ?? '',
    planId: planId ?? '',
  });
  return {
    isPlanMapped: plan !== undefined && (local === undefined || local.productId === plan.productId),
    seatsAssigned: local ? await countSeats(database, local) : 0,
    acceptsFewerSeats: await loadAcceptsFewerSeats(database, workspaceId),
  };
}
