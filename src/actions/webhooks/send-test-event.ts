import { timeOrderedId } from '../../core/identifiers.ts';
import { type Refusal, refuse, refuseUnknown } from '../../core/refusal.ts';
import type { TestData } from '../../core/webhooks/payload.ts';
import { insertDeliveries } from '../../storage/webhooks/deliveries.ts';
import { type EndpointKey, lockWebhookEndpoint } from '../../storage/webhooks/endpoints.ts';
import { insertEvents } from '../../storage/webhooks/events.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/**
 * Sends `webhook.test`, or the example of another type, to this endpoint only, whatever its filter, through the usual
 * delivery queue.
 */
export async function sendTestEvent(
  context: ActionContext,
  key: EndpointKey,
  example?: TestData['sentAs'],
): Promise<{ readonly eventId: string } | Refusal> {
  const { now, randomBytes } = context;
  return context.database.transaction().execute(async (database) => {
    const endpoint = await lockWebhookEndpoint(database, key);
    if (!endpoint) return refuseUnknown('endpointId', 'webhook endpoint');
    if (endpoint.health.disabled) return refuse('webhook.endpoint_disabled');
    const eventId = timeOrderedId(now, randomBytes);
    const { workspaceId, endpointId } = key;
    const sentAs = example && { ...example, data: { ...example.data, workspaceId } };
    const data = { workspaceId, endpointId, ...(sentAs && { sentAs }) };
    await insertEvents(database, workspaceId, [{ eventId, type: 'webhook.test', occurredAt: now, data }]);
    await insertDeliveries(database, key, [eventId], now);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'webhook_endpoint.test_sent',
      subject: { kind: 'WebhookEndpoint', id: endpointId },
      before: null,
      after: { eventId, ...(example && { type: example.type }) },
    });
    return { eventId };
  });
}
