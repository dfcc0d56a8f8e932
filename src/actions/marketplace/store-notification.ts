import { timeOrderedId } from '../../core/identifiers.ts';
import type { ConfirmedChange } from '../../core/marketplace/lag.ts';
import type { ReceivedNotification } from '../../core/marketplace/received-notification.ts';
import { announceChanges } from '../../storage/changes.ts';
import { updateCalledAt } from '../../storage/marketplace/connection-views.ts';
import { insertNotification } from '../../storage/marketplace/notifications.ts';
import type { ActionContext } from '../context.ts';
import type { MarketplaceSource } from './receive-purchase.ts';

/** Stores a marketplace notification once, and wakes the workers that apply notifications. */
export async function storeNotification(
  context: ActionContext,
  source: MarketplaceSource,
  notification: ReceivedNotification,
  body: unknown,
): Promise<{ readonly isNew: boolean }> {
  return context.database.transaction().execute(async (database) => {
    const stored = await storeOperation({ ...context, database }, source, notification, body);
    await updateCalledAt(database, source, context.now);
    return stored;
  });
}

/**
 * Stores an operation of the marketplace or of this service to be applied, in the transaction of the caller.
 *
 * @param confirmed the change, if it has already succeeded: the operation is then not read from the marketplace.
 */
export async function storeOperation(
  { database, now, randomBytes }: ActionContext,
  { workspaceId, sourceName }: MarketplaceSource,
  notification: ReceivedNotification,
  body: unknown,
  confirmed: ConfirmedChange | null = null,
): Promise<{ readonly isNew: boolean }> {
  const { operationId, marketplaceSubscriptionId, action, requestedBy } = notification;
  const isNew = await insertNotification(database, {
    workspaceId,
    sourceName,
    operationId,
    notificationId: timeOrderedId(now, randomBytes),
    marketplaceSubscriptionId,
    action,
    requestedBy,
    body,
    receivedAt: now,
    confirmed,
  });
  if (isNew) await announceChanges(database, [{ kind: 'marketplace', workspaceId }]);
  return { isNew };
}
