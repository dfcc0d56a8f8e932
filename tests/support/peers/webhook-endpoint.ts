import type { ActionContext } from '../../../src/actions/context.ts';
import { addWebhookEndpoint } from '../../../src/actions/webhooks/endpoints.ts';
import type { WebhookEndpointSettings } from '../../../src/core/webhooks/endpoint.ts';
import { done } from '../done.ts';
import { testEncryptionKey } from '../nodes/encryption-key.ts';

/** Allows endpoints on this machine. */
export const webhookTerms = {
  encryptionKey: testEncryptionKey,
  allowsLocalWebhooks: true,
};

/** An endpoint, by default for all events, with its secret. */
export async function addEndpoint(
  context: ActionContext,
  workspaceId: string,
  settings: Partial<WebhookEndpointSettings> = {},
) {
  const all: WebhookEndpointSettings = {
    url: 'https://partner.example/hooks',
    description: '',
    eventTypes: 'all',
    products: 'all',
    headers: {},
    rateLimitPerMinute: null,
    ...settings,
  };
  const added = done(await addWebhookEndpoint(context, workspaceId, all, webhookTerms));
  return { workspaceId, ...added };
}
