import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface EntitlementKey {
  readonly productId: string;
  readonly tenantId: string;
}

/** The keys of a workspace's entitlements after a key, in order. */
export async function listEntitlementKeys(
  database: Database,
  workspaceId: string,
  after: EntitlementKey | null,
  limit: number,
): Promise<readonly EntitlementKey[]> {
  const further = after
    ? sql`and (product_id, tenant_id) > (${after.productId}::uuid, ${after.tenantId}::uuid)`
    : sql``;
  const { rows } = await sql<EntitlementKey>`
    select product_id as "productId", tenant_id as "tenantId" from entitlements
    where workspace_id = ${workspaceId} ${further}
    order by product_id, tenant_id
    limit ${limit}`.execute(database);
  return rows;
}

/** Deletes versions that another one replaced by the moment, up to a limit. Returns how many. */
export async function deleteReplacedVersions(
  database: Database,
  workspaceId: string,
  keys: readonly EntitlementKey[],
  moment: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from entitlement_versions as step using (
      select earlier.product_id, earlier.tenant_id, earlier.version
      from unnest(
        ${keys.map(({ productId }) => productId)}::uuid[],
        ${keys.map(({ tenantId }) => tenantId)}::uuid[]
      ) as key (product_id, tenant_id)
      cross join lateral (
        select max(version) as version from entitlement_versions as step
        where step.workspace_id = ${workspaceId} and step.product_id = key.product_id
          and step.tenant_id = key.tenant_id and step.recorded_at <= ${moment}
      ) as last
      join entitlement_versions as earlier
        on earlier.workspace_id = ${workspaceId} and earlier.product_id = key.product_id
        and earlier.tenant_id = key.tenant_id and earlier.version < last.version
      order by earlier.product_id, earlier.tenant_id, earlier.version
      limit ${limit}
      for update of earlier skip locked
    ) as old
    where step.workspace_id = ${workspaceId} and step.product_id = old.product_id
      and step.tenant_id = old.tenant_id and step.version = old.version`.execute(database);
  return Number(numAffectedRows);
}
