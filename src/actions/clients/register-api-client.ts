import { checkRateLimitSetting, type Scope } from '../../core/clients/api-client.ts';
import { timeOrderedId } from '../../core/identifiers.ts';
import { isRefusal, type Refusal, refuseInvalid } from '../../core/refusal.ts';
import { nameIssues } from '../../core/text.ts';
import { checkWorkspaceLimit } from '../../core/workspaces/limits.ts';
import { insertApiClient } from '../../storage/clients/api-clients.ts';
import { countApiClients } from '../../storage/workspaces/counts.ts';
import { lockWorkspace } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { chooseProducts } from './choose-products.ts';

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
