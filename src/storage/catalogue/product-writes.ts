import { sql } from 'kysely';
import type { Category, Edition } from '../../core/catalogue/catalogue.ts';
import { canonicalLabels, hasLabels, noLabels } from '../../core/catalogue/labels.ts';
import type { ProductDefinition } from '../../core/catalogue/product-definition.ts';
import type { Database } from '../database.ts';
import { insertAll } from '../sql/insert-all.ts';

export interface ProductKey {
  readonly workspaceId: string;
  readonly productId: string;
}

/** The product's own row, without editions and plans. */
export type ProductRow = Pick<
  ProductDefinition,
  'slug' | 'name' | 'status' | 'types' | 'applicationUrl' | 'supportContact' | 'accentColour' | 'labels'
>;

export async function insertProductRow(
  database: Database,
  { workspaceId, productId }: ProductKey,
  { slug, name, status, types, ...texts }: ProductRow,
  now: Date,
): Promise<void> {
  await database
    .insertInto('products')
    .values({
      workspace_id: workspaceId,
      product_id: productId,
      slug,
      name,
      types: [...types],
      status,
      ...textColumns(texts),
      created_at: now,
    })
    .execute();
}

export async function updateProductRow(
  database: Database,
  { workspaceId, productId }: ProductKey,
  { name, status, types, ...texts }: ProductRow,
  revision: number,
): Promise<void> {
  await database
    .updateTable('products')
    .set({ name, status, types: [...types], ...textColumns(texts), revision })
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', productId)
    .execute();
}

/** What people read or see. */
function textColumns({
  applicationUrl = null,
  supportContact = null,
  accentColour = null,
  labels = noLabels,
}: Pick<ProductRow, 'applicationUrl' | 'supportContact' | 'accentColour' | 'labels'>) {
  const canonical = canonicalLabels(labels);
  return {
    application_url: applicationUrl,
    support_contact: supportContact,
    accent_colour: accentColour,
    labels: hasLabels(canonical) ? JSON.stringify(canonical) : null,
  };
}

/** Adds the product's current name and status to its history. */
export async function insertProductRevision(
  database: Database,
  { workspaceId, productId }: ProductKey,
  { revision, name }: { readonly revision: number; readonly name: string },
  recordedAt: Date,
): Promise<void> {
  await database
    .insertInto('product_revisions')
    .values({
      workspace_id: workspaceId,
      product_id: productId,
      revision,
      recorded_at: recordedAt,
      content: JSON.stringify({ name }),
    })
    .execute();
}

export async function deleteProduct(
  database: Database,
  { workspaceId, productId }: ProductKey,
): Promise<void> {
  // A distributed database has no foreign key that would delete the rows of the other tables.
  for (const table of ['api_client_products', 'product_versions', 'plans', 'products'] as const) {
    await database
      .deleteFrom(table)
      .where('workspace_id', '=', workspaceId)
      .where('product_id', '=', productId)
      .execute();
  }
}

/** Replaces the product's categories. */
export async function saveProductCategories(
  database: Database,
  { workspaceId, productId }: ProductKey,
  slugs: readonly string[],
): Promise<void> {
  await database
    .deleteFrom('product_categories')
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', productId)
    .execute();
  await sql`
    insert into product_categories (workspace_id, product_id, category_id)
    select workspace_id, ${productId}, category_id from categories
    where workspace_id = ${workspaceId} and slug = any(${slugs}::text[])`.execute(database);
}

export async function insertEditions(
  database: Database,
  { workspaceId, productId }: ProductKey,
  editions: readonly (Edition & { readonly editionId: string })[],
): Promise<void> {
  await insertAll(database, 'editions', editions, ({ editionId, slug, name, rank }) => ({
    workspace_id: workspaceId,
    product_id: productId,
    edition_id: editionId,
    slug,
    name,
    rank,
  }));
}

export async function updateEdition(
  database: Database,
  { workspaceId, productId }: ProductKey,
  { slug, name, rank }: Edition,
): Promise<void> {
  await database
    .updateTable('editions')
    .set({ name, rank })
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', productId)
    .where('slug', '=', slug)
    .execute();
}

export async function deleteEditions(
  database: Database,
  { workspaceId, productId }: ProductKey,
  slugs: readonly string[],
): Promise<void> {
  if (slugs.length === 0) return;
  await database
    .deleteFrom('editions')
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', productId)
    .where('slug', 'in', slugs)
    .execute();
}

export async function insertCategory(
  database: Database,
  workspaceId: string,
  { categoryId, slug, name }: Category & { readonly categoryId: string },
): Promise<void> {
  await database
    .insertInto('categories')
    .values({ workspace_id: workspaceId, category_id: categoryId, slug, name })
    .execute();
}

export async function renameCategory(
  database: Database,
  workspaceId: string,
  { slug, name }: Category,
): Promise<void> {
  await database
    .updateTable('categories')
    .set({ name })
    .where('workspace_id', '=', workspaceId)
    .where('slug', '=', slug)
    .execute();
}

export async function deleteCategory(database: Database, workspaceId: string, slug: string): Promise<void> {
  await database
    .deleteFrom('categories')
    .where('workspace_id', '=', workspaceId)
    .where('slug', '=', slug)
    .execute();
}
