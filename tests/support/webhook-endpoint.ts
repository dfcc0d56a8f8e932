import { addWebhookEndpoint } from '../../src/actions/add-webhook-endpoint.ts';
import type { ActionContext } from '../../src/actions/context.ts';
import type { WebhookEndpointSettings } from '../../src/core/webhook-endpoint.ts';
import { done } from './done.ts';
import { testEncryptionKey } from './encryption-key.ts';

/** Endpoints on this machine are allowed. */
export const webhookTerms = {
  encryptionKey: testEncryptionKey,
  allowsLocalWebhooks: true,
};

/** An endpoint that hears of everything, unless told otherwise, with its secret. */
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
