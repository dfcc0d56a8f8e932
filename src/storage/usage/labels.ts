import { sql } from 'kysely';
import { type DimensionLabel, dimensionKey } from '../../core/usage/dimension-label.ts';
import type { Database } from '../database.ts';
import type { ReportScope } from './leases.ts';

/** Labels by `dimensionKey`. A dimension that no plan of the product has is absent; of several mappings the first counts. */
export async function loadDimensionLabels(
  database: Database,
  workspaceId: string,
  dimensions: Iterable<string>,
): Promise<ReadonlyMap<string, DimensionLabel>> {
  const asked = [...new Set(dimensions)];
  if (asked.length === 0) return new Map();
  const { rows } = await sql<DimensionLabel & { product: string; dimension: string }>`
    select distinct on (product.slug, dimension.dimension_id) product.slug as product,
      dimension.dimension_id as dimension, dimension.name, dimension.unit
    from meter_dimensions as dimension
    join marketplace_mappings as mapping
      on mapping.workspace_id = dimension.workspace_id and mapping.mapping_id = dimension.mapping_id
    join plans as plan on plan.workspace_id = mapping.workspace_id and plan.plan_id = mapping.plan_id
    join products as product on product.workspace_id = plan.workspace_id and product.product_id = plan.product_id
    where dimension.workspace_id = ${workspaceId} and dimension.dimension_id = any (${asked}::text[])
    order by product.slug, dimension.dimension_id, mapping.source_name, mapping.offer_id,
      mapping.marketplace_plan_id`.execute(database);
  return new Map(
    rows.map(({ product, dimension, name, unit }) => [dimensionKey(product, dimension), { name, unit }]),
  );
}

/** A subscription as its usage is shown. */
export interface UsageSubscription {
  readonly subscriptionId: string;
  readonly tenantId: string;
  /** A slug. */
  readonly product: string;
  readonly productName: string;
  /** Of its plan, by key. */
  readonly limits: Readonly<Record<string, number>>;
}

/** The subscription, or those of the tenant. */
export async function loadUsageSubscriptions(
  database: Database,
  workspaceId: string,
  { subscriptionId, tenantId, product }: ReportScope,
): Promise<readonly UsageSubscription[]> {
  const { rows } = await sql<UsageSubscription>`
    select subscription.subscription_id as "subscriptionId", subscription.tenant_id as "tenantId", product.slug as product, product.name as "productName",
      plan.limits
    from subscriptions as subscription
    join products as product
      on product.workspace_id = subscription.workspace_id and product.product_id = subscription.product_id
    join plans as plan on plan.workspace_id = subscription.workspace_id and plan.plan_id = subscription.plan_id
    where subscription.workspace_id = ${workspaceId} and ${subscriptionId === undefined ? sql`true` : sql`subscription.subscription_id = ${subscriptionId}`}
      and ${tenantId === undefined ? sql`true` : sql`subscription.tenant_id = ${tenantId}`}
      and ${product === undefined ? sql`true` : sql`product.slug = ${product}`}`.execute(database);
  return rows;
}
