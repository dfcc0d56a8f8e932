import type { Buyer } from '../../core/marketplace/account-access.ts';
import { buyersOf } from '../../core/marketplace/buyer.ts';
import type { MarketplaceSubscription } from '../../core/marketplace/fulfilment-service.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import type { SignedInUser } from '../../core/workspaces/sign-in.ts';
import { addMissingBuyers, saveBuyers } from '../../storage/marketplace/buyers.ts';
import type { ActionContext } from '../context.ts';

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
  subscriptions: readonly (readonly [Key, MarketplaceSubscription])[],
): Promise<void> {
  const purchases = subscriptions.map(([{ workspaceId, subscriptionId }, remote]) => ({
    workspaceId,
    subscriptionId,
    buyers: buyersOf(remote),
  }));
  await addMissingBuyers(database, purchases, now);
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
