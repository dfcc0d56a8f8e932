import { namesEntityTag } from '../../core/entity-tag.ts';
import { isRefusal, type Refusal, refuse, refuseInvalid, refuseUnknown } from '../../core/refusal.ts';
import { endpointSealContext } from '../../core/seal-context.ts';
import {
  endpointIssues,
  type HeaderChanges,
  mergeHeaders,
  type WebhookEndpointSettings,
} from '../../core/webhooks/endpoint.ts';
import { headerDestinationIssues } from '../../core/webhooks/header-destination.ts';
import { checkEndpointMove } from '../../core/workspaces/limits.ts';
import { seal, unseal } from '../../secrets/seal.ts';
import {
  type EndpointKey,
  endpointSettings,
  findWebhookEndpoint,
  lockWebhookEndpoint,
  updateWebhookEndpoint,
  type WebhookEndpoint,
} from '../../storage/webhooks/endpoints.ts';
import { loadEndpointUrls } from '../../storage/workspaces/counts.ts';
import { lockWorkspace } from '../../storage/workspaces/workspaces.ts';
import { chooseProducts } from '../clients/choose-products.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import type { WebhookTerms } from './add-endpoint.ts';

export interface EndpointSettingsChanges extends Partial<Omit<WebhookEndpointSettings, 'headers'>> {
  readonly headers?: HeaderChanges | undefined;
}

/**
 * Changes the given settings if the ETag still matches (`*` is any). Pending deliveries go to the new URL. A URL of
 * another origin requires the header values again.
 */
export async function changeWebhookEndpoint(
  context: ActionContext,
  key: EndpointKey,
  changes: EndpointSettingsChanges,
  { encryptionKey, allowsLocalWebhooks }: WebhookTerms,
  expectedTag: string,
): Promise<WebhookEndpoint | Refusal> {
  const { workspaceId, endpointId } = key;
  return context.database.transaction().execute(async (database) => {
    // Before the endpoint: the same lock order everywhere.
    const { partnerPlan } = await lockWorkspace(database, workspaceId);
    const sealed = await lockWebhookEndpoint(database, key);
    const current = await findWebhookEndpoint(database, key);
    if (!sealed || !current) return refuseUnknown('endpointId', 'webhook endpoint');
    if (!namesEntityTag(expectedTag, current.entityTag)) return refuse('request.precondition_failed');
    const { products, headers: headerChanges, ...otherChanges } = changes;
    const sealName = endpointSealContext('headers', key);
    const storedHeaders = (): Record<string, string> =>
      JSON.parse(unseal(sealed.sealedHeaders, encryptionKey, sealName));
    const headers = headerChanges && mergeHeaders(headerChanges, storedHeaders);
    if (isRefusal(headers)) return headers;
    const wanted = { ...current, ...otherChanges, ...(products && { products }), headers: headers ?? {} };
    const issues = [
      ...endpointIssues(wanted, allowsLocalWebhooks),
      ...headerDestinationIssues(current, wanted.url, headerChanges),
    ];
    if (issues.length > 0) return refuseInvalid(issues);
    const present = await loadEndpointUrls(database, workspaceId);
    const full = checkEndpointMove(partnerPlan, present, { from: current.url, to: wanted.url });
    if (full) return full;
    const chosen = products && (await chooseProducts(database, workspaceId, products));
    if (isRefusal(chosen)) return chosen;
    await updateWebhookEndpoint(database, key, {
      ...otherChanges,
      ...(chosen !== undefined && { products: chosen }),
      ...(headers !== undefined && {
        headerNames: Object.keys(headers),
        sealedHeaders: seal(JSON.stringify(headers), encryptionKey, sealName),
      }),
    });
    const changed = await findWebhookEndpoint(database, key);
    if (!changed) throw new Error(`The endpoint ${endpointId} is locked but does not exist`);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'webhook_endpoint.changed',
      subject: { kind: 'WebhookEndpoint', id: endpointId },
      before: endpointSettings(current),
      after: {
        ...endpointSettings(changed),
        ...(headerChanges && { newHeaderValues: newValues(headerChanges) }),
      },
    });
    return changed;
  });
}

/** The values themselves are secret. */
function newValues(headers: HeaderChanges): readonly string[] {
  return Object.keys(headers).filter((name) => headers[name] !== null);
}
