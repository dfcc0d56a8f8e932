import { type Refusal, refuseUnknown } from '../core/refusal.ts';
import { healthy } from '../core/webhook-health.ts';
import { type EndpointKey, lockWebhookEndpoint, updateEndpointHealth } from '../storage/webhook-endpoints.ts';
import type { ActionContext } from './context.ts';

/**
 * A disabled endpoint hears of nothing, and what still waits for it is cancelled when it is due; both can be replayed.
 * Enabling forgets how it did before. What is already so stays as it is.
 */
export async function setWebhookEndpointEnabled(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  key: EndpointKey,
  enabled: boolean,
): Promise<{ readonly enabled: boolean } | Refusal> {
  return database.transaction().execute(async (transaction) => {
    const endpoint = await lockWebhookEndpoint(transaction, key);
    if (!endpoint) return refuseUnknown('endpointId', 'webhook endpoint');
    const { health } = endpoint;
    if (enabled && health.disabled) await updateEndpointHealth(transaction, key, healthy);
    if (!enabled && !health.disabled) {
      const disabled = { reason: 'ByPartner', at: now } as const;
      await updateEndpointHealth(transaction, key, { ...health, disabled });
    }
    return { enabled };
  });
}
