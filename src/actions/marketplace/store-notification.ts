import { timeOrderedId } from '../../core/identifiers.ts';
import type { ConfirmedChange } from '../../core/marketplace/lag.ts';
import type { ReceivedNotification } from '../../core/marketplace/received-notification.ts';
import { announceChanges } from '../../storage/changes.ts';
import { updateCalledAt } from '../../storage/marketplace/connection-views.ts';
import { insertNotification } from '../../storage/marketplace/notifications.ts';
import type { ActionContext } from '../context.ts';
import type { MarketplaceSource } from './receive-purchase.ts';

/** Keeps what the marketplace called us about, as it came, and wakes whoever applies it. Seen twice, kept once. */
export async function storeNotification(
  context: ActionContext,
  source: MarketplaceSource,
  call: ReceivedNotification,
  body: unknown,
): Promise<{ readonly isNew: boolean }> {
  return context.database.transaction().execute(async (database) => {
    const kept = await storeOperation({ ...context, database }, source, call, body);
    await updateCalledAt(database, source, context.now);
    return kept;
  });
}

/**
 * Keeps an operation to be followed, whoever began it, in its caller's transaction.
 *
 * @param confirmed what is known to have been done already: the marketplace is not asked for the operation then.
 */
export async function storeOperation(
  { database, now, randomBytes }: ActionContext,
  { workspaceId, sourceName }: MarketplaceSource,
  call: ReceivedNotification,
  body: unknown,
  confirmed: ConfirmedChange | null = null,
): Promise<{ readonly isNew: boolean }> {
  const { operationId, marketplaceSubscriptionId, action, requestedBy } = call;
  const isNew = await insertNotification(database, {
    workspaceId,
    sourceName,
    operationId,
    callId: timeOrderedId(now, randomBytes),
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
