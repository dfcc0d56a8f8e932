import { sql } from 'kysely';
import type { Database } from '../database.ts';

/**
 * Increments the entitlement's version and locks it until the transaction ends. Version times never decrease, though
 * the clocks of two nodes may differ.
 */
export async function incrementVersion(
  database: Database,
  key: { readonly workspaceId: string; readonly productId: string; readonly tenantId: string },
  now: Date,
): Promise<{ readonly version: number; readonly recordedAt: Date }> {
  const { rows } = await sql<{ version: number; recorded_at: Date }>`
    with step as (
      insert into entitlements as entitlement (workspace_id, product_id, tenant_id, version, recorded_at)
      values (${key.workspaceId}, ${key.productId}, ${key.tenantId}, 1, ${now})
      on conflict (workspace_id, product_id, tenant_id) do update
        set version = entitlement.version + 1,
            recorded_at = greatest(entitlement.recorded_at, excluded.recorded_at)
      returning workspace_id, product_id, tenant_id, version, recorded_at
    )
    insert into entitlement_versions (workspace_id, product_id, tenant_id, version, recorded_at)
    select * from step
    returning version, recorded_at`.execute(database);
  const [row] = rows;
  if (!row) throw new Error('The version could not be taken');
  return { version: row.version, recordedAt: row.recorded_at };
}

export interface ProductPlans {
  readonly workspaceId: string;
  readonly productId: string;
  readonly planIds: readonly string[];
}

export interface TenantPage {
  /** Null begins with the first tenant. */
  readonly afterTenantId: string | null;
  readonly limit: number;
}

const beforeAllTenants = '00000000-0000-0000-0000-000000000000';

const holdsOneOf = ({ planIds }: ProductPlans) => sql`exists (
  select from subscriptions as subscription
  where subscription.workspace_id = entitlement.workspace_id
    and subscription.product_id = entitlement.product_id
    and subscription.tenant_id = entitlement.tenant_id
    and subscription.plan_id = any(${planIds}::uuid[])
)`;

/** Tenants with a subscription to one of the plans, ended ones included, by id. */
export async function listHolders(
  database: Database,
  plans: ProductPlans,
  page: TenantPage,
): Promise<readonly string[]> {
  const { rows } = await sql<{ tenant_id: string }>`
    select entitlement.tenant_id from entitlements as entitlement
    where entitlement.workspace_id = ${plans.workspaceId} and entitlement.product_id = ${plans.productId}
      and entitlement.tenant_id > ${page.afterTenantId ?? beforeAllTenants}
      and ${holdsOneOf(plans)}
    order by entitlement.tenant_id
    limit ${page.limit}`.execute(database);
  return rows.map(({ tenant_id }) => tenant_id);
}

/**
 * Increments the versions of a page of entitlements that include a subscription to one of the plans, by tenant id, in
 * one statement.
 */
export async function incrementVersionsOfPlans(
  database: Database,
  plans: ProductPlans,
  now: Date,
  page: TenantPage,
): Promise<readonly string[]> {
  const { rows } = await sql<{ tenant_id: string }>`
    with affected as (
      select entitlement.workspace_id, entitlement.product_id, entitlement.tenant_id
      from entitlements as entitlement
      where entitlement.workspace_id = ${plans.workspaceId} and entitlement.product_id = ${plans.productId}
        and entitlement.tenant_id > ${page.afterTenantId ?? beforeAllTenants}
        and ${holdsOneOf(plans)}
      order by entitlement.tenant_id
      limit ${page.limit}
      for update
    ), step as (
      update entitlements as entitlement
      set version = entitlement.version + 1, recorded_at = greatest(entitlement.recorded_at, ${now})
      from affected
      where entitlement.workspace_id = affected.workspace_id
        and entitlement.product_id = affected.product_id
        and entitlement.tenant_id = affected.tenant_id
      returning entitlement.workspace_id, entitlement.product_id, entitlement.tenant_id,
        entitlement.version, entitlement.recorded_at
    ), kept as (
      insert into entitlement_versions (workspace_id, product_id, tenant_id, version, recorded_at)
      select * from step
    )
    select tenant_id from step order by tenant_id`.execute(database);
  return rows.map(({ tenant_id }) => tenant_id);
}
