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

/** Increments the versions of the tenants' entitlements of a product, locked by tenant id, in one statement. */
export async function incrementVersions(
  database: Database,
  { workspaceId, productId }: { readonly workspaceId: string; readonly productId: string },
  tenantIds: readonly string[],
  now: Date,
): Promise<void> {
  // Named on both sides of the join, so that each side is read by its index and not as a whole.
  const isAffected = sql`entitlement.workspace_id = ${workspaceId} and entitlement.product_id = ${productId}
    and entitlement.tenant_id = any(${tenantIds}::uuid[])`;
  await sql`
    with affected as (
      select entitlement.tenant_id from entitlements as entitlement
      where ${isAffected}
      order by entitlement.tenant_id
      for update
    ), step as (
      update entitlements as entitlement
      set version = entitlement.version + 1, recorded_at = greatest(entitlement.recorded_at, ${now})
      from affected
      where entitlement.tenant_id = affected.tenant_id and ${isAffected}
      returning entitlement.workspace_id, entitlement.product_id, entitlement.tenant_id,
        entitlement.version, entitlement.recorded_at
    )
    insert into entitlement_versions (workspace_id, product_id, tenant_id, version, recorded_at)
    select * from step`.execute(database);
}
