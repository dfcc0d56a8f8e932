import type { ReceivedCall } from '../core/received-call.ts';
import { announceChanges } from '../storage/changes.ts';
import { insertMarketplaceCall } from '../storage/marketplace-calls.ts';
import type { ActionContext } from './context.ts';
import type { MarketplaceSource } from './receive-purchase.ts';

/** Keeps what the marketplace called us about, as it came, and wakes whoever applies it. Seen twice, kept once. */
export async function keepMarketplaceCall(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  { workspaceId, sourceName }: MarketplaceSource,
  call: ReceivedCall,
  body: unknown,
): Promise<{ readonly isNew: boolean }> {
  const { operationId, marketplaceSubscriptionId, action, requestedBy } = call;
  return database.transaction().execute(async (transaction) => {
    const isNew = await insertMarketplaceCall(transaction, {
      workspaceId,
      sourceName,
      operationId,
      marketplaceSubscriptionId,
      action,
      requestedBy,
      body,
      receivedAt: now,
    });
    if (isNew) await announceChanges(transaction, [{ kind: 'marketplace', workspaceId }]);
    return { isNew };
  });
}
