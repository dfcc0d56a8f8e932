import { timeOrderedId } from '../../core/identifiers.ts';
import { isRefusal, type Refusal, refuseInvalid } from '../../core/refusal.ts';
import { endpointSealContext } from '../../core/seal-context.ts';
import { endpointIssues, type WebhookEndpointSettings } from '../../core/webhooks/endpoint.ts';
import { makeWebhookSecret } from '../../core/webhooks/secret.ts';
import { checkEndpointLimits } from '../../core/workspaces/limits.ts';
import { type EncryptionKey, seal } from '../../secrets/seal.ts';
import { endpointSettings, insertWebhookEndpoint } from '../../storage/webhooks/endpoints.ts';
import { loadEndpointUrls } from '../../storage/workspaces/counts.ts';
import { lockWorkspace } from '../../storage/workspaces/workspaces.ts';
import { chooseProducts } from '../clients/choose-products.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/** Settings of the service that concern endpoints. */
export interface WebhookTerms {
  readonly encryptionKey: EncryptionKey;
  /** For development: allows loopback, and `http` to it. */
  readonly allowsLocalWebhooks: boolean;
}

/** The result contains the secret, which is shown once and stored sealed. */
export async function addWebhookEndpoint(
  context: ActionContext,
  workspaceId: string,
  settings: WebhookEndpointSettings,
  { encryptionKey, allowsLocalWebhooks }: WebhookTerms,
): Promise<{ readonly endpointId: string; readonly secret: string } | Refusal> {
  const { now, randomBytes } = context;
  const issues = endpointIssues(settings, allowsLocalWebhooks);
  if (issues.length > 0) return refuseInvalid(issues);
  return context.database.transaction().execute(async (database) => {
    const { partnerPlan } = await lockWorkspace(database, workspaceId);
    const present = await loadEndpointUrls(database, workspaceId);
    const full = checkEndpointLimits(partnerPlan, present, settings.url);
    if (full) return full;
    const products = await chooseProducts(database, workspaceId, settings.products);
    if (isRefusal(products)) return products;
    const key = { workspaceId, endpointId: timeOrderedId(now, randomBytes) };
    const secret = makeWebhookSecret(randomBytes);
    const { headers, ...plain } = settings;
    const headerNames = Object.keys(headers);
    await insertWebhookEndpoint(
      database,
      {
        ...plain,
        ...key,
        products,
        headerNames,
        sealedHeaders: seal(JSON.stringify(headers), encryptionKey, endpointSealContext('headers', key)),
        sealedSecret: seal(secret, encryptionKey, endpointSealContext('secret', key)),
      },
      now,
    );
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'webhook_endpoint.added',
      subject: { kind: 'WebhookEndpoint', id: key.endpointId },
      before: null,
      after: endpointSettings({ ...plain, headerNames }),
    });
    return { endpointId: key.endpointId, secret };
  });
}
