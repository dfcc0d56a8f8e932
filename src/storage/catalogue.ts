import { type SqlBool, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type {
  BillingModel,
  Catalogue,
  LicenceModel,
  Plan,
  Product,
  ProductType,
  PublicationStatus,
} from '../core/catalogue.ts';
import type { Database } from './database.ts';

/** Everything in a workspace's catalogue, whatever its status, in two look-ups. */
export async function loadCatalogue(database: Database, workspaceId: string): Promise<Catalogue> {
  const [categories, products] = await Promise.all([
    database
      .selectFrom('categories')
      .select(['slug', 'name'])
      .where('workspace_id', '=', workspaceId)
      .orderBy('slug')
      .execute(),
    selectProducts(database, workspaceId, sql<SqlBool>`true`),
  ]);
  return { categories, products };
}

export async function loadProduct(
  database: Database,
  workspaceId: string,
  slug: string,
): Promise<Product | undefined> {
  const [product] = await selectProducts(database, workspaceId, sql<SqlBool>`product.slug = ${slug}`);
  return product;
}

async function selectProducts(
  database: Database,
  workspaceId: string,
  condition: ReturnType<typeof sql<SqlBool>>,
): Promise<Product[]> {
  const rows = await database
    .selectFrom('products as product')
    .where('product.workspace_id', '=', workspaceId)
    .where(condition)
    .select(['product.product_id', 'product.slug', 'product.name', 'product.status', 'product.types'])
    .select((product) => [
      jsonArrayFrom(
        product
          .selectFrom('product_categories as link')
          .innerJoin('categories as category', (join) =>
            join
              .onRef('category.workspace_id', '=', 'link.workspace_id')
              .onRef('category.category_id', '=', 'link.category_id'),
          )
          .whereRef('link.workspace_id', '=', 'product.workspace_id')
          .whereRef('link.product_id', '=', 'product.product_id')
          .select(['category.slug', 'category.name']),
      ).as('categories'),
      jsonArrayFrom(
        product
          .selectFrom('editions as edition')
          .whereRef('edition.workspace_id', '=', 'product.workspace_id')
          .whereRef('edition.product_id', '=', 'product.product_id')
          .select(['edition.slug', 'edition.name', 'edition.rank']),
      ).as('editions'),
      jsonArrayFrom(
        product
          .selectFrom('plans as plan')
          .innerJoin('editions as edition', (join) =>
            join
              .onRef('edition.workspace_id', '=', 'plan.workspace_id')
              .onRef('edition.product_id', '=', 'plan.product_id')
              .onRef('edition.edition_id', '=', 'plan.edition_id'),
          )
          .whereRef('plan.workspace_id', '=', 'product.workspace_id')
          .whereRef('plan.product_id', '=', 'product.product_id')
          .select([
            'plan.slug',
            'plan.name',
            'plan.status',
            'edition.slug as edition',
            'plan.licence_model',
            'plan.billing_model',
            'plan.capabilities',
            'plan.limits',
            'plan.service_identifier',
          ])
          .select((plan) =>
            jsonArrayFrom(
              plan
                .selectFrom('marketplace_mappings as mapping')
                .whereRef('mapping.workspace_id', '=', 'plan.workspace_id')
                .whereRef('mapping.plan_id', '=', 'plan.plan_id')
                .orderBy('mapping.source_name')
                .orderBy('mapping.offer_id')
                .orderBy('mapping.marketplace_plan_id')
                .select(['mapping.source_name', 'mapping.offer_id', 'mapping.marketplace_plan_id'])
                .select((mapping) =>
                  jsonArrayFrom(
                    mapping
                      .selectFrom('meter_dimensions as dimension')
                      .whereRef('dimension.workspace_id', '=', 'mapping.workspace_id')
                      .whereRef('dimension.mapping_id', '=', 'mapping.mapping_id')
                      .orderBy('dimension.dimension_id')
                      .select(['dimension.dimension_id as id', 'dimension.name', 'dimension.unit']),
                  ).as('dimensions'),
                ),
            ).as('mappings'),
          ),
      ).as('plans'),
    ])
    .execute();

  return rows.map((row) => ({
    productId: row.product_id,
    slug: row.slug,
    name: row.name,
    status: row.status as PublicationStatus,
    types: row.types as ProductType[],
    categories: row.categories,
    editions: row.editions,
    plans: row.plans.map((plan) => ({
      slug: plan.slug,
      name: plan.name,
      status: plan.status as PublicationStatus,
      edition: plan.edition,
      licenceModel: plan.licence_model as LicenceModel,
      billingModel: plan.billing_model as BillingModel,
      capabilities: plan.capabilities as Plan['capabilities'],
      limits: plan.limits as Plan['limits'],
      serviceIdentifier: plan.service_identifier,
      marketplace: plan.mappings.map((mapping) => ({
        sourceName: mapping.source_name,
        offerId: mapping.offer_id,
        planId: mapping.marketplace_plan_id,
        dimensions: mapping.dimensions,
      })),
    })),
  }));
}
