import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type {
  BillingModel,
  Catalogue,
  Edition,
  LicenceModel,
  MarketplaceMapping,
  Plan,
  Product,
  ProductType,
  PublicationStatus,
} from '../../core/catalogue/catalogue.ts';
import { noLabels, type ProductLabels } from '../../core/catalogue/labels.ts';
import type { Total } from '../../core/values/total.ts';
import type { Database } from '../database.ts';
import { ListOrder, type SortedPage } from '../sql/list-order.ts';
import { loadTotal } from '../sql/load-total.ts';
import { sameInWorkspace } from '../sql/same-in-workspace.ts';
import { containsText } from '../sql/text-search.ts';
import { dimensionFrom, dimensionsOfMapping } from './plans.ts';

/** A product with the members that only its vendor sees. */
export interface StoredProduct extends Product {
  readonly revision: number;
  readonly applicationUrl: string | null;
  readonly supportContact: string | null;
  readonly accentColour: string | null;
  readonly labels: ProductLabels;
  readonly createdAt: Date;
  readonly editions: readonly (Edition & { readonly editionId: string })[];
  readonly plans: readonly StoredCataloguePlan[];
}

interface StoredCataloguePlan extends Plan {
  readonly planId: string;
  /** Increases with every change of what the plan grants. */
  readonly revision: number;
  readonly marketplace: readonly (MarketplaceMapping & { readonly mappingId: string })[];
}

export interface StoredCatalogue extends Catalogue {
  readonly products: readonly StoredProduct[];
}

/** The whole catalogue of a workspace, all statuses, in two queries. */
export async function loadCatalogue(database: Database, workspaceId: string): Promise<StoredCatalogue> {
  const [categories, products] = await Promise.all([
    listCategories(database, workspaceId),
    selectProducts(database, workspaceId, sql<SqlBool>`true`),
  ]);
  return { categories, products };
}

export async function listCategories(
  database: Database,
  workspaceId: string,
): Promise<Catalogue['categories']> {
  return database
    .selectFrom('categories')
    .select(['slug', 'name'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('slug')
    .execute();
}

export const productOrder = new ListOrder({
  id: [{ column: sql`product.slug`, type: 'text', of: ({ slug }: StoredProduct) => slug }],
  idKey: 'slug',
  columns: {
    name: { column: sql`product.name`, type: 'text', of: ({ name }) => name },
    createdAt: {
      column: sql`product.created_at`,
      type: 'timestamptz',
      of: ({ createdAt }) => createdAt.toISOString(),
    },
  },
  standard: 'slug',
});

interface ProductFilter {
  /** Part of a name or slug. */
  readonly search?: string | undefined;
  readonly status?: PublicationStatus | undefined;
}

/** A page of products, by slug unless another order is asked for. */
export async function listStoredProducts(
  database: Database,
  workspaceId: string,
  { status, search, limit, ...page }: ProductFilter & SortedPage<(typeof productOrder.sorts)[number]>,
): Promise<readonly StoredProduct[]> {
  const { isAfter, order } = productOrder.select(page);
  return selectProducts(database, workspaceId, sql<SqlBool>`${isAfter} and ${matches({ status, search })}`, {
    order,
    limit,
  });
}

export function loadProductTotal(
  database: Database,
  workspaceId: string,
  filter: ProductFilter,
): Promise<Total> {
  return loadTotal(
    database,
    sql`select from products as product where product.workspace_id = ${workspaceId} and ${matches(filter)}`,
  );
}

function matches({ status, search }: ProductFilter): RawBuilder<unknown> {
  const hasStatus = status === undefined ? sql`true` : sql`product.status = ${status}`;
  return sql`${hasStatus} and ${containsText(search, sql`product.name`, sql`product.slug`)}`;
}

export async function loadProduct(
  database: Database,
  workspaceId: string,
  slug: string,
): Promise<StoredProduct | undefined> {
  const [product] = await selectProducts(database, workspaceId, sql<SqlBool>`product.slug = ${slug}`);
  return product;
}

async function selectProducts(
  database: Database,
  workspaceId: string,
  condition: ReturnType<typeof sql<SqlBool>>,
  { order, limit }: { readonly order: RawBuilder<unknown>; readonly limit: number } = {
    order: sql`product.slug`,
    limit: 1_000_000,
  },
): Promise<StoredProduct[]> {
  const rows = await database
    .selectFrom('products as product')
    .where('product.workspace_id', '=', workspaceId)
    .where(condition)
    .orderBy(order)
    .limit(limit)
    .select([
      'product.product_id as productId',
      'product.slug',
      'product.name',
      'product.status',
      'product.types',
      'product.revision',
      'product.application_url as applicationUrl',
      'product.support_contact as supportContact',
      'product.accent_colour as accentColour',
      'product.labels',
      'product.created_at as createdAt',
    ])
    .select((product) => [
      jsonArrayFrom(
        product
          .selectFrom('product_categories as link')
          .innerJoin('categories as category', (join) =>
            join.on(sameInWorkspace('category', 'link', 'category_id')),
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
          .orderBy('edition.rank')
          .select(['edition.edition_id as editionId', 'edition.slug', 'edition.name', 'edition.rank']),
      ).as('editions'),
      jsonArrayFrom(
        product
          .selectFrom('plans as plan')
          .innerJoin('editions as edition', (join) =>
            join.on(sameInWorkspace('edition', 'plan', 'product_id', 'edition_id')),
          )
          .whereRef('plan.workspace_id', '=', 'product.workspace_id')
          .whereRef('plan.product_id', '=', 'product.product_id')
          .orderBy('edition.rank')
          .orderBy('plan.slug')
          .select([
            'plan.plan_id as planId',
            'plan.revision',
            'plan.slug',
            'plan.name',
            'plan.status',
            'edition.slug as edition',
            'plan.licence_model as licenceModel',
            'plan.billing_model as billingModel',
            'plan.capabilities',
            'plan.limits',
            'plan.service_identifier as serviceIdentifier',
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
                .select([
                  'mapping.mapping_id as mappingId',
                  'mapping.source_name as sourceName',
                  'mapping.offer_id as offerId',
                  'mapping.marketplace_plan_id as planId',
                ])
                .select(dimensionsOfMapping()),
            ).as('marketplace'),
          ),
      ).as('plans'),
    ])
    .execute();

  return rows.map((row) => ({
    ...row,
    status: row.status as PublicationStatus,
    types: row.types as ProductType[],
    labels: (row.labels as ProductLabels | null) ?? noLabels,
    plans: row.plans.map((plan) => ({
      ...plan,
      status: plan.status as PublicationStatus,
      licenceModel: plan.licenceModel as LicenceModel,
      billingModel: plan.billingModel as BillingModel,
      capabilities: plan.capabilities as Plan['capabilities'],
      limits: plan.limits as Plan['limits'],
      marketplace: plan.marketplace.map((mapping) => ({
        ...mapping,
        dimensions: mapping.dimensions.map(dimensionFrom),
      })),
    })),
  }));
}
