import { type Refusal, refuseUnknown } from '../core/refusal.ts';
import { type EndpointKey, lockWebhookEndpoint, markEndpointRemoved } from '../storage/webhook-endpoints.ts';
import type { ActionContext } from './context.ts';

/** From now on it hears of nothing and nobody finds it; what waits for it is cancelled. Its log is kept its time. */
export async function removeWebhookEndpoint(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  key: EndpointKey,
): Promise<{ readonly endpointId: string } | Refusal> {
  return database.transaction().execute(async (transaction) => {
    const endpoint = await lockWebhookEndpoint(transaction, key);
    if (!endpoint) return refuseUnknown('endpointId', 'webhook endpoint');
    await markEndpointRemoved(transaction, key, now);
    return { endpointId: key.endpointId };
  });
}
