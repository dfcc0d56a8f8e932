import { expectedAfter } from '../../core/marketplace/action-effect.ts';
import type { MarketplaceOperation } from '../../core/marketplace/fulfilment-service.ts';
import type { ConfirmedChange } from '../../core/marketplace/lag.ts';
import type { ReceivedNotification } from '../../core/marketplace/received-notification.ts';
import { updateConfirmation } from '../../storage/marketplace/confirmed-changes.ts';
import type { StoredNotification } from '../../storage/marketplace/notifications.ts';
import { findSubscriptionByMarketplaceId } from '../../storage/subscriptions/subscriptions.ts';
import type { ActionContext } from '../context.ts';

/**
 * Saves that the operation of a leased notification has succeeded, with the expected state of the subscription. Until the
 * allowed lag has passed, all nodes ignore reads that do not show it.
 */
export async function confirmOperation(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  notification: StoredNotification,
  received: ReceivedNotification,
  operation: MarketplaceOperation,
): Promise<StoredNotification & { readonly confirmed: ConfirmedChange }> {
  const { workspaceId, marketplaceSubscriptionId } = notification;
  const local = await findSubscriptionByMarketplaceId(database, workspaceId, marketplaceSubscriptionId);
  const confirmed = {
    expected: expectedAfter(operation, received, local ?? null),
    operationAt: operation.at ?? notification.receivedAt,
    confirmedAt: now,
  };
  await updateConfirmation(database, notification, confirmed);
  return { ...notification, confirmed };
}
