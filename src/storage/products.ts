import type { Insertable } from 'kysely';
import pg from 'pg';
import type { Category, Edition, Plan, Product } from '../core/catalogue.ts';
import type { PlanContent } from '../core/in-force.ts';
import type { Database } from './database.ts';
import type { DB } from './tables.generated.ts';

/** A product with the ids that its rows get; everything else is as its author defined it. */
export interface NewProduct {
  readonly workspaceId: string;
  readonly product: Omit<Product, 'categories' | 'editions' | 'plans'>;
  readonly applicationUrl: string | null;
  readonly categoryIds: readonly string[];
  readonly editions: readonly (Edition & { readonly editionId: string })[];
  readonly plans: readonly (Omit<Plan, 'edition' | 'marketplace'> & {
    readonly planId: string;
    readonly editionId: string;
    readonly content: PlanContent;
    readonly mappings: readonly (Plan['marketplace'][number] & { readonly mappingId: string })[];
  })[];
}

export async function insertCategory(
  database: Database,
  workspaceId: string,
  category: Category & { readonly categoryId: string },
): Promise<void> {
  await database
    .insertInto('categories')
    .values({
      workspace_id: workspaceId,
      category_id: category.categoryId,
      slug: category.slug,
      name: category.name,
    })
    .execute();
}

/** The ids of those of the slugs that the workspace has, by slug. */
export async function findCategoryIds(
  database: Database,
  workspaceId: string,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (slugs.length === 0) return new Map();
  const rows = await database
    .selectFrom('categories')
    .select(['slug', 'category_id'])
    .where('workspace_id', '=', workspaceId)
    .where('slug', 'in', slugs)
    .execute();
  return new Map(rows.map((row) => [row.slug, row.category_id]));
}

/** The ids of those of the slugs that the workspace has, by slug. */
export async function findProductIds(
  database: Database,
  workspaceId: string,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (slugs.length === 0) return new Map();
  const rows = await database
    .selectFrom('products')
    .select(['slug', 'product_id'])
    .where('workspace_id', '=', workspaceId)
    .where('slug', 'in', slugs)
    .execute();
  return new Map(rows.map((row) => [row.slug, row.product_id]));
}

export async function insertProduct(database: Database, entry: NewProduct, now: Date): Promise<void> {
  const workspace_id = entry.workspaceId;
  const product_id = entry.product.productId;
  await database
    .insertInto('products')
    .values({
      workspace_id,
      product_id,
      slug: entry.product.slug,
      name: entry.product.name,
      types: [...entry.product.types],
      status: entry.product.status,
      application_url: entry.applicationUrl,
      created_at: now,
    })
    .execute();
  await insertAll(database, 'product_categories', entry.categoryIds, (category_id) => ({
    workspace_id,
    product_id,
    category_id,
  }));
  await insertAll(database, 'editions', entry.editions, (edition) => ({
    workspace_id,
    product_id,
    edition_id: edition.editionId,
    slug: edition.slug,
    name: edition.name,
    rank: edition.rank,
  }));
  await insertAll(database, 'plans', entry.plans, (plan) => ({
    workspace_id,
    product_id,
    plan_id: plan.planId,
    edition_id: plan.editionId,
    slug: plan.slug,
    name: plan.name,
    status: plan.status,
    licence_model: plan.licenceModel,
    billing_model: plan.billingModel,
    capabilities: JSON.stringify(plan.capabilities),
    limits: JSON.stringify(plan.limits),
    service_identifier: plan.serviceIdentifier,
    created_at: now,
  }));
  await insertAll(database, 'plan_revisions', entry.plans, (plan) => ({
    workspace_id,
    plan_id: plan.planId,
    revision: 1,
    recorded_at: now,
    content: JSON.stringify(plan.content),
  }));
  const mappings = entry.plans.flatMap((plan) => plan.mappings.map((mapping) => ({ plan, mapping })));
  await insertAll(database, 'marketplace_mappings', mappings, ({ plan, mapping }) => ({
    workspace_id,
    mapping_id: mapping.mappingId,
    plan_id: plan.planId,
    billing_model: plan.billingModel,
    source_name: mapping.sourceName,
    offer_id: mapping.offerId,
    marketplace_plan_id: mapping.planId,
  }));
  const dimensions = mappings.flatMap(({ plan, mapping }) =>
    mapping.dimensions.map((dimension) => ({ plan, mapping, dimension })),
  );
  await insertAll(database, 'meter_dimensions', dimensions, ({ plan, mapping, dimension }) => ({
    workspace_id,
    mapping_id: mapping.mappingId,
    dimension_id: dimension.id,
    billing_model: plan.billingModel,
    name: dimension.name,
    unit: dimension.unit,
  }));
}

/** What of a product that could not be inserted another one has already. */
export function takenInCatalogue(error: unknown): 'slug' | 'mapping' | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return undefined;
  if (error.table === 'products') return 'slug';
  return error.table === 'marketplace_mappings' ? 'mapping' : undefined;
}

async function insertAll<Table extends keyof DB, Item>(
  database: Database,
  table: Table,
  items: readonly Item[],
  rowOf: (item: Item) => Insertable<DB[Table]>,
): Promise<void> {
  if (items.length > 0) await database.insertInto(table).values(items.map(rowOf)).execute();
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
