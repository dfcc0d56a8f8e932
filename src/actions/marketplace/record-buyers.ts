import type { Buyer } from '../../core/marketplace/account-access.ts';
import { buyersOf } from '../../core/marketplace/buyer.ts';
import type { MarketplaceSubscription } from '../../core/marketplace/fulfilment-service.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import type { SignedInUser } from '../../core/workspaces/sign-in.ts';
import { saveBuyers } from '../../storage/marketplace/buyers.ts';
import type { ActionContext } from '../context.ts';

type Key = Pick<Subscription, 'workspaceId' | 'subscriptionId'>;

/** Stores who bought a subscription, as the marketplace names them. */
export async function recordBuyers(
  { database, now }: ActionContext,
  subscription: Key,
  remote: MarketplaceSubscription,
): Promise<void> {
  await saveBuyers(database, subscription, buyersOf(remote), now);
}

/** Stores who completed the purchase on the landing page. */
export async function recordConfirmer(
  { database, now }: ActionContext,
  subscription: Key,
  { tenantId, objectId }: SignedInUser,
): Promise<void> {
  const confirmer: Buyer = { role: 'Confirmer', tenantId, objectId };
  await saveBuyers(database, subscription, [confirmer], now);
}
