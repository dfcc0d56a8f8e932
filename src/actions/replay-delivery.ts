import { type Refusal, refuse, refuseUnknown } from '../core/refusal.ts';
import { changeDelivery } from '../core/webhook-delivery.ts';
import { type DeliveryKey, lockDeliveries, updateDeliveries } from '../storage/webhook-deliveries.ts';
import { lockWebhookEndpoint } from '../storage/webhook-endpoints.ts';
import type { ActionContext } from './context.ts';

/** Sends one delivery once more, under the same id, whatever became of it; one that is on its way is let go on. */
export async function replayDelivery(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  key: DeliveryKey,
): Promise<{ readonly eventId: string } | Refusal> {
  return database.transaction().execute(async (transaction) => {
    const endpoint = await lockWebhookEndpoint(transaction, key);
    if (!endpoint) return refuseUnknown('endpointId', 'webhook endpoint');
    if (endpoint.health.disabled) return refuse('webhook.endpoint_disabled');
    const [stored] = await lockDeliveries(transaction, [key]);
    if (!stored) return refuseUnknown('eventId', 'delivery');
    const delivery = changeDelivery(stored.delivery, { type: 'replay' }, now);
    if (delivery) await updateDeliveries(transaction, [{ ...stored, delivery }]);
    return { eventId: key.eventId };
  });
}
