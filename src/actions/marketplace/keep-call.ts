import { timeOrderedId } from '../../core/identifiers.ts';
import type { ConfirmedChange } from '../../core/marketplace/lag.ts';
import type { ReceivedCall } from '../../core/marketplace/received-call.ts';
import { announceChanges } from '../../storage/changes.ts';
import { insertMarketplaceCall } from '../../storage/marketplace/calls.ts';
import { updateCalledAt } from '../../storage/marketplace/connection-views.ts';
import type { ActionContext } from '../context.ts';
import type { MarketplaceSource } from './receive-purchase.ts';

/** Keeps what the marketplace called us about, as it came, and wakes whoever applies it. Seen twice, kept once. */
export async function keepMarketplaceCall(
  context: ActionContext,
  source: MarketplaceSource,
  call: ReceivedCall,
  body: unknown,
): Promise<{ readonly isNew: boolean }> {
  return context.database.transaction().execute(async (database) => {
    const kept = await keepOperation({ ...context, database }, source, call, body);
    await updateCalledAt(database, source, context.now);
    return kept;
  });
}

/**
 * Keeps an operation to be followed, whoever began it, in its caller's transaction.
 *
 * @param confirmed what is known to have been done already: the marketplace is not asked for the operation then.
 */
export async function keepOperation(
  { database, now, randomBytes }: ActionContext,
  { workspaceId, sourceName }: MarketplaceSource,
  call: ReceivedCall,
  body: unknown,
  confirmed: ConfirmedChange | null = null,
): Promise<{ readonly isNew: boolean }> {
  const { operationId, marketplaceSubscriptionId, action, requestedBy } = call;
  const isNew = await insertMarketplaceCall(database, {
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
