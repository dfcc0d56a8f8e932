import type { BillingModel, MarketplaceMapping, PublicationStatus } from '../../core/catalogue/catalogue.ts';
import { dimensionFrom, dimensionsOfMapping } from '../catalogue/dimensions-of-mapping.ts';
import type { Database } from '../database.ts';

/** A mapping with its plan. */
export interface StoredPlanMapping extends MarketplaceMapping {
  readonly mappingId: string;
  /** Slug. */
  readonly product: string;
  readonly plan: string;
  readonly productName: string;
  readonly planName: string;
  readonly planStatus: PublicationStatus;
  readonly billingModel: BillingModel;
  /** Revision of the product. */
  readonly revision: number;
}

/** A page of the workspace's mappings, newest first. */
export async function listPlanMappings(
  database: Database,
  workspaceId: string,
  filter: {
    readonly product?: string | undefined;
    readonly plan?: string | undefined;
    readonly after?: string | undefined;
    readonly limit: number;
  },
): Promise<readonly StoredPlanMapping[]> {
  let query = selectMappings(database, workspaceId);
  if (filter.product !== undefined) query = query.where('product.slug', '=', filter.product);
  if (filter.plan !== undefined) query = query.where('plan.slug', '=', filter.plan);
  if (filter.after !== undefined) query = query.where('mapping.mapping_id', '<', filter.after);
  const rows = await query.orderBy('mapping.mapping_id', 'desc').limit(filter.limit).execute();
  return rows.map(mappingFrom);
}

export async function findPlanMapping(
  database: Database,
  workspaceId: string,
  mappingId: string,
): Promise<StoredPlanMapping | undefined> {
  const row = await selectMappings(database, workspaceId)
    .where('mapping.mapping_id', '=', mappingId)
    .executeTakeFirst();
  return row && mappingFrom(row);
}

function selectMappings(database: Database, workspaceId: string) {
  return database
    .selectFrom('marketplace_mappings as mapping')
    .innerJoin('plans as plan', (join) =>
      join
        .onRef('plan.workspace_id', '=', 'mapping.workspace_id')
        .onRef('plan.plan_id', '=', 'mapping.plan_id'),
    )
    .innerJoin('products as product', (join) =>
      join
        .onRef('product.workspace_id', '=', 'plan.workspace_id')
        .onRef('product.product_id', '=', 'plan.product_id'),
    )
    .where('mapping.workspace_id', '=', workspaceId)
    .select([
      'mapping.mapping_id',
      'mapping.source_name',
      'mapping.offer_id',
      'mapping.marketplace_plan_id',
      'mapping.billing_model',
      'product.slug as product',
      'product.name as product_name',
      'product.revision',
      'plan.slug as plan',
      'plan.name as plan_name',
      'plan.status',
    ])
    .select(dimensionsOfMapping());
}

type Row = Awaited<ReturnType<ReturnType<typeof selectMappings>['executeTakeFirstOrThrow']>>;

function mappingFrom(row: Row): StoredPlanMapping {
  return {
    mappingId: row.mapping_id,
    sourceName: row.source_name,
    offerId: row.offer_id,
    planId: row.marketplace_plan_id,
    dimensions: row.dimensions.map(dimensionFrom),
    product: row.product,
    productName: row.product_name,
    revision: row.revision,
    plan: row.plan,
    planName: row.plan_name,
    planStatus: row.status as PublicationStatus,
    billingModel: row.billing_model as BillingModel,
  };
}
