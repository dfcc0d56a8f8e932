import type { MarketplaceOperation } from '../../core/marketplace/fulfilment.ts';
import { type ConfirmedChange, expectedAfter } from '../../core/marketplace/lag.ts';
import type { ReceivedNotification } from '../../core/marketplace/received-notification.ts';
import { updateConfirmation } from '../../storage/marketplace/confirmed-changes.ts';
import type { StoredNotification } from '../../storage/marketplace/notifications.ts';
import { findSubscriptionByMarketplaceId } from '../../storage/subscriptions/subscriptions.ts';
import type { ActionContext } from '../context.ts';

/**
 * Writes down that the operation of a leased call has succeeded, and what the subscription is then. From here on no
 * node believes a read that does not show it, for as long as reads may lag.
 */
export async function confirmOperation(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  call: StoredNotification,
  said: ReceivedNotification,
  operation: MarketplaceOperation,
): Promise<StoredNotification & { readonly confirmed: ConfirmedChange }> {
  const { workspaceId, marketplaceSubscriptionId } = call;
  const ours = await findSubscriptionByMarketplaceId(database, workspaceId, marketplaceSubscriptionId);
  const confirmed = {
    expected: expectedAfter(operation, said, ours ?? null),
    operationAt: operation.at ?? call.receivedAt,
    confirmedAt: now,
  };
  await updateConfirmation(database, call, confirmed);
  return { ...call, confirmed };
}
