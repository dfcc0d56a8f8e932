import { type RawBuilder, sql } from 'kysely';
import type { BillingModel, MarketplaceMapping, PublicationStatus } from '../../core/catalogue/catalogue.ts';
import type { MappedOffer } from '../../core/marketplace/connections/connection-finding.ts';
import { dimensionFrom, dimensionsOfMapping } from '../catalogue/plans.ts';
import type { Database } from '../database.ts';
import { ListOrder, type SortedPage } from '../sql/list-order.ts';
import { loadTotal } from '../sql/load-total.ts';
import { sameInWorkspace } from '../sql/same-in-workspace.ts';
import { containsText } from '../sql/text-search.ts';

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

export const planMappingOrder = new ListOrder({
  id: [
    { column: sql`mapping.mapping_id`, type: 'uuid', of: ({ mappingId }: StoredPlanMapping) => mappingId },
  ],
  idKey: 'createdAt',
  columns: {
    plan: {
      column: sql`product.name || ' / ' || plan.name`,
      type: 'text',
      of: ({ productName, planName }) => `${productName} / ${planName}`,
    },
    offerId: {
      column: sql`mapping.offer_id || ' / ' || mapping.marketplace_plan_id`,
      type: 'text',
      of: ({ offerId, planId }) => `${offerId} / ${planId}`,
    },
    sourceName: { column: sql`mapping.source_name`, type: 'text', of: ({ sourceName }) => sourceName },
  },
  standard: '-createdAt',
});

export interface PlanMappingFilter {
  readonly product?: string | undefined;
  readonly plan?: string | undefined;
  /** Part of the name of the product or plan, or of an id at the marketplace. */
  readonly search?: string | undefined;
}

/** A page of the workspace's mappings, newest first unless another order is asked for. */
export async function listPlanMappings(
  database: Database,
  workspaceId: string,
  filter: PlanMappingFilter,
  page: SortedPage<(typeof planMappingOrder.sorts)[number]>,
): Promise<readonly StoredPlanMapping[]> {
  const query = selectMappings(database, workspaceId).where(matches(filter));
  const rows = await planMappingOrder.pageOf(query, page);
  return rows.map(mappingFrom);
}

export const loadPlanMappingTotal = (database: Database, workspaceId: string, filter: PlanMappingFilter) =>
  loadTotal(
    database,
    sql`
      select from marketplace_mappings as mapping
      join plans as plan on plan.workspace_id = mapping.workspace_id and plan.plan_id = mapping.plan_id
      join products as product
        on product.workspace_id = plan.workspace_id and product.product_id = plan.product_id
      where mapping.workspace_id = ${workspaceId} and ${matches(filter)}`,
  );

function matches({ product, plan, search }: PlanMappingFilter): RawBuilder<boolean> {
  const names = [sql`product.name`, sql`plan.name`, sql`mapping.offer_id`, sql`mapping.marketplace_plan_id`];
  return sql`(${product === undefined} or product.slug = ${product ?? ''})
    and (${plan === undefined} or plan.slug = ${plan ?? ''}) and ${containsText(search, ...names)}`;
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
    .innerJoin('plans as plan', (join) => join.on(sameInWorkspace('plan', 'mapping', 'plan_id')))
    .innerJoin('products as product', (join) => join.on(sameInWorkspace('product', 'plan', 'product_id')))
    .where('mapping.workspace_id', '=', workspaceId)
    .select([
      'mapping.mapping_id as mappingId',
      'mapping.source_name as sourceName',
      'mapping.offer_id as offerId',
      'mapping.marketplace_plan_id as planId',
      'mapping.billing_model as billingModel',
      'product.slug as product',
      'product.name as productName',
      'product.revision',
      'plan.slug as plan',
      'plan.name as planName',
      'plan.status as planStatus',
    ])
    .select(dimensionsOfMapping())
    .$narrowType<{ billingModel: BillingModel; planStatus: PublicationStatus }>();
}

type Row = Awaited<ReturnType<ReturnType<typeof selectMappings>['executeTakeFirstOrThrow']>>;

const mappingFrom = (row: Row): StoredPlanMapping => ({
  ...row,
  dimensions: row.dimensions.map(dimensionFrom),
});

/** All plans mapped to a source, with their dimensions; without drafts, which are not for sale. */
export async function loadSourceMappings(
  database: Database,
  { workspaceId, sourceName }: { readonly workspaceId: string; readonly sourceName: string },
): Promise<readonly MappedOffer[]> {
  const { rows } = await sql<MappedOffer>`
    select mapping.mapping_id as "mappingId", mapping.offer_id as "offerId", mapping.marketplace_plan_id as "planId", product.slug as product,
      plan.slug as plan, mapping.billing_model = 'PerUser' as "isPerUser",
      array(
        select dimension.dimension_id from meter_dimensions as dimension
        where dimension.workspace_id = mapping.workspace_id and dimension.mapping_id = mapping.mapping_id
        order by dimension.dimension_id
      ) as dimensions
    from marketplace_mappings as mapping
    join plans as plan on plan.workspace_id = mapping.workspace_id and plan.plan_id = mapping.plan_id
    join products as product
      on product.workspace_id = plan.workspace_id and product.product_id = plan.product_id
    where mapping.workspace_id = ${workspaceId} and mapping.source_name = ${sourceName}
      and plan.status <> 'Draft'
    order by mapping.offer_id, mapping.marketplace_plan_id`.execute(database);
  return rows;
}
