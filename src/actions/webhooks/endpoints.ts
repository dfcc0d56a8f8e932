import { timeOrderedId } from '../../core/identifiers.ts';
import { endpointSealContext } from '../../core/operations/seal-context.ts';
import { isRefusal, type Refusal, refuse, refuseInvalid, refuseUnknown } from '../../core/refusal.ts';
import { namesEntityTag } from '../../core/values/entity-tag.ts';
import {
  endpointIssues,
  type HeaderChanges,
  headerDestinationIssues,
  mergeHeaders,
  type WebhookEndpointSettings,
} from '../../core/webhooks/endpoint.ts';
import type { TestData } from '../../core/webhooks/event.ts';
import { type EndpointHealth, healthy } from '../../core/webhooks/health.ts';
import { makeWebhookSecret, rotateSecret } from '../../core/webhooks/secret.ts';
import { checkEndpointLimits, checkEndpointMove } from '../../core/workspaces/limits.ts';
import { type EncryptionKey, seal, unseal } from '../../secrets/seal.ts';
import { insertDeliveries } from '../../storage/webhooks/deliveries.ts';
import {
  type EndpointKey,
  endpointSettings,
  findWebhookEndpoint,
  insertWebhookEndpoint,
  lockWebhookEndpoint,
  markEndpointRemoved,
  updateEndpointHealth,
  updateWebhookEndpoint,
  type WebhookEndpoint,
} from '../../storage/webhooks/endpoints.ts';
import { insertEvents } from '../../storage/webhooks/events.ts';
import { updateEndpointSecrets } from '../../storage/webhooks/secrets.ts';
import { loadEndpointUrls } from '../../storage/workspaces/counts.ts';
import { lockWorkspace } from '../../storage/workspaces/workspaces.ts';
import { chooseProducts } from '../clients/api-clients.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/** Settings of the service that concern endpoints. */
interface WebhookTerms {
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

/** The endpoint gets no more events, and its pending deliveries are cancelled. Its log stays until it expires. */
export async function removeWebhookEndpoint(
  context: ActionContext,
  key: EndpointKey,
): Promise<{ readonly endpointId: string } | Refusal> {
  return context.database.transaction().execute(async (database) => {
    await lockWebhookEndpoint(database, key);
    const endpoint = await findWebhookEndpoint(database, key);
    if (!endpoint) return refuseUnknown('endpointId', 'webhook endpoint');
    await markEndpointRemoved(database, key, context.now);
    await recordAudit({ ...context, database }, key.workspaceId, {
      action: 'webhook_endpoint.removed',
      subject: { kind: 'WebhookEndpoint', id: key.endpointId },
      before: endpointSettings(endpoint),
      after: null,
    });
    return { endpointId: key.endpointId };
  });
}

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

/** The new secret is shown once; deliveries are signed with the old one too for 24 hours. */
export async function rotateWebhookSecret(
  context: ActionContext,
  key: EndpointKey,
  encryptionKey: EncryptionKey,
): Promise<{ readonly secret: string; readonly previousEndsAt: Date } | Refusal> {
  const { now, randomBytes } = context;
  return context.database.transaction().execute(async (database) => {
    const endpoint = await lockWebhookEndpoint(database, key);
    if (!endpoint) return refuseUnknown('endpointId', 'webhook endpoint');
    const secret = makeWebhookSecret(randomBytes);
    const sealed = seal(secret, encryptionKey, endpointSealContext('secret', key));
    const rotated = rotateSecret(endpoint.secrets, sealed, now);
    if (isRefusal(rotated)) return rotated;
    await updateEndpointSecrets(database, key, rotated);
    await recordAudit({ ...context, database }, key.workspaceId, {
      action: 'webhook_endpoint.secret_rotated',
      subject: { kind: 'WebhookEndpoint', id: key.endpointId },
      before: { previousSecretEndsAt: endpoint.secrets.previous[0]?.endsAt ?? null },
      after: { previousSecretEndsAt: rotated.previousEndsAt },
    });
    return { secret, previousEndsAt: rotated.previousEndsAt };
  });
}

/**
 * Sends `webhook.test`, or the example of another type, to this endpoint only, whatever its filter, through the usual
 * delivery queue.
 */
export async function sendTestEvent(
  context: ActionContext,
  key: EndpointKey,
  example?: TestData['sentAs'],
): Promise<{ readonly eventId: string } | Refusal> {
  const { now, randomBytes } = context;
  return context.database.transaction().execute(async (database) => {
    const endpoint = await lockWebhookEndpoint(database, key);
    if (!endpoint) return refuseUnknown('endpointId', 'webhook endpoint');
    if (endpoint.health.disabled) return refuse('webhook.endpoint_disabled');
    const eventId = timeOrderedId(now, randomBytes);
    const { workspaceId, endpointId } = key;
    const sentAs = example && { ...example, data: { ...example.data, workspaceId } };
    const data = { workspaceId, endpointId, ...(sentAs && { sentAs }) };
    await insertEvents(database, workspaceId, [{ eventId, type: 'webhook.test', occurredAt: now, data }]);
    await insertDeliveries(database, key, [eventId], now);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'webhook_endpoint.test_sent',
      subject: { kind: 'WebhookEndpoint', id: endpointId },
      before: null,
      after: { eventId, ...(example && { type: example.type }) },
    });
    return { eventId };
  });
}
