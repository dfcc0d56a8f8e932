import type { MarketplaceSubscription } from '../../core/marketplace/fulfilment-service.ts';
import type { PurchaseFailureCause } from '../../core/marketplace/pending-purchase.ts';
import { awaitsActivation, seenPurchase } from '../../core/marketplace/seen-purchase.ts';
import {
  deletePurchase,
  savePurchaseFailure,
  savePurchaseOpened,
  saveSeenPurchases,
  settleUnlistedPurchases,
} from '../../storage/marketplace/purchases.ts';
import type { ActionContext } from '../context.ts';
import type { MarketplaceSource } from './receive-purchase.ts';

type Moment = Pick<ActionContext, 'database' | 'now'>;

/** Stores a purchase as the marketplace shows it now, for the list of those that are not active. */
export async function recordSeenPurchase(
  { database, now }: Moment,
  source: MarketplaceSource,
  remote: MarketplaceSubscription,
): Promise<void> {
  const { workspaceId } = source;
  const seen = awaitsActivation(remote) ? seenPurchase(remote, now) : null;
  if (seen) await saveSeenPurchases(database, source, [seen], now);
  else await deletePurchase(database, { workspaceId, marketplaceSubscriptionId: remote.id });
}

/** Stores the pending purchases of a page of the marketplace's list. */
export async function recordListedPurchases(
  { database, now }: Moment,
  source: MarketplaceSource,
  pending: readonly MarketplaceSubscription[],
): Promise<void> {
  const seen = pending.flatMap((remote) => seenPurchase(remote, now) ?? []);
  await saveSeenPurchases(database, source, seen, now);
}

/** Settles the purchases that the whole list, read since the start, did not contain. */
export async function recordUnlistedPurchases(
  { database, now }: Moment,
  source: MarketplaceSource,
  startedAt: Date,
): Promise<void> {
  await settleUnlistedPurchases(database, source, startedAt, now);
}

/** Stores that the buyer has opened the landing page. */
export async function recordPurchaseVisit(
  context: Moment,
  source: MarketplaceSource,
  remote: MarketplaceSubscription,
): Promise<void> {
  await recordSeenPurchase(context, source, remote);
  const key = { workspaceId: source.workspaceId, marketplaceSubscriptionId: remote.id };
  await savePurchaseOpened(context.database, key, context.now);
}

/** Stores why the marketplace did not do what was asked of it. */
export async function recordPurchaseFailure(
  { database, now }: Moment,
  source: MarketplaceSource,
  marketplaceSubscriptionId: string,
  cause: PurchaseFailureCause,
  reason: string,
): Promise<void> {
  await savePurchaseFailure(database, source, marketplaceSubscriptionId, { cause, reason, at: now });
}
