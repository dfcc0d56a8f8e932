import type { MarketplaceSource } from '../../core/marketplace/connections/connection.ts';
import type { MarketplaceSubscription } from '../../core/marketplace/fulfilment-service.ts';
import type { Buyer } from '../../core/marketplace/purchases/account.ts';
import { buyersOf } from '../../core/marketplace/purchases/buyer.ts';
import {
  awaitsActivation,
  type PurchaseFailureCause,
  seenPurchase,
} from '../../core/marketplace/purchases/pending-purchase.ts';
import { noticeOfPurchase, type PurchaseFailure } from '../../core/marketplace/purchases/purchase-notice.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import type { SignedInUser } from '../../core/workspaces/sign-in.ts';
import { type PurchaseVisit, savePurchaseVisit } from '../../storage/marketplace/purchase-visits.ts';
import {
  addMissingBuyers,
  deletePurchase,
  saveBuyers,
  savePurchaseFailure,
  savePurchaseOpened,
  saveSeenPurchases,
  settleUnlistedPurchases,
} from '../../storage/marketplace/purchases.ts';
import { insertNotices } from '../../storage/workspaces/notices.ts';
import type { ActionContext } from '../context.ts';

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

/** Stores that a user who may not confirm the purchase has opened its landing page. */
export async function recordWrongAccount(
  context: Moment,
  source: MarketplaceSource,
  remote: MarketplaceSubscription,
  account: Pick<PurchaseVisit, 'tenantId' | 'user'>,
): Promise<void> {
  if (!awaitsActivation(remote)) return;
  await recordSeenPurchase(context, source, remote);
  const key = { workspaceId: source.workspaceId, marketplaceSubscriptionId: remote.id };
  await savePurchaseVisit(context.database, { ...key, ...account }, context.now);
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

type Key = Pick<Subscription, 'workspaceId' | 'subscriptionId'>;

/** Stores who bought a subscription, as the marketplace names them. */
export async function recordBuyers(
  { database, now }: ActionContext,
  { workspaceId, subscriptionId }: Key,
  remote: MarketplaceSubscription,
): Promise<void> {
  await saveBuyers(database, { workspaceId, subscriptionId, buyers: buyersOf(remote) }, now);
}

/** For subscriptions that are aligned already, such as those received before buyers were stored. */
export async function recordMissingBuyers(
  { database, now }: ActionContext,
  { workspaceId }: MarketplaceSource,
  subscriptions: readonly (readonly [Pick<Key, 'subscriptionId'>, MarketplaceSubscription])[],
): Promise<void> {
  const purchases = subscriptions
    .map(([{ subscriptionId }, remote]) => ({ subscriptionId, buyers: buyersOf(remote) }))
    .filter(({ buyers }) => buyers.length > 0);
  if (purchases.length === 0) return;
  await database
    .transaction()
    .execute((transaction) => addMissingBuyers(transaction, workspaceId, purchases, now));
}

/** Stores who completed the purchase on the landing page. */
export async function recordConfirmer(
  { database, now }: ActionContext,
  { workspaceId, subscriptionId }: Key,
  { tenantId, objectId }: SignedInUser,
): Promise<void> {
  const confirmer: Buyer = { role: 'Confirmer', tenantId, objectId };
  await saveBuyers(database, { workspaceId, subscriptionId, buyers: [confirmer] }, now);
}

/** Notifies the partner's support that a customer cannot complete a purchase. */
export async function raisePurchaseNotice(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  failure: PurchaseFailure,
): Promise<void> {
  await insertNotices(database, workspaceId, [noticeOfPurchase(failure, now)], { now, randomBytes });
}
