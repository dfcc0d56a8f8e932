import { CompiledQuery, type Selectable, sql } from 'kysely';
import type { MarketplaceOffer, PlanContent } from '../../core/catalogue/plan-content.ts';
import type { ConnectionKind, EntitlementFacts, SubscribedPlan } from '../../core/entitlements/in-force.ts';
import type { Database, Pool } from '../database.ts';
import type { Subscriptions } from '../schema/tables.generated.ts';
import { preparedStatement } from '../sql/prepared-statement.ts';
import { subscriptionFrom } from '../subscriptions/subscriptions.ts';
import {
  CompactEntitlement,
  type EntitlementRow,
  entitlementFrom,
  entitlementLookUpText,
  factsFrom,
  inStatement,
  marketplacesOf,
  offerOfLicence,
  type StoredEntitlement,
} from './entitlements.ts';

type TenantRow = EntitlementRow & { readonly tenant_id: string };
type SubscriptionRow = TenantRow & { readonly subscription_id: string };

/** The look-up of one entitlement for each row of `requested (slug, tenant_id)`. */
const eachRequested = `cross join lateral (
  ${entitlementLookUpText.replaceAll('$2', 'requested.slug').replaceAll('$3', 'requested.tenant_id')}
) as found`;

const byKeys = preparedStatement<TenantRow>(
  'entitlements_look_up',
  `select requested.tenant_id, found.*
   from unnest($2::text[], $3::uuid[]) as requested (slug, tenant_id) ${eachRequested}`,
);

export interface EntitlementKey {
  readonly product: string;
  readonly tenantId: string;
}

/** Reads many tenants and products in one query. Those of an unknown product are missing. */
export async function findEntitlements(
  pool: Pool,
  workspaceId: string,
  keys: readonly EntitlementKey[],
): Promise<readonly (EntitlementKey & { readonly stored: CompactEntitlement })[]> {
  const slugs = keys.map(({ product }) => product);
  const tenantIds = keys.map(({ tenantId }) => tenantId);
  const rows = await byKeys(pool, workspaceId, slugs, tenantIds);
  return rows.map(({ tenant_id: tenantId, ...row }) => ({
    product: row.slug,
    tenantId,
    stored: new CompactEntitlement(row, tenantId),
  }));
}

const ofTenantText = `
  select found.* from (
    select distinct product.slug, subscription.tenant_id from subscriptions as subscription
    join products as product using (workspace_id, product_id)
    where subscription.workspace_id = $1 and subscription.tenant_id = $2
  ) as requested ${eachRequested}
  order by found.slug`;

/** Entitlements of every product that the tenant has ever bought, in one statement. */
export async function loadEntitlementsOfTenant(
  database: Database,
  workspaceId: string,
  tenantId: string,
): Promise<readonly StoredEntitlement[]> {
  const rows = await look<EntitlementRow>(database, ofTenantText, workspaceId, tenantId);
  return rows.map((row) => entitlementFrom(row, tenantId));
}

const ofSubscriptionsText = `
  select requested.subscription_id, requested.tenant_id, found.* from (
    select subscription.subscription_id, subscription.tenant_id, product.slug from subscriptions as subscription
    join products as product using (workspace_id, product_id)
    where subscription.workspace_id = $1 and subscription.subscription_id = any($2::uuid[])
  ) as requested ${eachRequested}`;

/** The facts of the entitlement that each subscription belongs to, by subscription id, in one statement. */
export async function loadFactsOfSubscriptions(
  database: Database,
  workspaceId: string,
  subscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, EntitlementFacts>> {
  const rows = await look<SubscriptionRow>(database, ofSubscriptionsText, workspaceId, subscriptionIds);
  return new Map(rows.map((row) => [row.subscription_id, factsFrom(row, row.tenant_id)]));
}

async function look<Row>(
  database: Database,
  text: string,
  ...values: readonly unknown[]
): Promise<readonly Row[]> {
  const statement = CompiledQuery.raw(text, [...values]) as CompiledQuery<Row>;
  return (await database.executeQuery(statement)).rows;
}

const beforeAllTenants = '00000000-0000-0000-0000-000000000000';

/**
 * A page of the tenants with a subscription to one of the plans, ended ones included, by id. An index-only scan from
 * the last page on: every page costs the same.
 */
export async function listTenantsWithProduct(
  database: Database,
  plans: {
    readonly workspaceId: string;
    readonly productId: string;
    readonly planIds: readonly string[];
  },
  /** Null begins with the first tenant. */
  page: { readonly afterTenantId: string | null; readonly limit: number },
): Promise<readonly string[]> {
  const { rows } = await sql<{ tenant_id: string }>`
    select distinct tenant_id from subscriptions
    where workspace_id = ${plans.workspaceId} and product_id = ${plans.productId}
      and tenant_id > ${page.afterTenantId ?? beforeAllTenants} and plan_id = any(${plans.planIds}::uuid[])
    order by tenant_id
    limit ${page.limit}`.execute(database);
  return rows.map(({ tenant_id }) => tenant_id);
}

/** A product with the current contents of its plans. */
export interface ProductWithContents {
  readonly workspaceId: string;
  readonly productId: string;
  readonly slug: string;
  readonly name: string;
  /** Contents of all its plans, by plan id. */
  readonly contents: ReadonlyMap<string, PlanContent>;
}

type SubscribedRow = Selectable<Subscriptions> & {
  readonly version: number;
  readonly sold: MarketplaceOffer | null;
  readonly marketplaces: readonly ConnectionKind[] | null;
};

/**
 * The entitlement facts of many tenants with a product. Plans are passed in, so that they are not read with each
 * subscription.
 */
export async function loadEntitlementFacts(
  database: Database,
  { workspaceId, productId, slug, name, contents }: ProductWithContents,
  tenantIds: readonly string[],
): Promise<readonly EntitlementFacts[]> {
  const licence = 'subscription.marketplace_subscription_id';
  const { rows } = await sql<SubscribedRow>`
    select subscription.*, entitlement.version,
      ${inStatement((id) => offerOfLicence(id, licence), workspaceId)} as sold,
      ${inStatement(marketplacesOf, workspaceId)}::json as marketplaces
    from subscriptions as subscription
    join entitlements as entitlement using (workspace_id, product_id, tenant_id)
    where subscription.workspace_id = ${workspaceId} and subscription.product_id = ${productId}
      and subscription.tenant_id = any(${tenantIds}::uuid[])
      and entitlement.tenant_id = any(${tenantIds}::uuid[])`.execute(database);
  const byTenant = new Map(
    tenantIds.map((tenantId) => [tenantId, { version: 0, subscriptions: [] as SubscribedPlan[] }]),
  );
  for (const row of rows) {
    const facts = byTenant.get(row.tenant_id);
    const plan = contents.get(row.plan_id);
    // A plan that was added after its product was read is not compared.
    if (!facts || !plan) continue;
    facts.version = row.version;
    facts.subscriptions.push({
      subscription: subscriptionFrom(row),
      plan,
      ...(row.sold && { sold: row.sold }),
    });
  }
  const marketplaces = rows[0]?.marketplaces;
  const shared = { product: { slug, name }, ...(marketplaces && { marketplaces }) };
  return [...byTenant].map(([tenantId, facts]) => ({ tenantId, ...shared, ...facts }));
}

export interface StoredVersion {
  readonly tenantId: string;
  readonly productId: string;
  /** The product's slug. */
  readonly product: string;
  readonly version: number;
}

/** The entitlements of the tenants, and of all tenants of their organisations. */
export async function listOrganisationEntitlements(
  database: Database,
  workspaceId: string,
  tenantIds: readonly string[],
): Promise<readonly StoredVersion[]> {
  const { rows } = await sql<StoredVersion>`
    select distinct entitlement.tenant_id as "tenantId", entitlement.product_id as "productId",
      product.slug as product, entitlement.version
    from tenants as own
    join tenants as held on held.workspace_id = own.workspace_id
      and (held.tenant_id = own.tenant_id or held.organisation_id = own.organisation_id)
    join subscriptions as subscription on subscription.workspace_id = held.workspace_id
      and subscription.tenant_id = held.tenant_id
    join entitlements as entitlement on entitlement.workspace_id = subscription.workspace_id
      and entitlement.product_id = subscription.product_id and entitlement.tenant_id = subscription.tenant_id
    join products as product on product.workspace_id = entitlement.workspace_id
      and product.product_id = entitlement.product_id
    where own.workspace_id = ${workspaceId} and own.tenant_id = any(${tenantIds}::uuid[])`.execute(database);
  return rows;
}
