import type { ApiClient } from '../../core/clients/api-client.ts';
import { isSlug } from '../../core/identifiers.ts';
import { findProductIds } from '../../storage/catalogue/products.ts';
import type { Database } from '../../storage/database.ts';

/** Existing products that the client may not use, of those that its request names. */
export async function findForbiddenProducts(
  database: Database,
  { workspaceId, products }: ApiClient,
  named: readonly string[],
): Promise<ReadonlySet<string>> {
  if (products === 'all') return new Set();
  const slugs = [...new Set(named)].filter(isSlug);
  const ids = await findProductIds(database, workspaceId, slugs);
  return new Set([...ids].filter(([, id]) => !products.has(id)).map(([slug]) => slug));
}
