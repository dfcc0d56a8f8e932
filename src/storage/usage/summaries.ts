import { sql } from 'kysely';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import type { DimensionLabel, DimensionName } from '../../core/usage/dimension-label.ts';
import type { HourRange } from '../../core/usage/reports/hour-range.ts';
import type { Total } from '../../core/values/total.ts';
import { isOwnMapping } from '../catalogue/own-mapping.ts';
import type { Database } from '../database.ts';
import { ListOrder, type SortedPage } from '../sql/list-order.ts';
import { loadTotal } from '../sql/load-total.ts';
import { isOrganisationOfTenant, isTenantOfSubscription } from '../subscriptions/customer-views.ts';
import { subscriptionFromState } from '../subscriptions/subscriptions.ts';
import type { UsageSummaryKey } from './figures.ts';
import { inScope, type ReportScope } from './leases.ts';
import { reportsUnderLease } from './queue.ts';

/** Usage of one subscription and dimension on both sides; only what the marketplace bills. Quantities are sums, as decimal text. */
export interface UsageSummary extends UsageSummaryKey {
  /** The organisation's name, or the tenant id. */
  readonly customer: string;
  readonly product: string;
  readonly marketplaceSubscriptionId: string;
  readonly reports: number;
  /** Everything that applications reported. */
  readonly reported: string;
  /** The part that was ever sent. */
  readonly sent: string;
  readonly accepted: string;
  /** The part that will never be billed: Rejected, Expired, QuantityMismatch. */
  readonly lost: string;
  /** The marketplace's quantity of the compared days; null when none has been compared. */
  readonly processed: string | null;
  /** Days on which the marketplace's quantity differs from the Accepted one. */
  readonly differingDays: number;
  readonly comparedAt: Date | null;
}

export const usageSummaryOrder = new ListOrder({
  id: [
    {
      column: sql`summary."subscriptionId"`,
      type: 'uuid',
      of: ({ subscriptionId }: UsageSummary) => subscriptionId,
    },
    { column: sql`summary.dimension`, type: 'text', of: ({ dimension }) => dimension },
  ],
  idKey: 'subscriptionId',
  columns: {
    customer: { column: sql`summary.customer`, type: 'text', of: ({ customer }) => customer },
    reported: { column: sql`summary.reported::numeric`, type: 'numeric', of: ({ reported }) => reported },
    accepted: { column: sql`summary.accepted::numeric`, type: 'numeric', of: ({ accepted }) => accepted },
    lost: { column: sql`summary.lost::numeric`, type: 'numeric', of: ({ lost }) => lost },
    differingDays: {
      column: sql`summary."differingDays"`,
      type: 'numeric',
      of: ({ differingDays }) => String(differingDays),
    },
  },
  standard: 'subscriptionId',
});

interface SummaryPage extends ReportScope, SortedPage<(typeof usageSummaryOrder.sorts)[number]> {}

export function loadUsageSummaryTotal(
  database: Database,
  workspaceId: string,
  { from, until }: HourRange,
  holder: ReportScope,
): Promise<Total> {
  return loadTotal(
    database,
    sql`select from usage_reports
      where workspace_id = ${workspaceId} and hour >= ${from} and hour < ${until} and status <> 'NotBilled'
        and ${inScope(workspaceId, holder)}
      group by subscription_id, dimension`,
  );
}

/**
 * By subscription and dimension. A day counts as compared when all its reports were decided an hour before the
 * connection's last comparison: then the marketplace has the Accepted quantity, unless there is a drift.
 */
export async function loadUsageSummaries(
  database: Database,
  workspaceId: string,
  { from, until }: HourRange,
  { limit, sort, after, ...holder }: SummaryPage,
): Promise<readonly UsageSummary[]> {
  const { isAfter, order } = usageSummaryOrder.select({ sort, after });
  const { rows } = await sql<UsageSummary>`
    with days as (
      select subscription_id, dimension, source_name, marketplace_subscription_id,
        (hour at time zone 'UTC')::date as day,
        count(*)::integer as reports,
        sum(quantity) as reported,
        coalesce(sum(quantity) filter (where attempts > 0 or leased_until is not null), 0) as sent,
        coalesce(sum(quantity) filter (where status = 'Accepted'), 0) as accepted,
        coalesce(sum(quantity) filter (where status in ('Rejected', 'Expired', 'QuantityMismatch')), 0) as lost,
        max(case when status = 'Pending' then 'infinity' else decided_at end) as settled_at
      from ${reportsUnderLease} as report
      where workspace_id = ${workspaceId} and hour >= ${from} and hour < ${until} and status <> 'NotBilled'
        and ${inScope(workspaceId, holder)}
      group by 1, 2, 3, 4, 5
    ), compared as (
      select days.*, connection.usage_reconciled_at as compared_at,
        coalesce(settled_at, '-infinity') <= connection.usage_reconciled_at - interval '1 hour' as is_compared,
        drift.marketplace_quantity as differing
      from days
      left join marketplace_connections as connection
        on connection.workspace_id = ${workspaceId} and connection.source_name = days.source_name
      left join usage_drifts as drift
        on drift.workspace_id = ${workspaceId} and drift.source_name = days.source_name
        and drift.marketplace_subscription_id = lower(days.marketplace_subscription_id)
        and drift.dimension = days.dimension and drift.day = days.day and drift.resolved_at is null
    ), sums as (
      select subscription_id, dimension,
        max(marketplace_subscription_id) as "marketplaceSubscriptionId",
        sum(reports)::integer as reports, sum(reported)::text as reported, sum(sent)::text as sent,
        sum(accepted)::text as accepted, sum(lost)::text as lost,
        (sum(coalesce(differing, accepted)) filter (where is_compared))::text as processed,
        count(differing)::integer as "differingDays",
        max(compared_at) as "comparedAt"
      from compared
      group by subscription_id, dimension
    ), summary as (
      select sums.*, sums.subscription_id as "subscriptionId", coalesce(product.slug, '') as product,
        coalesce(organisation.name, subscription.tenant_id::text, '') as customer
      from sums
      left join subscriptions as subscription
        on subscription.workspace_id = ${workspaceId} and subscription.subscription_id = sums.subscription_id
      left join products as product
        on product.workspace_id = ${workspaceId} and product.product_id = subscription.product_id
      left join tenants as tenant
        on tenant.workspace_id = ${workspaceId} and tenant.tenant_id = subscription.tenant_id
      left join organisations as organisation
        on organisation.workspace_id = ${workspaceId} and organisation.organisation_id = tenant.organisation_id
    )
    select * from summary where ${isAfter} order by ${order} limit ${limit}`.execute(database);
  return rows;
}

/** All states of each subscription, oldest first, by subscription id. */
export async function loadHistories(
  database: Database,
  workspaceId: string,
  subscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Subscription[]>> {
  const { rows } = await sql<{ subscription_id: string; states: unknown[] }>`
    select subscription_id, array_agg(state order by revision) as states
    from subscription_history
    where workspace_id = ${workspaceId} and subscription_id = any (${[...subscriptionIds]}::uuid[])
    group by subscription_id`.execute(database);
  return new Map(
    rows.map(({ subscription_id, states }) => [subscription_id, states.map(subscriptionFromState)]),
  );
}

/** The dimensions of these plans. Of several mappings with a dimension the first is the one that usage is reported to. */
export async function loadDimensionNames(
  database: Database,
  workspaceId: string,
  planIds: readonly string[],
): Promise<readonly DimensionName[]> {
  if (planIds.length === 0) return [];
  const { rows } = await sql<DimensionName>`
    select distinct on (mapping.plan_id, dimension.dimension_id) mapping.plan_id as "planId",
      dimension.dimension_id as dimension, dimension.name, dimension.unit
    from marketplace_mappings as mapping
    join meter_dimensions as dimension
      on dimension.workspace_id = mapping.workspace_id and dimension.mapping_id = mapping.mapping_id
    where mapping.workspace_id = ${workspaceId} and mapping.plan_id = any(${planIds}::uuid[])
    order by mapping.plan_id, dimension.dimension_id, mapping.source_name, mapping.offer_id,
      mapping.marketplace_plan_id`.execute(database);
  return rows;
}

export interface UsageCustomer {
  /** The organisation's name, or the tenant id. */
  readonly customer: string;
  readonly product: string;
  /** The dimensions of the plan, by their id. */
  readonly dimensions: Readonly<Record<string, DimensionLabel>>;
  readonly productName: string;
}

/** Customers by subscription id. */
export async function loadUsageCustomers(
  database: Database,
  workspaceId: string,
  subscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, UsageCustomer>> {
  const { rows } = await sql<{ subscription_id: string } & UsageCustomer>`
    select subscription.subscription_id, product.slug as product, product.name as "productName",
      coalesce(organisation.name, subscription.tenant_id::text) as customer,
      -- The label of the mapping that usage is reported to comes last.
      coalesce((
        select json_object_agg(dimension.dimension_id, json_build_object('name', dimension.name, 'unit', dimension.unit)
          order by ${isOwnMapping(sql`subscription.workspace_id`)}, mapping.source_name desc, mapping.offer_id desc, mapping.marketplace_plan_id desc)
        from marketplace_mappings as mapping
        join meter_dimensions as dimension
          on dimension.workspace_id = mapping.workspace_id and dimension.mapping_id = mapping.mapping_id
        where mapping.workspace_id = subscription.workspace_id and mapping.plan_id = subscription.plan_id
      ), '{}') as dimensions
    from subscriptions as subscription
    join products as product using (workspace_id, product_id)
    join tenants as tenant on ${isTenantOfSubscription}
    left join organisations as organisation on ${isOrganisationOfTenant}
    where subscription.workspace_id = ${workspaceId}
      and subscription.subscription_id = any(${subscriptionIds}::uuid[])`.execute(database);
  return new Map(rows.map(({ subscription_id, ...customer }) => [subscription_id, customer]));
}
