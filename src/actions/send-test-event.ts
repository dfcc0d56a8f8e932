import { timeOrderedId } from '../core/identifiers.ts';
import { type Refusal, refuse, refuseUnknown } from '../core/refusal.ts';
import { insertEvents } from '../storage/events.ts';
import { insertDeliveries } from '../storage/webhook-deliveries.ts';
import { type EndpointKey, lockWebhookEndpoint } from '../storage/webhook-endpoints.ts';
import type { ActionContext } from './context.ts';

/** `webhook.test`, to this endpoint alone and whatever its filter says, on the way that every event goes. */
export async function sendTestEvent(
  { database, now, randomBytes }: ActionContext,
  key: EndpointKey,
): Promise<{ readonly eventId: string } | Refusal> {
  return database.transaction().execute(async (transaction) => {
    const endpoint = await lockWebhookEndpoint(transaction, key);
    if (!endpoint) return refuseUnknown('endpointId', 'webhook endpoint');
    if (endpoint.health.disabled) return refuse('webhook.endpoint_disabled');
    const eventId = timeOrderedId(now, randomBytes);
    const { workspaceId, endpointId } = key;
    const data = { workspaceId, endpointId };
    await insertEvents(transaction, workspaceId, [{ eventId, type: 'webhook.test', occurredAt: now, data }]);
    await insertDeliveries(transaction, key, [eventId], now);
    return { eventId };
  });
}
