import { sql } from 'kysely';
import type { Database } from '../database.ts';

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
