import { type Refusal, refuseUnknown } from '../core/refusal.ts';
import { endpointSealName, makeWebhookSecret, rotateSecret } from '../core/webhook-secret.ts';
import { seal } from '../secrets/seal.ts';
import {
  type EndpointKey,
  lockWebhookEndpoint,
  updateEndpointSecrets,
} from '../storage/webhook-endpoints.ts';
import type { ActionContext } from './context.ts';

/** A new secret, shown once; the old one signs beside it for 24 hours. */
export async function rotateWebhookSecret(
  { database, now, randomBytes }: ActionContext,
  key: EndpointKey,
  encryptionKey: Uint8Array,
): Promise<{ readonly secret: string; readonly previousEndsAt: Date } | Refusal> {
  return database.transaction().execute(async (transaction) => {
    const endpoint = await lockWebhookEndpoint(transaction, key);
    if (!endpoint) return refuseUnknown('endpointId', 'webhook endpoint');
    const secret = makeWebhookSecret(randomBytes);
    const sealed = seal(secret, encryptionKey, endpointSealName('secret', key));
    const rotated = rotateSecret(endpoint.secrets, sealed, now);
    await updateEndpointSecrets(transaction, key, rotated);
    return { secret, previousEndsAt: rotated.previous.endsAt };
  });
}
