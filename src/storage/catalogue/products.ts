import type { Database } from '../database.ts';

/** Product ids by slug; unknown slugs are absent. */
export async function findProductIds(
  database: Database,
  workspaceId: string,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (slugs.length === 0) return new Map();
  return idsBySlug(await productsBySlug(database, workspaceId, slugs).execute());
}

/**
 * As `findProductIds`, and keeps the products from being removed until the transaction ends: a distributed database does
 * not check the references of API clients.
 */
export async function lockProductIds(
  database: Database,
  workspaceId: string,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (slugs.length === 0) return new Map();
  return idsBySlug(
    await productsBySlug(database, workspaceId, slugs).orderBy('slug').forKeyShare().execute(),
  );
}

function productsBySlug(database: Database, workspaceId: string, slugs: readonly string[]) {
  return database
    .selectFrom('products')
    .select(['slug', 'product_id'])
    .where('workspace_id', '=', workspaceId)
    .where('slug', 'in', slugs);
}

function idsBySlug(rows: readonly { slug: string; product_id: string }[]): ReadonlyMap<string, string> {
  return new Map(rows.map((row) => [row.slug, row.product_id]));
}

export async function findProductSlug(
  database: Database,
  workspaceId: string,
  productId: string,
): Promise<string> {
  const { slug } = await database
    .selectFrom('products')
    .select('slug')
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow();
  return slug;
}
