import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { WebhookEndpointSettings } from '../../core/webhooks/endpoint.ts';
import { filterFromValues, filterToValues } from '../../core/webhooks/event.ts';
import type { DisabledReason, EndpointHealth } from '../../core/webhooks/health.ts';
import type { WebhookSecrets } from '../../core/webhooks/secret.ts';
import type { Database } from '../database.ts';
import type { WebhookEndpoints } from '../schema/tables.generated.ts';
import { insertAll } from '../sql/insert-all.ts';
import { ListOrder, type SortedPage } from '../sql/list-order.ts';
import { loadTotal } from '../sql/load-total.ts';
import { containsText } from '../sql/text-search.ts';
import { previousSecretColumns, previousSecrets, type SecretColumns, secretsFrom } from './secrets.ts';

type EndpointRow = Selectable<WebhookEndpoints> & SecretColumns;

/** An endpoint without its header values and secrets, which stay sealed. */
export interface WebhookEndpoint extends Omit<WebhookEndpointSettings, 'headers'> {
  readonly workspaceId: string;
  readonly endpointId: string;
  readonly headerNames: readonly string[];
  readonly health: EndpointHealth;
  /** Expiry of the previous secrets, newest first; some may have expired. */
  readonly previousSecretsEndAt: readonly Date[];
  readonly createdAt: Date;
  /** ETag of its settings; changes with every setting, header values included. */
  readonly entityTag: string;
}

/** Settings without header values. */
export type ShownSettings = Omit<WebhookEndpointSettings, 'headers'> & Pick<WebhookEndpoint, 'headerNames'>;

export function endpointSettings(endpoint: ShownSettings): ShownSettings {
  const { url, description, eventTypes, products, headerNames, rateLimitPerMinute } = endpoint;
  return { url, description, eventTypes, products, headerNames, rateLimitPerMinute };
}

/** Sealed headers and secrets for deliveries. */
export interface SealedEndpoint {
  readonly workspaceId: string;
  readonly endpointId: string;
  readonly url: string;
  readonly health: EndpointHealth;
  readonly isRemoved: boolean;
  readonly secrets: WebhookSecrets<Uint8Array>;
  readonly sealedHeaders: Uint8Array;
}

export interface EndpointKey {
  readonly workspaceId: string;
  readonly endpointId: string;
}

export interface NewWebhookEndpoint
  extends EndpointKey,
    Omit<WebhookEndpointSettings, 'headers' | 'products'> {
  readonly headerNames: readonly string[];
  readonly sealedHeaders: Uint8Array;
  readonly sealedSecret: Uint8Array;
  /** Product ids, or all. */
  readonly products: 'all' | readonly string[];
}

export async function insertWebhookEndpoint(
  database: Database,
  endpoint: NewWebhookEndpoint,
  now: Date,
): Promise<void> {
  await database
    .insertInto('webhook_endpoints')
    .values({
      workspace_id: endpoint.workspaceId,
      endpoint_id: endpoint.endpointId,
      url: endpoint.url,
      description: endpoint.description,
      event_types: [...filterToValues(endpoint.eventTypes)],
      all_products: endpoint.products === 'all',
      header_names: [...endpoint.headerNames],
      sealed_headers: Buffer.from(endpoint.sealedHeaders),
      rate_limit_per_minute: endpoint.rateLimitPerMinute,
      sealed_secret: Buffer.from(endpoint.sealedSecret),
      created_at: now,
    })
    .execute();
  await insertEndpointProducts(database, endpoint, endpoint.products);
}

/** Only the given members change; headers are sealed, with their names. */
export type EndpointChanges = Partial<Omit<NewWebhookEndpoint, keyof EndpointKey | 'sealedSecret'>>;

export async function updateWebhookEndpoint(
  database: Database,
  key: EndpointKey,
  changes: EndpointChanges,
): Promise<void> {
  const { url, description, eventTypes, products, headerNames, sealedHeaders, rateLimitPerMinute } = changes;
  const columns = {
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description }),
    ...(eventTypes !== undefined && { event_types: [...filterToValues(eventTypes)] }),
    ...(products !== undefined && { all_products: products === 'all' }),
    ...(headerNames !== undefined && { header_names: [...headerNames] }),
    ...(sealedHeaders !== undefined && { sealed_headers: Buffer.from(sealedHeaders) }),
    ...(rateLimitPerMinute !== undefined && { rate_limit_per_minute: rateLimitPerMinute }),
  };
  if (Object.keys(columns).length > 0) await updateColumns(database, key, columns);
  if (products === undefined) return;
  await database
    .deleteFrom('webhook_endpoint_products')
    .where('workspace_id', '=', key.workspaceId)
    .where('endpoint_id', '=', key.endpointId)
    .execute();
  await insertEndpointProducts(database, key, products);
}

export async function updateEndpointHealth(
  database: Database,
  key: EndpointKey,
  { failingSince, disabled }: EndpointHealth,
): Promise<void> {
  await updateColumns(database, key, {
    failing_since: failingSince,
    disabled_at: disabled?.at ?? null,
    disabled_reason: disabled?.reason ?? null,
  });
}

/** Soft delete: the delivery log still references the row. */
export async function markEndpointRemoved(database: Database, key: EndpointKey, now: Date): Promise<void> {
  await updateColumns(database, key, { removed_at: now });
}

async function updateColumns(
  database: Database,
  { workspaceId, endpointId }: EndpointKey,
  columns: Partial<Selectable<WebhookEndpoints>>,
): Promise<void> {
  await database
    .updateTable('webhook_endpoints')
    .set(columns)
    .where('workspace_id', '=', workspaceId)
    .where('endpoint_id', '=', endpointId)
    .execute();
}

async function insertEndpointProducts(
  database: Database,
  { workspaceId, endpointId }: EndpointKey,
  products: 'all' | readonly string[],
): Promise<void> {
  if (products === 'all') return;
  await insertAll(database, 'webhook_endpoint_products', products, (product_id) => ({
    workspace_id: workspaceId,
    endpoint_id: endpointId,
    product_id,
  }));
}

/** Locks the endpoint until the transaction ends; undefined when it was removed. */
export async function lockWebhookEndpoint(
  database: Database,
  { workspaceId, endpointId }: EndpointKey,
): Promise<SealedEndpoint | undefined> {
  const { rows } = await sql<EndpointRow>`
    select endpoint.*, ${previousSecretColumns} from webhook_endpoints as endpoint cross join ${previousSecrets(workspaceId)}
    where endpoint.workspace_id = ${workspaceId} and endpoint.endpoint_id = ${endpointId}
      and endpoint.removed_at is null
    for no key update of endpoint`.execute(database);
  return rows.map(sealedFrom)[0];
}

/** Includes removed endpoints. */
export async function loadSealedEndpoints(
  database: Database,
  workspaceId: string,
  endpointIds: readonly string[],
): Promise<readonly SealedEndpoint[]> {
  const { rows } = await sql<EndpointRow>`
    select endpoint.*, ${previousSecretColumns} from webhook_endpoints as endpoint cross join ${previousSecrets(workspaceId)}
    where endpoint.workspace_id = ${workspaceId} and endpoint.endpoint_id = any(${endpointIds}::uuid[])`.execute(
    database,
  );
  return rows.map(sealedFrom);
}

export async function findWebhookEndpoint(
  database: Database,
  { workspaceId, endpointId }: EndpointKey,
): Promise<WebhookEndpoint | undefined> {
  const [endpoint] = await readEndpoints(database, workspaceId, sql`endpoint.endpoint_id = ${endpointId}`);
  return endpoint;
}

export const endpointOrder = new ListOrder({
  id: [
    { column: sql`endpoint.endpoint_id`, type: 'uuid', of: ({ endpointId }: WebhookEndpoint) => endpointId },
  ],
  idKey: 'createdAt',
  columns: {
    name: {
      column: sql`coalesce(nullif(endpoint.description, ''), endpoint.url)`,
      type: 'text',
      of: ({ description, url }) => description || url,
    },
  },
  standard: '-createdAt',
});

interface EndpointFilter {
  /** Part of a description or URL. */
  readonly search?: string | undefined;
}

/** Endpoints of a workspace, newest first unless another order is asked for. */
export async function listWebhookEndpoints(
  database: Database,
  workspaceId: string,
  { limit, search, ...page }: SortedPage<(typeof endpointOrder.sorts)[number]> & EndpointFilter,
): Promise<readonly WebhookEndpoint[]> {
  const { isAfter, order } = endpointOrder.select(page);
  return readEndpoints(database, workspaceId, sql`${matches({ search })} and ${isAfter}`, { order, limit });
}

export const loadEndpointTotal = (database: Database, workspaceId: string, filter: EndpointFilter) =>
  loadTotal(
    database,
    sql`select from webhook_endpoints as endpoint
      where endpoint.workspace_id = ${workspaceId} and endpoint.removed_at is null and ${matches(filter)}`,
  );

const matches = ({ search }: EndpointFilter) =>
  containsText(search, sql`endpoint.description`, sql`endpoint.url`);

async function readEndpoints(
  database: Database,
  workspaceId: string,
  condition: RawBuilder<unknown>,
  { order, limit }: { readonly order: RawBuilder<unknown>; readonly limit: number } = {
    order: sql`endpoint.endpoint_id`,
    limit: 1,
  },
): Promise<readonly WebhookEndpoint[]> {
  const { rows } = await sql<EndpointRow & { products: string[]; settings_hash: string }>`
    select endpoint.*, ${previousSecretColumns}, chosen.products, encode(sha256(convert_to(jsonb_build_array(
      endpoint.url, endpoint.description, endpoint.event_types, endpoint.all_products, chosen.products,
      endpoint.header_names, encode(endpoint.sealed_headers, 'hex'), endpoint.rate_limit_per_minute
    )::text, 'UTF8')), 'hex') as settings_hash
    from webhook_endpoints as endpoint
    cross join ${previousSecrets(workspaceId)}
    cross join lateral (
      select array(
        select product.slug from webhook_endpoint_products as chosen
        join products as product using (workspace_id, product_id)
        where chosen.workspace_id = ${workspaceId} and chosen.endpoint_id = endpoint.endpoint_id
        order by product.slug
      ) as products
    ) as chosen
    where endpoint.workspace_id = ${workspaceId} and endpoint.removed_at is null and ${condition}
    order by ${order}
    limit ${limit}`.execute(database);
  return rows.map((row) => ({
    workspaceId,
    endpointId: row.endpoint_id,
    url: row.url,
    description: row.description,
    eventTypes: filterFromValues(row.event_types),
    products: row.all_products ? 'all' : row.products,
    headerNames: row.header_names,
    rateLimitPerMinute: row.rate_limit_per_minute,
    health: healthFrom(row),
    previousSecretsEndAt: secretsFrom(row).previous.map(({ endsAt }) => endsAt),
    createdAt: row.created_at,
    // Half of the hash is enough for an ETag.
    entityTag: `"${row.settings_hash.slice(0, 32)}"`,
  }));
}

function sealedFrom(row: EndpointRow): SealedEndpoint {
  return {
    workspaceId: row.workspace_id,
    endpointId: row.endpoint_id,
    url: row.url,
    health: healthFrom(row),
    isRemoved: row.removed_at !== null,
    secrets: secretsFrom(row),
    sealedHeaders: row.sealed_headers,
  };
}

export function healthFrom(
  row: Pick<Selectable<WebhookEndpoints>, 'failing_since' | 'disabled_at' | 'disabled_reason'>,
): EndpointHealth {
  const { disabled_at: at, disabled_reason: reason } = row;
  return {
    failingSince: row.failing_since,
    disabled: at && reason !== null ? { reason: reason as DisabledReason, at } : null,
  };
}
