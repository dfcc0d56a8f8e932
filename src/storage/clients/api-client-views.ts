import { sql } from 'kysely';
import type { Scope } from '../../core/clients/api-client.ts';
import type { ApplicationCredentialStatus } from '../../core/clients/credential.ts';
import type { PartnerPlan } from '../../core/workspaces/limits.ts';
import type { Database } from '../database.ts';
import { ListOrder, type SortedPage } from '../sql/list-order.ts';
import { loadTotal } from '../sql/load-total.ts';
import { containsText } from '../sql/text-search.ts';

/** An API client with its products and last use, for the portal. */
export interface ApiClientView {
  readonly workspaceId: string;
  readonly apiClientId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Slugs of the allowed products, or all of the workspace. */
  readonly products: 'all' | readonly string[];
  /** Null: the default of the workspace's partner plan. */
  readonly rateLimitPerMinute: number | null;
  readonly partnerPlan: PartnerPlan;
  readonly enabled: boolean;
  readonly createdAt: Date;
  /** Of any of its credentials. */
  readonly lastUsedAt: Date | null;
  readonly revision: number;
}

const lastUse = sql<Date | null>`greatest(
  (select max(last_used_at) from api_keys as key
    where key.workspace_id = client.workspace_id and key.api_client_id = client.api_client_id),
  (select max(last_used_at) from application_credentials as credential
    where credential.workspace_id = client.workspace_id and credential.api_client_id = client.api_client_id)
)`;

const selectViews = (database: Database, workspaceId: string) =>
  database
    .selectFrom('api_clients as client')
    .innerJoin('workspaces as workspace', 'workspace.workspace_id', 'client.workspace_id')
    .select([
      'client.workspace_id',
      'client.api_client_id',
      'client.name',
      'client.scopes',
      'client.all_products',
      'client.rate_limit_per_minute',
      'client.enabled',
      'client.created_at',
      'client.revision',
      'workspace.partner_plan',
      sql<string[]>`array(
        select product.slug from api_client_products as allowed
        join products as product using (workspace_id, product_id)
        where product.workspace_id = ${workspaceId} and allowed.api_client_id = client.api_client_id
        order by product.slug
      )`.as('products'),
      lastUse.as('last_used_at'),
    ])
    .where('client.workspace_id', '=', workspaceId);

export const apiClientOrder = new ListOrder({
  id: [
    { column: sql`client.api_client_id`, type: 'uuid', of: ({ apiClientId }: ApiClientView) => apiClientId },
  ],
  idKey: 'createdAt',
  columns: {
    name: { column: sql`client.name`, type: 'text', of: ({ name }) => name },
    lastUsedAt: {
      column: sql`coalesce(${lastUse}, '-infinity')`,
      type: 'timestamptz',
      of: ({ lastUsedAt }) => lastUsedAt?.toISOString() ?? '-infinity',
    },
  },
  standard: '-createdAt',
});

interface ApiClientFilter {
  /** Part of a name. */
  readonly search?: string | undefined;
}

/** A page of the workspace's clients, newest first unless another order is asked for. */
export async function listApiClientViews(
  database: Database,
  workspaceId: string,
  { limit, search, ...page }: SortedPage<(typeof apiClientOrder.sorts)[number]> & ApiClientFilter,
): Promise<readonly ApiClientView[]> {
  const { isAfter, order } = apiClientOrder.select(page);
  const rows = await selectViews(database, workspaceId)
    .where(matches({ search }))
    .where(isAfter)
    .orderBy(order)
    .limit(limit)
    .execute();
  return rows.map(viewFrom);
}

export const loadApiClientTotal = (database: Database, workspaceId: string, filter: ApiClientFilter) =>
  loadTotal(
    database,
    sql`select from api_clients as client where client.workspace_id = ${workspaceId} and ${matches(filter)}`,
  );

const matches = ({ search }: ApiClientFilter) => containsText(search, sql`client.name`);

export async function findApiClientView(
  database: Database,
  workspaceId: string,
  apiClientId: string,
): Promise<ApiClientView | undefined> {
  const row = await selectViews(database, workspaceId)
    .where('client.api_client_id', '=', apiClientId)
    .executeTakeFirst();
  return row && viewFrom(row);
}

/** Locks the client until the transaction ends; its credentials stay usable. */
export async function lockApiClientView(
  database: Database,
  workspaceId: string,
  apiClientId: string,
): Promise<ApiClientView | undefined> {
  const row = await database
    .selectFrom('api_clients')
    .select('api_client_id')
    .where('workspace_id', '=', workspaceId)
    .where('api_client_id', '=', apiClientId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && findApiClientView(database, workspaceId, apiClientId);
}

type ClientKey = Pick<ApiClientView, 'workspaceId' | 'apiClientId'>;

/** `productIds` are the ids of `client.products`; unused when it may use all. */
export async function updateApiClient(
  database: Database,
  client: ClientKey & Pick<ApiClientView, 'name' | 'scopes' | 'products' | 'rateLimitPerMinute'>,
  productIds: readonly string[],
): Promise<void> {
  const { workspaceId, apiClientId } = client;
  await database
    .updateTable('api_clients')
    .set((row) => ({
      name: client.name,
      scopes: [...client.scopes],
      all_products: client.products === 'all',
      rate_limit_per_minute: client.rateLimitPerMinute,
      revision: row('revision', '+', 1),
    }))
    .where('workspace_id', '=', workspaceId)
    .where('api_client_id', '=', apiClientId)
    .execute();
  await database
    .deleteFrom('api_client_products')
    .where('workspace_id', '=', workspaceId)
    .where('api_client_id', '=', apiClientId)
    .execute();
  if (client.products === 'all' || productIds.length === 0) return;
  await database
    .insertInto('api_client_products')
    .values(
      productIds.map((product_id) => ({ workspace_id: workspaceId, api_client_id: apiClientId, product_id })),
    )
    .execute();
}

export async function updateApiClientEnabled(
  database: Database,
  { workspaceId, apiClientId }: ClientKey,
  enabled: boolean,
): Promise<void> {
  await database
    .updateTable('api_clients')
    .set((row) => ({ enabled, revision: row('revision', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('api_client_id', '=', apiClientId)
    .execute();
}

function viewFrom(row: {
  workspace_id: string;
  api_client_id: string;
  name: string;
  scopes: string[];
  all_products: boolean;
  products: string[];
  rate_limit_per_minute: number | null;
  partner_plan: string;
  enabled: boolean;
  created_at: Date;
  last_used_at: Date | null;
  revision: number;
}): ApiClientView {
  return {
    workspaceId: row.workspace_id,
    apiClientId: row.api_client_id,
    name: row.name,
    scopes: row.scopes as Scope[],
    products: row.all_products ? 'all' : row.products,
    rateLimitPerMinute: row.rate_limit_per_minute,
    partnerPlan: row.partner_plan as PartnerPlan,
    enabled: row.enabled,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revision: row.revision,
  };
}

export interface ApplicationCredentialView {
  readonly credentialId: string;
  readonly applicationId: string;
  readonly tenantId: string;
  readonly status: ApplicationCredentialStatus;
  readonly challengeExpiresAt: Date;
  readonly wrongAttempts: number;
  readonly createdAt: Date;
  readonly verifiedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

/** The client's applications, verified or not, newest first. */
export async function listApplicationCredentialViews(
  database: Database,
  workspaceId: string,
  apiClientId: string,
): Promise<readonly ApplicationCredentialView[]> {
  const rows = await database
    .selectFrom('application_credentials')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('api_client_id', '=', apiClientId)
    .orderBy('credential_id', 'desc')
    .execute();
  return rows.map((row) => ({
    credentialId: row.credential_id,
    applicationId: row.application_id,
    tenantId: row.tenant_id,
    status: row.status as ApplicationCredentialStatus,
    challengeExpiresAt: row.challenge_expires_at,
    wrongAttempts: row.wrong_attempts,
    createdAt: row.created_at,
    verifiedAt: row.verified_at,
    lastUsedAt: row.last_used_at,
  }));
}
