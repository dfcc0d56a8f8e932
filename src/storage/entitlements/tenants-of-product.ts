import { type Selectable, sql } from 'kysely';
import type { PlanContent } from '../../core/catalogue/plan-content.ts';
import type { EntitlementFacts, Holding } from '../../core/entitlements/in-force.ts';
import type { Database } from '../database.ts';
import { subscriptionFrom } from '../subscriptions/subscriptions.ts';
import type { Subscriptions } from '../tables.generated.ts';

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

/**
 * The entitlement facts of many tenants with a product. Plans are passed in, so that they are not read with each
 * subscription.
 */
export async function loadEntitlementFacts(
  database: Database,
  { workspaceId, productId, slug, name, contents }: ProductWithContents,
  tenantIds: readonly string[],
): Promise<readonly EntitlementFacts[]> {
  const { rows } = await sql<Selectable<Subscriptions> & { version: number }>`
    select subscription.*, entitlement.version
    from subscriptions as subscription
    join entitlements as entitlement using (workspace_id, product_id, tenant_id)
    where subscription.workspace_id = ${workspaceId} and subscription.product_id = ${productId}
      and subscription.tenant_id = any(${tenantIds}::uuid[])
      and entitlement.tenant_id = any(${tenantIds}::uuid[])`.execute(database);
  const byTenant = new Map(
    tenantIds.map((tenantId) => [tenantId, { version: 0, subscriptions: [] as Holding[] }]),
  );
  for (const row of rows) {
    const facts = byTenant.get(row.tenant_id);
    const plan = contents.get(row.plan_id);
    // A plan that was added after its product was read is not compared.
    if (!facts || !plan) continue;
    facts.version = row.version;
    facts.subscriptions.push({ subscription: subscriptionFrom(row), plan });
  }
  return [...byTenant].map(([tenantId, facts]) => ({ tenantId, product: { slug, name }, ...facts }));
}
