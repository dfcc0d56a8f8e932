import { type Insertable, sql } from 'kysely';
import type { Category, Edition, MarketplaceMapping, Plan } from '../../core/catalogue/catalogue.ts';
import type { PlanContent } from '../../core/catalogue/plan-content.ts';
import type { ProductDefinition } from '../../core/catalogue/product-definition.ts';
import type { Database } from '../database.ts';
import type { DB } from '../tables.generated.ts';

export interface ProductKey {
  readonly workspaceId: string;
  readonly productId: string;
}

/** The product's own row, without editions and plans. */
export type ProductRow = Pick<ProductDefinition, 'slug' | 'name' | 'status' | 'types' | 'applicationUrl'>;

export type MappingRow = MarketplaceMapping & { readonly mappingId: string };

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

export async function insertProductRow(
  database: Database,
  { workspaceId, productId }: ProductKey,
  { slug, name, status, types, applicationUrl = null }: ProductRow,
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
      application_url: applicationUrl,
      created_at: now,
    })
    .execute();
}

export async function updateProductRow(
  database: Database,
  { workspaceId, productId }: ProductKey,
  { name, status, types, applicationUrl = null }: ProductRow,
  revision: number,
): Promise<void> {
  await database
    .updateTable('products')
    .set({ name, status, types: [...types], application_url: applicationUrl, revision })
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', productId)
    .execute();
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
  await database
    .deleteFrom('plans')
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', productId)
    .execute();
  await database
    .deleteFrom('products')
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', productId)
    .execute();
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

type PlanRow = Omit<Plan, 'marketplace'> & { readonly planId: string; readonly editionId: string };

export async function insertPlans(
  database: Database,
  { workspaceId, productId }: ProductKey,
  plans: readonly PlanRow[],
  now: Date,
): Promise<void> {
  await insertAll(database, 'plans', plans, (plan) => ({
    workspace_id: workspaceId,
    product_id: productId,
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
}

/** Subscriptions to the plan can be written meanwhile, unless the billing model changes: mappings reference it. */
export async function updatePlan(
  database: Database,
  workspaceId: string,
  plan: PlanRow,
  revision: number,
): Promise<void> {
  await database
    .updateTable('plans')
    .set({
      edition_id: plan.editionId,
      name: plan.name,
      status: plan.status,
      licence_model: plan.licenceModel,
      billing_model: plan.billingModel,
      capabilities: JSON.stringify(plan.capabilities),
      limits: JSON.stringify(plan.limits),
      service_identifier: plan.serviceIdentifier,
      revision,
    })
    .where('workspace_id', '=', workspaceId)
    .where('plan_id', '=', plan.planId)
    .execute();
}

export async function deletePlans(
  database: Database,
  workspaceId: string,
  planIds: readonly string[],
): Promise<void> {
  if (planIds.length === 0) return;
  await database
    .deleteFrom('plans')
    .where('workspace_id', '=', workspaceId)
    .where('plan_id', 'in', planIds)
    .execute();
}

/** Adds the plans' current contents to their history. */
export async function insertPlanRevisions(
  database: Database,
  workspaceId: string,
  revisions: readonly {
    readonly planId: string;
    readonly revision: number;
    readonly content: PlanContent;
  }[],
  recordedAt: Date,
): Promise<void> {
  await insertAll(database, 'plan_revisions', revisions, ({ planId, revision, content }) => ({
    workspace_id: workspaceId,
    plan_id: planId,
    revision,
    recorded_at: recordedAt,
    content: JSON.stringify(content),
  }));
}

/** Deletes the mappings with their dimensions. */
export async function deleteMappings(
  database: Database,
  workspaceId: string,
  planIds: readonly string[],
): Promise<void> {
  if (planIds.length === 0) return;
  await database
    .deleteFrom('marketplace_mappings')
    .where('workspace_id', '=', workspaceId)
    .where('plan_id', 'in', planIds)
    .execute();
}

export async function insertMappings(
  database: Database,
  workspaceId: string,
  plans: readonly {
    readonly plan: Pick<PlanRow, 'planId' | 'billingModel'>;
    readonly mappings: readonly MappingRow[];
  }[],
): Promise<void> {
  const rows = plans.flatMap(({ plan, mappings }) => mappings.map((mapping) => ({ plan, mapping })));
  await insertAll(database, 'marketplace_mappings', rows, ({ plan, mapping }) => ({
    workspace_id: workspaceId,
    mapping_id: mapping.mappingId,
    plan_id: plan.planId,
    billing_model: plan.billingModel,
    source_name: mapping.sourceName,
    offer_id: mapping.offerId,
    marketplace_plan_id: mapping.planId,
  }));
  const dimensions = rows.flatMap(({ plan, mapping }) =>
    mapping.dimensions.map((dimension) => ({ plan, mapping, dimension })),
  );
  await insertAll(database, 'meter_dimensions', dimensions, ({ plan, mapping, dimension }) => ({
    workspace_id: workspaceId,
    mapping_id: mapping.mappingId,
    dimension_id: dimension.id,
    billing_model: plan.billingModel,
    name: dimension.name,
    unit: dimension.unit,
  }));
}

async function insertAll<Table extends keyof DB, Item>(
  database: Database,
  table: Table,
  items: readonly Item[],
  rowOf: (item: Item) => Insertable<DB[Table]>,
): Promise<void> {
  if (items.length > 0) await database.insertInto(table).values(items.map(rowOf)).execute();
}
