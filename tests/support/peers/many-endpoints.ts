import type { ActionContext } from '../../../src/actions/context.ts';
import { timeOrderedId } from '../../../src/core/identifiers.ts';
import { endpointSealContext } from '../../../src/core/operations/seal-context.ts';
import type { WebhookEndpointSettings } from '../../../src/core/webhooks/endpoint.ts';
import { makeWebhookSecret } from '../../../src/core/webhooks/secret.ts';
import { type EncryptionKey, seal } from '../../../src/secrets/seal.ts';
import { insertWebhookEndpoint } from '../../../src/storage/webhooks/endpoints.ts';

/** More endpoints than any plan allows, as in a workspace from before the limits existed. */
export async function insertEndpoints(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  urls: readonly string[],
  eventTypes: WebhookEndpointSettings['eventTypes'],
  encryptionKey: EncryptionKey,
): Promise<void> {
  for (const url of urls) {
    const key = { workspaceId, endpointId: timeOrderedId(now, randomBytes) };
    const sealed = (part: 'headers' | 'secret', text: string) =>
      seal(text, encryptionKey, endpointSealContext(part, key));
    const endpoint = {
      ...key,
      url,
      description: '',
      eventTypes,
      products: 'all',
      headerNames: [],
      sealedHeaders: sealed('headers', '{}'),
      sealedSecret: sealed('secret', makeWebhookSecret(randomBytes)),
      rateLimitPerMinute: null,
    } as const;
    await insertWebhookEndpoint(database, endpoint, now);
  }
}
