import { checkRateLimitSetting, type Scope } from '../core/api-client.ts';
import { timeOrderedId } from '../core/identifiers.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import { insertApiClient } from '../storage/api-clients.ts';
import { loadWorkspace } from '../storage/workspaces.ts';
import { chooseProducts } from './choose-products.ts';
import type { ActionContext } from './context.ts';

export interface ApiClientRegistration {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Slugs of the products it may ask about, or all of the workspace's. */
  readonly products: 'all' | readonly string[];
  /** Null: the default of the workspace's partner plan. */
  readonly rateLimitPerMinute: number | null;
}

export async function registerApiClient(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  registration: ApiClientRegistration,
): Promise<{ readonly apiClientId: string } | Refusal> {
  return database.transaction().execute(async (transaction) => {
    const { partnerPlan } = await loadWorkspace(transaction, workspaceId);
    const overQuota = checkRateLimitSetting(registration.rateLimitPerMinute, partnerPlan);
    if (overQuota) return overQuota;

    const products = await chooseProducts(transaction, workspaceId, registration.products);
    if (isRefusal(products)) return products;

    const apiClientId = timeOrderedId(now, randomBytes);
    await insertApiClient(transaction, { ...registration, workspaceId, apiClientId, products }, now);
    return { apiClientId };
  });
}
