import { type Refusal, refuseInvalid } from '../../core/refusal.ts';
import { lockProductIds } from '../../storage/catalogue/products.ts';
import type { Database } from '../../storage/database.ts';

/** Product ids by slug, locked until the transaction ends; unknown slugs are refused with their positions. */
export async function chooseProducts(
  database: Database,
  workspaceId: string,
  products: 'all' | readonly string[],
): Promise<'all' | readonly string[] | Refusal> {
  if (products === 'all') return 'all';
  const productIds = await lockProductIds(database, workspaceId, products);
  const unknown = products.flatMap((slug, index) =>
    productIds.has(slug)
      ? []
      : [{ path: `products.${index}`, rule: 'reference', message: 'is not a product of the workspace' }],
  );
  return unknown.length > 0 ? refuseInvalid(unknown) : [...productIds.values()];
}
