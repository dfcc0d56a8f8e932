import { sql } from 'kysely';
import {
  type ApiClient,
  effectiveRateLimit,
  type Scope,
  workspaceRateLimit,
} from '../../core/clients/api-client.ts';
import type { PartnerPlan } from '../../core/workspaces/limits.ts';
import type { Database } from '../database.ts';
import { insertAll } from '../sql/insert-all.ts';

export interface NewApiClient {
  readonly workspaceId: string;
  readonly apiClientId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Ids of the allowed products, or all. */
  readonly products: 'all' | readonly string[];
  readonly rateLimitPerMinute: number | null;
}

export async function insertApiClient(database: Database, client: NewApiClient, now: Date): Promise<void> {
  await database
    .insertInto('api_clients')
    .values({
      workspace_id: client.workspaceId,
      api_client_id: client.apiClientId,
      name: client.name,
      scopes: [...client.scopes],
      all_products: client.products === 'all',
      rate_limit_per_minute: client.rateLimitPerMinute,
      enabled: true,
      created_at: now,
    })
    .execute();
  if (client.products !== 'all') await insertClientProducts(database, client, client.products);
}

export async function insertClientProducts(
  database: Database,
  { workspaceId, apiClientId }: Pick<NewApiClient, 'workspaceId' | 'apiClientId'>,
  productIds: readonly string[],
): Promise<void> {
  await insertAll(database, 'api_client_products', productIds, (product_id) => ({
    workspace_id: workspaceId,
    api_client_id: apiClientId,
    product_id,
  }));
}

export async function findApiClientId(
  database: Database,
  workspaceId: string,
  name: string,
): Promise<string | undefined> {
  const row = await database
    .selectFrom('api_clients')
    .select('api_client_id')
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.api_client_id;
}

/** Clients are never deleted, so a positive result stays true. */
export async function hasApiClient(
  database: Database,
  workspaceId: string,
  apiClientId: string,
): Promise<boolean> {
  const row = await database
    .selectFrom('api_clients')
    .select('api_client_id')
    .where('workspace_id', '=', workspaceId)
    .where('api_client_id', '=', apiClientId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Columns of the API client for credential queries, under the alias `client`. */
export const clientColumns = [
  'client.workspace_id',
  'client.api_client_id',
  'client.name',
  'client.scopes',
  'client.all_products',
  'client.rate_limit_per_minute',
  'workspace.partner_plan',
] as const;

/** Credentials are valid only while the client is enabled and its workspace is not suspended. */
export const isClientEnabled = sql<boolean>`client.enabled and workspace.suspended_at is null`.as('enabled');

export const clientProductIds = sql<string[]>`array(
  select product_id::text from api_client_products as allowed
  where allowed.workspace_id = client.workspace_id and allowed.api_client_id = client.api_client_id
)`.as('product_ids');

export function clientFrom(row: {
  workspace_id: string;
  api_client_id: string;
  name: string;
  scopes: string[];
  all_products: boolean;
  product_ids: string[];
  rate_limit_per_minute: number | null;
  partner_plan: string;
}): ApiClient {
  return {
    workspaceId: row.workspace_id,
    apiClientId: row.api_client_id,
    name: row.name,
    scopes: row.scopes as Scope[],
    products: row.all_products ? 'all' : new Set(row.product_ids),
    rateLimitPerMinute: effectiveRateLimit(row.rate_limit_per_minute, row.partner_plan as PartnerPlan),
    workspaceRateLimitPerMinute: workspaceRateLimit(row.partner_plan as PartnerPlan),
  };
}
