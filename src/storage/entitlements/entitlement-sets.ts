import { CompiledQuery } from 'kysely';
import type { EntitlementFacts } from '../../core/entitlements/in-force.ts';
import type { Database, Pool } from '../database.ts';
import { preparedStatement } from '../prepared-statement.ts';
import {
  CompactEntitlement,
  type EntitlementRow,
  entitlementFrom,
  entitlementLookUpText,
  factsFrom,
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
