import { sql } from 'kysely';
import type { StartingFacts } from '../../core/overview/getting-started.ts';
import type { Database } from '../database.ts';

/** What a person works on next: the newest of each kind; null if there is none. */
export interface StartingSubjects {
  readonly product: string | null;
  /** A published plan of the product without a mapping. */
  readonly plan: string | null;
  readonly apiClientId: string | null;
  readonly connectionId: string | null;
  /** Of a published plan. */
  readonly mapping: {
    readonly offerId: string;
    readonly planId: string;
    /** Null: its source is not connected. */
    readonly connection: {
      readonly connectionId: string;
      /** Null: the real marketplace of a seller. */
      readonly marketplaceUrl: string | null;
      readonly clientId: string | null;
      readonly sellerAccount: string | null;
    } | null;
  } | null;
}

/** In one statement, whatever the workspace has. */
export async function loadStartingFacts(
  database: Database,
  workspaceId: string,
): Promise<StartingFacts & StartingSubjects> {
  const own = sql`workspace_id = ${workspaceId}`;
  const newestProduct = (column: 'slug' | 'product_id') => sql`(
    select ${sql.ref(column)} from products where ${own} and status <> 'Archived'
    order by created_at desc, slug limit 1
  )`;
  const { rows } = await sql<StartingFacts & StartingSubjects>`
    select
      exists (select from marketplace_connections where ${own}) as "hasConnection",
      exists (select from products where ${own} and status <> 'Archived') as "hasProduct",
      exists (
        select from plans as plan join products as product using (workspace_id, product_id)
        where plan.${own} and plan.status = 'Published' and product.status = 'Published'
      ) as "hasPublishedPlan",
      exists (select from marketplace_mappings where ${own}) as "hasMapping",
      exists (select from api_clients where ${own}) as "hasClient",
      exists (select from api_keys where ${own} and api_client_id is not null and last_used_at is not null)
        or exists (select from application_credentials where ${own} and last_used_at is not null) as "hasCall",
      exists (
        select from subscriptions
        where ${own} and marketplace_subscription_id is not null and status <> 'Pending'
      ) as "hasPurchase",
      ${newestProduct('slug')} as product,
      (
        select plan.slug from plans as plan
        where plan.${own} and plan.status = 'Published' and plan.product_id = ${newestProduct('product_id')}
          and not exists (
            select from marketplace_mappings as mapping
            where mapping.${own} and mapping.plan_id = plan.plan_id
          )
        order by plan.created_at desc, plan.slug limit 1
      ) as plan,
      (
        select api_client_id from api_clients where ${own} order by api_client_id desc limit 1
      ) as "apiClientId",
      (
        select connection_id from marketplace_connections where ${own} order by created_at desc, connection_id limit 1
      ) as "connectionId",
      (
        select json_build_object('offerId', mapping.offer_id, 'planId', mapping.marketplace_plan_id, 'connection', (
          select json_build_object(
            'connectionId', connection.connection_id, 'clientId', connection.client_id,
            'marketplaceUrl', coalesce(connection.endpoint_url, connection.marketplace_url),
            'sellerAccount', connection.seller_account
          )
          from marketplace_connections as connection
          where connection.${own} and connection.source_name = mapping.source_name
        ))
        from marketplace_mappings as mapping join plans as plan using (workspace_id, plan_id)
        where mapping.${own} and plan.status = 'Published' order by mapping.mapping_id desc limit 1
      ) as mapping`.execute(database);
  const [facts] = rows;
  if (!facts) throw new Error('The statement returned no row');
  return facts;
}
