import { isLeased } from '../../core/lease.ts';
import { type Refusal, refuse, refuseUnknown } from '../../core/refusal.ts';
import { changeDelivery, hasEnded } from '../../core/webhooks/delivery.ts';
import { type DeliveryKey, lockDeliveries, updateDeliveries } from '../../storage/webhooks/deliveries.ts';
import { lockWebhookEndpoint } from '../../storage/webhooks/endpoints.ts';
import { lockLanes } from '../../storage/webhooks/leases.ts';
import { storePastDeliveries } from '../../storage/webhooks/past-deliveries.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/**
 * Delivers the event again under the same id, as a new delivery; the old one stays in the log. A pending delivery
 * becomes due now, and one that is being sent continues.
 */
export async function replayDelivery(
  context: ActionContext,
  key: DeliveryKey,
): Promise<{ readonly eventId: string } | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const endpoint = await lockWebhookEndpoint(database, key);
    if (!endpoint) return refuseUnknown('endpointId', 'webhook endpoint');
    if (endpoint.health.disabled) return refuse('webhook.endpoint_disabled');
    const { workspaceId, endpointId, eventId } = key;
    const lane = (await lockLanes(database, workspaceId, [endpointId])).get(endpointId);
    const [stored] = await lockDeliveries(database, key, [eventId]);
    if (!stored) return refuseUnknown('eventId', 'delivery');
    const replay = { type: 'replay', isLeased: lane !== undefined && isLeased(lane, context.now) } as const;
    const delivery = changeDelivery(stored.delivery, replay, context.now);
    if (!delivery) return { eventId };
    if (hasEnded(stored.delivery)) await storePastDeliveries(database, key, [eventId]);
    await updateDeliveries(database, key, [{ ...stored, delivery }]);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'webhook_endpoint.replayed',
      subject: { kind: 'WebhookEndpoint', id: endpointId },
      before: { eventId, status: stored.delivery.status },
      after: { eventId, status: delivery.status },
    });
    return { eventId };
  });
}
