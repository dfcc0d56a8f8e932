import { type Refusal, refuseUnknown } from '../../core/refusal.ts';
import { type EndpointHealth, healthy } from '../../core/webhooks/health.ts';
import {
  type EndpointKey,
  lockWebhookEndpoint,
  updateEndpointHealth,
} from '../../storage/webhooks/endpoints.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/**
 * A disabled endpoint gets no events, and its pending deliveries are cancelled when due; both can be replayed. Enabling
 * resets its health.
 */
export async function setWebhookEndpointEnabled(
  context: ActionContext,
  key: EndpointKey,
  enabled: boolean,
): Promise<{ readonly enabled: boolean } | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const endpoint = await lockWebhookEndpoint(database, key);
    if (!endpoint) return refuseUnknown('endpointId', 'webhook endpoint');
    const { health } = endpoint;
    if (enabled === (health.disabled === null)) return { enabled };
    const disabled = { reason: 'ByPartner', at: context.now } as const;
    const changed = enabled ? healthy : { ...health, disabled };
    await updateEndpointHealth(database, key, changed);
    await recordAudit({ ...context, database }, key.workspaceId, {
      action: enabled ? 'webhook_endpoint.enabled' : 'webhook_endpoint.disabled',
      subject: { kind: 'WebhookEndpoint', id: key.endpointId },
      before: auditedHealth(health),
      after: auditedHealth(changed),
    });
    return { enabled };
  });
}

function auditedHealth({ disabled }: EndpointHealth) {
  return { enabled: disabled === null, ...(disabled && { disabledReason: disabled.reason }) };
}
