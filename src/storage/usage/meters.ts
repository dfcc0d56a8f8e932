import { type RawBuilder, sql } from 'kysely';
import type { Aggregation } from '../../core/catalogue/meter.ts';
import type { SwitchedMeter } from '../../core/catalogue/meter-switch.ts';
import type { UsageState } from '../../core/usage/reports/state.ts';
import type { UsageHour } from '../../core/usage/reports/window.ts';
import type { Total } from '../../core/values/total.ts';
import { isOwnMapping } from '../catalogue/own-mapping.ts';
import { type MeterJson, meterFrom, meterMembers } from '../catalogue/plans.ts';
import type { Database } from '../database.ts';
import { ListOrder, type SortedPage } from '../sql/list-order.ts';
import { loadTotal } from '../sql/load-total.ts';
import type { UsageSummaryKey } from './figures.ts';
import { reportState, reportsUnderLease } from './queue.ts';

/** A dimension of a subscription's plan. */
export interface MeterOfSubscription extends UsageSummaryKey {
  readonly productId: string;
  readonly product: string;
  readonly productName: string;
  readonly plan: string;
  readonly planName: string;
  readonly name: string;
  readonly unit: string;
  readonly meter: SwitchedMeter;
  /** The plan's limit with the id of the dimension; null: there is none. */
  readonly limit: number | null;
  /** False: sold without a marketplace, so nothing is reported. */
  readonly isBilled: boolean;
}

export interface MeterFilter {
  readonly subscriptionIds?: readonly string[] | undefined;
  readonly tenantId?: string | undefined;
  /** Only dimensions that can have a usage limit. */
  readonly isLimitable?: boolean | undefined;
  readonly dimension?: string | undefined;
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
 * marketplace, those that are fed by events. Of several mappings with a dimension the first of the offer that was bought is
 * the one that usage is reported to.
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
        subscription.subscription_id as "subscriptionId", product.product_id as "productId", product.slug as product, product.name as "productName",
        plan.slug as plan, plan.name as "planName", dimension.dimension_id as dimension, dimension.name, dimension.unit,
        json_build_object(${meterMembers}) as meter, subscription.source = 'Marketplace' as "isBilled",
        (plan.limits ->> dimension.dimension_id)::float8 as "limit"
      ${metersOf(workspaceId, filter)}
      order by subscription.subscription_id, dimension.dimension_id, ${isOwnMapping(sql`${workspaceId}::uuid`)} desc,
        mapping.source_name, mapping.offer_id, mapping.marketplace_plan_id
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

function metersOf(
  workspaceId: string,
  { subscriptionIds, tenantId, isLimitable = false, dimension }: MeterFilter,
): RawBuilder<unknown> {
  const ofSubscription =
    subscriptionIds === undefined
      ? sql`true`
      : sql`subscription.subscription_id = any (${[...subscriptionIds]}::uuid[])`;
  const ofTenant = tenantId === undefined ? sql`true` : sql`subscription.tenant_id = ${tenantId}`;
  const limitable = sql`dimension.intake = 'Events' and dimension.aggregation in ('Sum', 'Count')`;
  const ofDimension = dimension === undefined ? sql`true` : sql`dimension.dimension_id = ${dimension}`;
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
      and ${ofSubscription} and ${ofTenant} and ${ofDimension} and ${isLimitable ? limitable : sql`true`}`;
}

/** The total of an hour's events. Quantities are exact decimal text. */
export interface MeterHour {
  readonly hour: UsageHour;
  readonly aggregation: Aggregation;
  readonly total: string;
  readonly events: number;
  /** The part of the events that belongs to an earlier hour. */
  readonly carried: number;
  readonly duplicates: number;
  readonly closesAt: Date;
  /** Null: open. */
  readonly closedAt: Date | null;
  /** Null while the hour is open. Its quantity is 0 if nothing of the hour exceeds the included quantity. */
  readonly report: {
    readonly reportId: string;
    readonly quantity: string;
    readonly state: UsageState;
  } | null;
}

export interface MeterHourFilter {
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

/** An index has the hours; by another key, all hours of the dimension are read. */
export const meterHourOrder = new ListOrder({
  id: [{ column: sql`counted.hour`, type: 'timestamptz', of: ({ hour }: MeterHour) => hour.toISOString() }],
  idKey: 'hour',
  columns: {
    total: { column: sql`counted.total`, type: 'numeric', of: ({ total }) => total },
    events: { column: sql`counted.events`, type: 'numeric', of: ({ events }) => String(events) },
  },
  standard: '-hour',
});

interface MeterHourPage extends MeterHourFilter, SortedPage<(typeof meterHourOrder.sorts)[number]> {}

/** The hours of a subscription and dimension, newest first unless another order is asked for. */
export async function listMeterHours(
  database: Database,
  workspaceId: string,
  meter: UsageSummaryKey,
  { sort, after, limit, ...filter }: MeterHourPage,
  now: Date,
): Promise<readonly MeterHour[]> {
  const { isAfter, order } = meterHourOrder.select({ sort, after });
  const { rows } = await sql<MeterHour>`
    select counted.hour, counted.aggregation, counted.total::text as total, counted.events::float8 as events,
      counted.carried::float8 as carried, counted.duplicates::float8 as duplicates, counted.closes_at as "closesAt",
      counted.closed_at as "closedAt",
      case when report.report_id is not null then json_build_object('reportId', report.report_id,
        'quantity', report.quantity::text, 'state', ${reportState(now)}) end as report
    from (
      select * from usage_hours as counted
      where ${isHourOf(workspaceId, meter, filter)} and ${isAfter}
      order by ${order}
      limit ${limit}
    ) as counted
    left join ${reportsUnderLease} as report
      on report.workspace_id = ${workspaceId} and report.hour = counted.hour
      and report.subscription_id = counted.subscription_id and report.dimension = counted.dimension
      and report.report_id = counted.report_id
    order by ${order}`.execute(database);
  return rows;
}

export function loadMeterHourTotal(
  database: Database,
  workspaceId: string,
  meter: UsageSummaryKey,
  filter: MeterHourFilter,
): Promise<Total> {
  return loadTotal(
    database,
    sql`select from usage_hours as counted where ${isHourOf(workspaceId, meter, filter)}`,
  );
}

function isHourOf(
  workspaceId: string,
  { subscriptionId, dimension }: UsageSummaryKey,
  { from, until }: MeterHourFilter,
): RawBuilder<unknown> {
  const conditions = [
    sql`counted.workspace_id = ${workspaceId} and counted.subscription_id = ${subscriptionId}
      and counted.dimension = ${dimension}`,
  ];
  if (from !== undefined) conditions.push(sql`counted.hour >= ${from}`);
  if (until !== undefined) conditions.push(sql`counted.hour < ${until}`);
  return sql.join(conditions, sql` and `);
}
