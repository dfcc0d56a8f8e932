import { type RawBuilder, sql } from 'kysely';
import type { SwitchedMeter } from '../../core/catalogue/meter-switch.ts';
import { type MeterJson, meterFrom, meterMembers } from '../catalogue/meters.ts';
import type { Database } from '../database.ts';
import { ListOrder, type SortedPage } from '../list-order.ts';
import { loadTotal } from '../load-total.ts';
import type { UsageSummaryKey } from './figures.ts';

/** A dimension of a subscription's plan. */
export interface MeterOfSubscription extends UsageSummaryKey {
  readonly product: string;
  readonly productName: string;
  readonly plan: string;
  readonly planName: string;
  readonly name: string;
  readonly unit: string;
  readonly meter: SwitchedMeter;
  /** False: sold without a marketplace, so nothing is reported. */
  readonly isBilled: boolean;
}

export interface MeterFilter {
  readonly subscriptionIds?: readonly string[] | undefined;
  readonly tenantId?: string | undefined;
}

/** Ids of subscriptions have the time of their creation. */
export const meterOrder = new ListOrder({
  id: [
    {
      column: sql`listed."subscriptionId"`,
      type: 'uuid',
      of: ({ subscriptionId }: Omit<MeterOfSubscription, 'meter'>) => subscriptionId,
    },
    { column: sql`listed.dimension`, type: 'text', of: ({ dimension }) => dimension, isAscending: true },
  ],
  idKey: 'createdAt',
  columns: {
    name: { column: sql`listed.name`, type: 'text', of: ({ name }) => name },
    plan: {
      column: sql`listed."productName" || ' / ' || listed."planName"`,
      type: 'text',
      of: ({ productName, planName }) => `${productName} / ${planName}`,
    },
  },
  standard: '-createdAt',
});

interface MeterPage extends MeterFilter, SortedPage<(typeof meterOrder.sorts)[number]> {}

/**
 * The dimensions of activated subscriptions, newest subscription first unless another order is asked for; without a
 * marketplace, those that are fed by events. Of several mappings with a dimension the first is the one that usage is
 * reported to.
 */
export async function listMeters(
  database: Database,
  workspaceId: string,
  { sort, after, limit, ...filter }: MeterPage,
): Promise<readonly MeterOfSubscription[]> {
  const { isAfter, order } = meterOrder.select({ sort, after });
  const { rows } = await sql<Omit<MeterOfSubscription, 'meter'> & { meter: MeterJson }>`
    select listed.* from (
      select distinct on (subscription.subscription_id, dimension.dimension_id)
        subscription.subscription_id as "subscriptionId", product.slug as product, product.name as "productName",
        plan.slug as plan, plan.name as "planName", dimension.dimension_id as dimension, dimension.name, dimension.unit,
        json_build_object(${meterMembers}) as meter, subscription.source = 'Marketplace' as "isBilled"
      ${metersOf(workspaceId, filter)}
      order by subscription.subscription_id, dimension.dimension_id, mapping.source_name, mapping.offer_id,
        mapping.marketplace_plan_id
    ) as listed
    where ${isAfter}
    order by ${order}
    limit ${limit}`.execute(database);
  return rows.map((row) => ({ ...row, meter: meterFrom(row.meter) }));
}

export const loadMeterTotal = (database: Database, workspaceId: string, filter: MeterFilter) =>
  loadTotal(
    database,
    sql`select distinct subscription.subscription_id, dimension.dimension_id ${metersOf(workspaceId, filter)}`,
  );

function metersOf(workspaceId: string, { subscriptionIds, tenantId }: MeterFilter): RawBuilder<unknown> {
  const ofSubscription =
    subscriptionIds === undefined
      ? sql`true`
      : sql`subscription.subscription_id = any (${[...subscriptionIds]}::uuid[])`;
  const ofTenant = tenantId === undefined ? sql`true` : sql`subscription.tenant_id = ${tenantId}`;
  return sql`
    from subscriptions as subscription
    join products as product
      on product.workspace_id = subscription.workspace_id and product.product_id = subscription.product_id
    join plans as plan on plan.workspace_id = subscription.workspace_id and plan.plan_id = subscription.plan_id
    join marketplace_mappings as mapping
      on mapping.workspace_id = subscription.workspace_id and mapping.plan_id = subscription.plan_id
    join meter_dimensions as dimension
      on dimension.workspace_id = mapping.workspace_id and dimension.mapping_id = mapping.mapping_id
    where subscription.workspace_id = ${workspaceId} and subscription.activated_at is not null
      and (subscription.marketplace_subscription_id is not null
        or subscription.source <> 'Marketplace' and dimension.intake = 'Events')
      and ${ofSubscription} and ${ofTenant}`;
}
