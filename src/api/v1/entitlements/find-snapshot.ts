import { mayAccessProduct, type ProductReader } from '../../../core/clients/api-client.ts';
import { isSlug } from '../../../core/identifiers.ts';
import { type Refusal, refuse } from '../../../core/refusal.ts';
import { type EntitlementKey, findEntitlements } from '../../../storage/entitlements/entitlement-sets.ts';
import { findEntitlement, type StoredEntitlement } from '../../../storage/entitlements/entitlements.ts';
import type { ApiContext } from '../../context.ts';
import { type EntitlementSnapshot, readSnapshotKey, type SnapshotKey, snapshotKey } from './snapshots.ts';

export type SnapshotContext = Pick<ApiContext, 'pool' | 'snapshots'>;

/** Refuses products that the reader may not access. A draft counts as unknown; an archived product does not. */
export function checkProduct<Found extends { readonly stored: StoredEntitlement }>(
  found: Found | undefined,
  reader: ProductReader,
  product: string,
): Found | Refusal {
  if (!found || found.stored.productStatus === 'Draft') return refuse('product.not_found', { product });
  return mayRead(reader, found.stored) ? found : refuse('api_client.product_not_allowed', { product });
}

/** The same decision without its reason. */
export function mayRead(reader: ProductReader, { productStatus, productId }: StoredEntitlement): boolean {
  return productStatus !== 'Draft' && mayAccessProduct(reader, productId);
}

/** Synchronous on a cache hit; one query otherwise. */
export function findSnapshot(
  context: SnapshotContext,
  { workspaceId }: ProductReader,
  key: SnapshotKey,
): EntitlementSnapshot | undefined | Promise<EntitlementSnapshot | undefined> {
  const cached = context.snapshots.peek(workspaceId, key);
  if (cached) return cached;
  const named = readSnapshotKey(key);
  if (!named || !isSlug(named.product)) return undefined;
  return context.snapshots.read(workspaceId, key, () =>
    findEntitlement(context.pool, workspaceId, named.product, named.tenantId),
  );
}

/** As `findSnapshot` for many tenants and products; one query for all cache misses. */
export function findSnapshots(
  context: SnapshotContext,
  { workspaceId }: ProductReader,
  requested: readonly EntitlementKey[],
): Promise<readonly (EntitlementSnapshot | undefined)[]> {
  const keys = requested.map(({ product, tenantId }) =>
    isSlug(product) ? snapshotKey(product, tenantId) : null,
  );
  return context.snapshots.readAll(workspaceId, keys, async (missing) => {
    const found = await findEntitlements(
      context.pool,
      workspaceId,
      missing.flatMap((key) => readSnapshotKey(key) ?? []),
    );
    return new Map(found.map(({ product, tenantId, stored }) => [snapshotKey(product, tenantId), stored]));
  });
}
