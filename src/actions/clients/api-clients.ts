import { checkRateLimitSetting, type Scope } from '../../core/clients/api-client.ts';
import { timeOrderedId } from '../../core/identifiers.ts';
import { isRefusal, type Refusal, refuse, refuseInvalid, refuseUnknown } from '../../core/refusal.ts';
import { isCurrent } from '../../core/values/entity-tag.ts';
import { nameIssues } from '../../core/values/text.ts';
import { checkWorkspaceLimit } from '../../core/workspaces/limits.ts';
import { lockProductIds } from '../../storage/catalogue/products.ts';
import { announceChanges } from '../../storage/changes/changes.ts';
import {
  type ApiClientView,
  lockApiClientView,
  updateApiClient,
  updateApiClientEnabled,
} from '../../storage/clients/api-client-views.ts';
import { insertApiClient } from '../../storage/clients/api-clients.ts';
import type { Database } from '../../storage/database.ts';
import { countApiClients } from '../../storage/workspaces/counts.ts';
import { lockWorkspace } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

export interface ApiClientRegistration {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Slugs of the allowed products, or all of the workspace. */
  readonly products: 'all' | readonly string[];
  /** Null: the default of the workspace's partner plan. */
  readonly rateLimitPerMinute: number | null;
}

export async function registerApiClient(
  context: ActionContext,
  workspaceId: string,
  registration: ApiClientRegistration,
): Promise<{ readonly apiClientId: string } | Refusal> {
  const { now, randomBytes } = context;
  const { name, scopes, products, rateLimitPerMinute } = registration;
  const issues = nameIssues('name', name);
  if (issues.length > 0) return refuseInvalid(issues);
  return context.database.transaction().execute(async (database) => {
    const { partnerPlan } = await lockWorkspace(database, workspaceId);
    const overQuota = checkRateLimitSetting(rateLimitPerMinute, partnerPlan);
    if (overQuota) return overQuota;
    const present = await countApiClients(database, workspaceId);
    const full = checkWorkspaceLimit(partnerPlan, 'API clients', present);
    if (full) return full;
    const productIds = await chooseProducts(database, workspaceId, products);
    if (isRefusal(productIds)) return productIds;

    const apiClientId = timeOrderedId(now, randomBytes);
    const client = {
      workspaceId,
      apiClientId,
      name,
      scopes,
      products: productIds,
      rateLimitPerMinute,
    } as const;
    await insertApiClient(database, client, now);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'api_client.registered',
      subject: { kind: 'ApiClient', id: apiClientId },
      before: null,
      after: { name, scopes, products, rateLimitPerMinute },
    });
    return { apiClientId };
  });
}

/** Takes effect on every node from the client's next request on. */
export async function changeApiClient(
  context: ActionContext,
  workspaceId: string,
  apiClientId: string,
  changes: Partial<ApiClientRegistration>,
  expectedRevision: number | 'any',
): Promise<ApiClientView | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const client = await lockApiClientView(database, workspaceId, apiClientId);
    if (!client) return refuseUnknown('apiClientId', 'API client');
    if (!isCurrent(client, expectedRevision)) return refuse('request.precondition_failed');
    const changed = { ...client, ...changes, revision: client.revision + 1 };
    const issues = nameIssues('name', changed.name);
    if (issues.length > 0) return refuseInvalid(issues);
    const overQuota = checkRateLimitSetting(changed.rateLimitPerMinute, client.partnerPlan);
    if (overQuota) return overQuota;
    const productIds = await chooseProducts(database, workspaceId, changed.products);
    if (isRefusal(productIds)) return productIds;

    await updateApiClient(database, changed, productIds === 'all' ? [] : productIds);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'api_client.changed',
      subject: { kind: 'ApiClient', id: apiClientId },
      before: editable(client),
      after: editable(changed),
    });
    await announceChanges(database, [{ kind: 'client', apiClientId }]);
    return changed;
  });
}

function editable({ name, scopes, products, rateLimitPerMinute }: ApiClientRegistration) {
  return { name, scopes, products, rateLimitPerMinute };
}

/**
 * Credentials of a disabled client are refused until it is enabled again. Takes no revision: stopping a client must not
 * fail because of another edit.
 */
export async function setApiClientEnabled(
  context: ActionContext,
  workspaceId: string,
  apiClientId: string,
  enabled: boolean,
): Promise<{ readonly enabled: boolean } | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const client = await lockApiClientView(database, workspaceId, apiClientId);
    if (!client) return refuseUnknown('apiClientId', 'API client');
    if (client.enabled === enabled) return { enabled };
    await updateApiClientEnabled(database, client, enabled);
    await recordAudit({ ...context, database }, workspaceId, {
      action: enabled ? 'api_client.enabled' : 'api_client.disabled',
      subject: { kind: 'ApiClient', id: apiClientId },
      before: { name: client.name, enabled: client.enabled },
      after: { name: client.name, enabled },
    });
    await announceChanges(database, [{ kind: 'client', apiClientId }]);
    return { enabled };
  });
}

/** Product ids by slug, locked until the transaction ends; unknown slugs are refused with their positions. */
export async function chooseProducts(
  database: Database,
  workspaceId: string,
  products: 'all' | readonly string[],
): Promise<'all' | readonly string[] | Refusal> {
  if (products === 'all') return 'all';
  const productIds = await lockProductIds(database, workspaceId, products);
  const unknown = products.flatMap((slug, index) =>
    productIds.has(slug)
      ? []
      : [{ path: `products.${index}`, rule: 'reference', message: 'is not a product of the workspace' }],
  );
  return unknown.length > 0 ? refuseInvalid(unknown) : [...productIds.values()];
}
