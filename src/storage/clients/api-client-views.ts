import { sql } from 'kysely';
import type { Scope } from '../../core/clients/api-client.ts';
import type { ApplicationCredentialStatus } from '../../core/clients/credential.ts';
import type { PartnerPlan } from '../../core/workspaces/limits.ts';
import type { Database } from '../database.ts';
import { ListOrder, type SortedPage } from '../sql/list-order.ts';
import { loadTotal } from '../sql/load-total.ts';
import { containsText } from '../sql/text-search.ts';
import { insertClientProducts } from './api-clients.ts';

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
      'client.workspace_id as workspaceId',
      'client.api_client_id as apiClientId',
      'client.name',
      'client.scopes',
      'client.all_products as allProducts',
      'client.rate_limit_per_minute as rateLimitPerMinute',
      'client.enabled',
      'client.created_at as createdAt',
      'client.revision',
      'workspace.partner_plan as partnerPlan',
      sql<string[]>`array(
        select product.slug from api_client_products as allowed
        join products as product using (workspace_id, product_id)
        where product.workspace_id = ${workspaceId} and allowed.api_client_id = client.api_client_id
        order by product.slug
      )`.as('products'),
      lastUse.as('lastUsedAt'),
    ])
    .where('client.workspace_id', '=', workspaceId)
    .$narrowType<{ scopes: Scope[]; partnerPlan: PartnerPlan }>();

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
  { search, ...page }: SortedPage<(typeof apiClientOrder.sorts)[number]> & ApiClientFilter,
): Promise<readonly ApiClientView[]> {
  const query = selectViews(database, workspaceId).where(matches({ search }));
  const rows = await apiClientOrder.pageOf(query, page);
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
  if (client.products !== 'all') await insertClientProducts(database, client, productIds);
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

type ViewRow = Awaited<ReturnType<ReturnType<typeof selectViews>['executeTakeFirstOrThrow']>>;

const viewFrom = ({ allProducts, products, ...client }: ViewRow): ApiClientView => ({
  ...client,
  products: allProducts ? 'all' : products,
});

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
export function listApplicationCredentialViews(
  database: Database,
  workspaceId: string,
  apiClientId: string,
): Promise<readonly ApplicationCredentialView[]> {
  return database
    .selectFrom('application_credentials')
    .select(['credential_id as credentialId', 'application_id as applicationId', 'tenant_id as tenantId'])
    .select(['status', 'challenge_expires_at as challengeExpiresAt', 'wrong_attempts as wrongAttempts'])
    .select(['created_at as createdAt', 'verified_at as verifiedAt', 'last_used_at as lastUsedAt'])
    .where('workspace_id', '=', workspaceId)
    .where('api_client_id', '=', apiClientId)
    .orderBy('credential_id', 'desc')
    .$narrowType<{ status: ApplicationCredentialStatus }>()
    .execute();
}
