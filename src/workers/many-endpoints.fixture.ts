import type { ActionContext } from '../actions/context.ts';
import { timeOrderedId } from '../core/identifiers.ts';
import { endpointSealContext } from '../core/seal-context.ts';
import type { WebhookEndpointSettings } from '../core/webhooks/endpoint.ts';
import { makeWebhookSecret } from '../core/webhooks/secret.ts';
import { type EncryptionKey, seal } from '../secrets/seal.ts';
import { insertWebhookEndpoint } from '../storage/webhooks/endpoints.ts';

/** More endpoints than any plan allows, as a workspace may have from before there were limits. */
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
