import { sql } from 'kysely';
import { onShardOf } from '../cluster/workspace-shard.ts';
import type { Database } from '../database.ts';
import { unnestRows } from '../sql/unnest-rows.ts';

/**
 * Increments the entitlement's version and locks it until the transaction ends. Version times never decrease, though
 * the clocks of two nodes may differ.
 */
export async function incrementVersion(
  database: Database,
  key: { readonly workspaceId: string; readonly productId: string; readonly tenantId: string },
  now: Date,
): Promise<{ readonly version: number; readonly recordedAt: Date }> {
  const { workspaceId, productId, tenantId } = key;
  const { rows } = await sql<{ version: number; recorded_at: Date }>`
    insert into entitlements as entitlement (workspace_id, product_id, tenant_id, version, recorded_at)
    values (${workspaceId}, ${productId}, ${tenantId}, 1, ${now})
    on conflict (workspace_id, product_id, tenant_id) do update
      set version = entitlement.version + 1,
          recorded_at = greatest(entitlement.recorded_at, excluded.recorded_at)
    returning version, recorded_at`.execute(database);
  const [row] = rows;
  if (!row) throw new Error('The version could not be taken');
  await database
    .insertInto('entitlement_versions')
    .values({ workspace_id: workspaceId, product_id: productId, tenant_id: tenantId, ...row })
    .execute();
  return { version: row.version, recordedAt: row.recorded_at };
}

/** Increments the versions of the tenants' entitlements of a product, locked by tenant id. */
export async function incrementVersions(
  database: Database,
  { workspaceId, productId }: { readonly workspaceId: string; readonly productId: string },
  tenantIds: readonly string[],
  now: Date,
): Promise<void> {
  // Named on both sides of the join, so that each side is read by its index and not as a whole.
  const isAffected = sql`entitlement.workspace_id = ${workspaceId} and entitlement.product_id = ${productId}
    and entitlement.tenant_id = any(${tenantIds}::uuid[])`;
  const { rows } = await sql<{ tenantId: string; version: number; recordedAt: Date }>`
    with affected as (
      select entitlement.tenant_id from entitlements as entitlement
      where ${isAffected}
      order by entitlement.tenant_id
      for update
    )
    update entitlements as entitlement
    set version = entitlement.version + 1, recorded_at = greatest(entitlement.recorded_at, ${now})
    from affected
    where entitlement.tenant_id = affected.tenant_id and ${isAffected}
    returning entitlement.tenant_id as "tenantId", entitlement.version, entitlement.recorded_at as "recordedAt"`.execute(
    database,
  );
  if (rows.length === 0) return;
  await sql`
    insert into entitlement_versions (workspace_id, product_id, tenant_id, version, recorded_at)
    select shard.workspace_id, ${productId}::uuid, tenant_id, version, recorded_at
    from ${onShardOf(workspaceId)} cross join ${unnestRows('step', rows, { tenant_id: 'uuid', version: 'integer', recorded_at: 'timestamptz' })}`.execute(
    database,
  );
}
