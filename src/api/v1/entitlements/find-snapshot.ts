import { mayAccessProduct, type ProductReader } from '../../../core/clients/api-client.ts';
import { isSlug } from '../../../core/identifiers.ts';
import { type Refusal, refuse } from '../../../core/refusal.ts';
import { findEntitlement, type StoredEntitlement } from '../../../storage/entitlements/entitlements.ts';
import type { ApiContext } from '../../context.ts';
import type { EntitlementSnapshot } from './snapshots.ts';

/** What was found of the product, if the reader may ask. A draft is unknown; an archived product is not. */
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

/** At once when it is kept; else with one look-up. */
export function findSnapshot(
  context: ApiContext,
  { workspaceId }: ProductReader,
  product: string,
  tenantId: string,
): EntitlementSnapshot | undefined | Promise<EntitlementSnapshot | undefined> {
  const kept = context.snapshots.peek(workspaceId, product, tenantId);
  if (kept) return kept;
  if (!isSlug(product)) return undefined;
  return context.snapshots.read(workspaceId, product, tenantId, () =>
    findEntitlement(context.pool, workspaceId, product, tenantId),
  );
}
