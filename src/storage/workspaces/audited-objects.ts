import { type RawBuilder, sql } from 'kysely';
import { isUuid } from '../../core/identifiers.ts';
import { type AuditedObject, type AuditSubject, keyOfObject } from '../../core/workspaces/audit.ts';
import type { Database } from '../database.ts';

/** An object as it is now. */
export interface KnownObject {
  readonly name: string | null;
  /** False for an object that is marked as removed. */
  readonly exists: boolean;
}

type Select = (workspaceId: string, ids: readonly string[]) => RawBuilder<unknown>;

/** Each selects `id`, `name` and `exists`. */
const byUuid: Readonly<Partial<Record<AuditSubject, Select>>> = {
  Workspace: (workspaceId) => sql`
    select workspace_id::text as id, name, true as exists from workspaces where workspace_id = ${workspaceId}`,
  Member: (workspaceId, ids) => sql`
    select member_id::text as id, coalesce(name, email) as name, removed_at is null as exists from workspace_members
    where workspace_id = ${workspaceId} and member_id = any(${ids}::uuid[])`,
  ServiceAccount: (workspaceId, ids) => sql`
    select service_account_id::text as id, name, true as exists from service_accounts
    where workspace_id = ${workspaceId} and service_account_id = any(${ids}::uuid[])`,
  ApiClient: (workspaceId, ids) => sql`
    select api_client_id::text as id, name, true as exists from api_clients
    where workspace_id = ${workspaceId} and api_client_id = any(${ids}::uuid[])`,
  ApplicationCredential: (workspaceId, ids) => sql`
    select credential_id::text as id, application_id::text as name, true as exists from application_credentials
    where workspace_id = ${workspaceId} and credential_id = any(${ids}::uuid[])`,
  WebhookEndpoint: (workspaceId, ids) => sql`
    select endpoint_id::text as id, coalesce(nullif(description, ''), url) as name, removed_at is null as exists
    from webhook_endpoints
    where workspace_id = ${workspaceId} and endpoint_id = any(${ids}::uuid[])`,
  MarketplaceConnection: (workspaceId, ids) => sql`
    select connection_id::text as id, source_name as name, true as exists from marketplace_connections
    where workspace_id = ${workspaceId} and connection_id = any(${ids}::uuid[])`,
  IdpConnection: (workspaceId, ids) => sql`
    select product.product_id::text as id, product.name, connection.product_id is not null as exists
    from products as product left join idp_connections as connection using (workspace_id, product_id)
    where product.workspace_id = ${workspaceId} and product.product_id = any(${ids}::uuid[])`,
  Organisation: (workspaceId, ids) => sql`
    select organisation_id::text as id, name, true as exists from organisations
    where workspace_id = ${workspaceId} and organisation_id = any(${ids}::uuid[])`,
  Customer: (workspaceId, ids) => sql`
    select tenant.tenant_id::text as id, organisation.name, true as exists
    from tenants as tenant left join organisations as organisation using (workspace_id, organisation_id)
    where tenant.workspace_id = ${workspaceId} and tenant.tenant_id = any(${ids}::uuid[])`,
  CustomerMember: (workspaceId, ids) => sql`
    select member_id::text as id, email as name, true as exists from members
    where workspace_id = ${workspaceId} and member_id = any(${ids}::uuid[])`,
  Subscription: (workspaceId, ids) => sql`
    select subscription.subscription_id::text as id,
      product.name || ', ' || plan.name || coalesce(' (' || organisation.name || ')', '') as name, true as exists
    from subscriptions as subscription
    join products as product using (workspace_id, product_id)
    join plans as plan using (workspace_id, plan_id)
    join tenants as tenant using (workspace_id, tenant_id)
    left join organisations as organisation using (workspace_id, organisation_id)
    where subscription.workspace_id = ${workspaceId} and subscription.subscription_id = any(${ids}::uuid[])`,
  Notice: (workspaceId, ids) => sql`
    select notice_id::text as id, kind as name, true as exists from notices
    where workspace_id = ${workspaceId} and notice_id = any(${ids}::uuid[])`,
  Plan: (workspaceId, ids) => sql`
    select plan_id::text as id, name, true as exists from plans
    where workspace_id = ${workspaceId} and plan_id = any(${ids}::uuid[])`,
};

const slugPairs = (ids: readonly string[]) => sql`(
  select split_part(pair, '/', 1), split_part(pair, '/', 2) from unnest(${ids}::text[]) as pair)`;

const keys: Select = (workspaceId, ids) => sql`
  select key_id as id, name, revoked_at is null as exists from api_keys
  where workspace_id = ${workspaceId} and key_id = any(${ids}::text[])`;

const byText: Readonly<Partial<Record<AuditSubject, Select>>> = {
  ApiKey: keys,
  ServiceAccountKey: keys,
  Category: (workspaceId, ids) => sql`
    select slug as id, name, true as exists from categories
    where workspace_id = ${workspaceId} and slug = any(${ids}::text[])`,
  Product: (workspaceId, ids) => sql`
    select slug as id, name, true as exists from products
    where workspace_id = ${workspaceId} and slug = any(${ids}::text[])`,
  Edition: (workspaceId, ids) => sql`
    select product.slug || '/' || edition.slug as id, edition.name, true as exists
    from products as product join editions as edition using (workspace_id, product_id)
    where product.workspace_id = ${workspaceId} and (product.slug, edition.slug) in ${slugPairs(ids)}`,
  Plan: (workspaceId, ids) => sql`
    select product.slug || '/' || plan.slug as id, plan.name, true as exists
    from products as product join plans as plan using (workspace_id, product_id)
    where product.workspace_id = ${workspaceId} and (product.slug, plan.slug) in ${slugPairs(ids)}`,
};

/** Reads the objects in one statement, by `keyOfObject`. An unknown object is absent. */
export async function loadAuditedObjects(
  database: Database,
  workspaceId: string,
  objects: readonly AuditedObject[],
): Promise<ReadonlyMap<string, KnownObject>> {
  const selects: RawBuilder<unknown>[] = [];
  const kinds = new Set(objects.map(({ kind }) => kind));
  for (const kind of kinds) {
    const ids = [...new Set(objects.filter((object) => object.kind === kind).map(({ id }) => id))];
    const add = (select: Select | undefined, chosen: readonly string[]) => {
      if (select === undefined || chosen.length === 0) return;
      selects.push(sql`select ${kind}::text as kind, * from (${select(workspaceId, chosen)}) as named`);
    };
    // A slug can look like an id; only plans are named by either.
    add(
      byText[kind],
      ids.filter((id) => kind !== 'Plan' || id.includes('/')),
    );
    add(byUuid[kind], ids.filter(isUuid));
  }
  if (selects.length === 0) return new Map();
  const { rows } = await sql<AuditedObject & KnownObject>`${sql.join(selects, sql` union all `)}`.execute(
    database,
  );
  return new Map(rows.map((row) => [keyOfObject(row), { name: row.name, exists: row.exists }]));
}
