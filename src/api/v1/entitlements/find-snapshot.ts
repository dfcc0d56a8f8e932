import { mayAccessProduct, type ProductReader } from '../../../core/clients/api-client.ts';
import { isSlug } from '../../../core/identifiers.ts';
import { type Refusal, refuse } from '../../../core/refusal.ts';
import { findEntitlement, type StoredEntitlement } from '../../../storage/entitlements/entitlements.ts';
import type { ApiContext } from '../../context.ts';
import type { EntitlementSnapshot } from './snapshots.ts';

/** Refuses products that the reader may not access. A draft counts as unknown; an archived product does not. */
export function checkProduct<Found extends { readonly stored: StoredEntitlement }>(
  found: Found | undefined,
  reader: ProductReader,
  product: string,
): Found | Refusal {
  if (!found || found.stored.productStatus === 'Draft') return refuse('product.not_found', { product });
  if (!mayAccessProduct(reader, found.stored.productId)) {
    return refuse('api_client.product_not_allowed', { product });
  }
  return found;
}

/** Synchronous on a cache hit; one query otherwise. */
export function findSnapshot(
  context: ApiContext,
  { workspaceId }: ProductReader,
  product: string,
  tenantId: string,
): EntitlementSnapshot | undefined | Promise<EntitlementSnapshot | undefined> {
  const cached = context.snapshots.peek(workspaceId, product, tenantId);
  if (cached) return cached;
  if (!isSlug(product)) return undefined;
  return context.snapshots.read(workspaceId, product, tenantId, () =>
    findEntitlement(context.pool, workspaceId, product, tenantId),
  );
}
