import { type Refusal, refuseUnknown } from '../../core/refusal.ts';
import {
  type EndpointKey,
  endpointSettings,
  findWebhookEndpoint,
  lockWebhookEndpoint,
  markEndpointRemoved,
} from '../../storage/webhooks/endpoints.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/** The endpoint gets no more events, and its pending deliveries are cancelled. Its log stays until it expires. */
export async function removeWebhookEndpoint(
  context: ActionContext,
  key: EndpointKey,
): Promise<{ readonly endpointId: string } | Refusal> {
  return context.database.transaction().execute(async (database) => {
    await lockWebhookEndpoint(database, key);
    const endpoint = await findWebhookEndpoint(database, key);
    if (!endpoint) return refuseUnknown('endpointId', 'webhook endpoint');
    await markEndpointRemoved(database, key, context.now);
    await recordAudit({ ...context, database }, key.workspaceId, {
      action: 'webhook_endpoint.removed',
      subject: { kind: 'WebhookEndpoint', id: key.endpointId },
      before: endpointSettings(endpoint),
      after: null,
    });
    return { endpointId: key.endpointId };
  });
}
