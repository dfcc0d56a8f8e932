import { nothingExpected } from '../../core/marketplace/action-effect.ts';
import type { MarketplaceSubscription } from '../../core/marketplace/fulfilment-service.ts';
import type { ActionContext } from '../context.ts';
import type { MarketplaceSource } from './receive-purchase.ts';
import { storeOperation } from './store-notification.ts';

const maxIdLength = 100;

/**
 * Polls a subscription until it shows its activation and its term. The marketplace has no operation id for activations,
 * so one is made up, the same for each subscription.
 */
export async function followActivation(
  context: ActionContext,
  source: MarketplaceSource,
  { id, planId, quantity }: Pick<MarketplaceSubscription, 'id' | 'planId' | 'quantity'>,
): Promise<void> {
  const operationId = `activation-${id}`.slice(0, maxIdLength);
  const action = 'Subscribe';
  const notification = {
    operationId,
    marketplaceSubscriptionId: id,
    action,
    planId,
    quantity,
    requestedBy: 'Publisher',
  } as const;
  const body = { id: operationId, subscriptionId: id, action, planId, quantity };
  const expected = { ...nothingExpected, status: 'Subscribed' } as const;
  const confirmed = { expected, operationAt: context.now, confirmedAt: context.now };
  await context.database
    .transaction()
    .execute((database) => storeOperation({ ...context, database }, source, notification, body, confirmed));
}
