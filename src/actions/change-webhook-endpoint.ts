import { isRefusal, type Refusal, refuseInvalid, refuseUnknown } from '../core/refusal.ts';
import { endpointIssues, type WebhookEndpointSettings } from '../core/webhook-endpoint.ts';
import { endpointSealName } from '../core/webhook-secret.ts';
import { seal } from '../secrets/seal.ts';
import {
  type EndpointKey,
  findWebhookEndpoint,
  lockWebhookEndpoint,
  updateWebhookEndpoint,
} from '../storage/webhook-endpoints.ts';
import type { WebhookTerms } from './add-webhook-endpoint.ts';
import { chooseProducts } from './choose-products.ts';
import type { ActionContext } from './context.ts';

/** Changes what is given of an endpoint's settings. What waits to be sent goes to the new address. */
export async function changeWebhookEndpoint(
  { database }: Pick<ActionContext, 'database'>,
  key: EndpointKey,
  changes: Partial<WebhookEndpointSettings>,
  { encryptionKey, allowsLocalWebhooks }: WebhookTerms,
): Promise<{ readonly endpointId: string } | Refusal> {
  return database.transaction().execute(async (transaction) => {
    await lockWebhookEndpoint(transaction, key);
    const current = await findWebhookEndpoint(transaction, key);
    if (!current) return refuseUnknown('endpointId', 'webhook endpoint');
    const { products, headers, ...plain } = changes;
    const issues = endpointIssues({ ...current, headers: {}, ...changes }, allowsLocalWebhooks);
    if (issues.length > 0) return refuseInvalid(issues);
    const chosen = products && (await chooseProducts(transaction, key.workspaceId, products));
    if (isRefusal(chosen)) return chosen;
    await updateWebhookEndpoint(transaction, key, {
      ...plain,
      ...(chosen !== undefined && { products: chosen }),
      ...(headers !== undefined && {
        headerNames: Object.keys(headers),
        sealedHeaders: seal(JSON.stringify(headers), encryptionKey, endpointSealName('headers', key)),
      }),
    });
    return { endpointId: key.endpointId };
  });
}
