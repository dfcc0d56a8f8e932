import { type RawBuilder, sql } from 'kysely';
import { addDays, type DayRange, lastHourOf } from '../../core/usage/day-range.ts';
import type { UsedPart } from '../../core/usage/days.ts';
import { readQuantitySum } from '../../core/usage/events/quantity-sum.ts';
import { dayText } from '../../core/values/day.ts';
import type { Database } from '../database.ts';
import { plainArray } from '../sql/plain-array.ts';
import { inScope, type ReportScope } from './leases.ts';

/** Usage of one dimension of a subscription on a day, or on a part of it. */
export interface SubscriptionPart extends UsedPart {
  readonly subscriptionId: string;
  readonly dimension: string;
}

interface SubscriptionScope {
  readonly subscriptionIds: readonly string[];
  readonly dimension: string | undefined;
  /** The starts of periods, oldest first: days are divided by them, and usage counts from the first one on. */
  readonly starts: readonly Date[];
}

/**
 * The usage of subscriptions by day: the hourly totals of events, and the reports of records. A report of events has what
 * an hourly total adds to the overage, so it is no usage of its own.
 */
export async function loadSubscriptionDays(
  database: Database,
  workspaceId: string,
  { subscriptionIds, dimension, starts }: SubscriptionScope,
  { from, to }: DayRange,
): Promise<readonly SubscriptionPart[]> {
  if (subscriptionIds.length === 0) return [];
  const first = starts[0] !== undefined && starts[0] < from ? starts[0] : from;
  const last = lastHourOf(to);
  const ids = sql`${plainArray(subscriptionIds)}::uuid[]`;
  const startArray = sql`${plainArray(starts)}::timestamptz[]`;
  const ofDimension = dimension === undefined ? sql`true` : sql`dimension = ${dimension}`;
  const { rows } = await sql<{
    subscription_id: string;
    dimension: string;
    day: Date;
    since: Date | null;
    quantity: string;
  }>`
    select subscription_id, dimension,
      ${dayOfHour(sql`greatest(hour, ${addDays(from, -1)}::timestamptz)`)} as day,
      (${startArray})[width_bucket(hour, ${startArray})] as since,
      sum(quantity)::text as quantity
    from (
      select subscription_id, dimension, hour, total as quantity from usage_hours
      where workspace_id = ${workspaceId} and subscription_id = any (${ids})
        and hour >= ${first} and hour <= ${last} and ${ofDimension}
      union all
      select subscription_id, dimension, hour, quantity from usage_reports
      where workspace_id = ${workspaceId} and subscription_id = any (${ids}) and origin = 'Records'
        and hour >= ${first} and hour <= ${last} and ${ofDimension}
    ) as used
    group by 1, 2, 3, 4`.execute(database);
  return rows.map((row) => ({
    subscriptionId: row.subscription_id,
    dimension: row.dimension,
    day: dayText(row.day),
    since: row.since,
    quantity: readQuantitySum(row.quantity),
  }));
}

/** Usage of one dimension of a product on a day, by all subscriptions. */
export interface ProductDay extends UsedPart {
  /** A slug; empty: the subscription is unknown. */
  readonly product: string;
  readonly dimension: string;
}

/** How many subscriptions used a dimension of a product. */
export interface ProductUse {
  readonly product: string;
  readonly productName: string;
  readonly dimension: string;
  readonly subscriptions: number;
}

/** The usage of all subscriptions, or of those of a product, by day. As `loadSubscriptionDays`, but by product. */
export async function loadProductDays(
  database: Database,
  workspaceId: string,
  scope: Pick<ReportScope, 'product' | 'dimension'>,
  { from, to }: DayRange,
): Promise<{ readonly days: readonly ProductDay[]; readonly uses: readonly ProductUse[] }> {
  const inRange = sql`workspace_id = ${workspaceId} and hour >= ${from} and hour <= ${lastHourOf(to)}
    and ${inScope(workspaceId, scope)}`;
  const { rows } = await sql<ProductUse & { day: Date | null; quantity: string }>`
    with used as (
      select subscription_id, dimension, ${dayOfHour(sql`hour`)} as day, sum(total) as quantity
      from usage_hours where ${inRange} group by 1, 2, 3
      union all
      select subscription_id, dimension, ${dayOfHour(sql`hour`)} as day, sum(quantity) as quantity
      from usage_reports where ${inRange} and origin = 'Records' group by 1, 2, 3
    )
    select coalesce(product.slug, '') as product, coalesce(product.name, '') as "productName", used.dimension, used.day,
      sum(used.quantity)::text as quantity,
      count(distinct used.subscription_id) filter (where used.quantity > 0)::integer as subscriptions
    from used
    left join subscriptions as subscription
      on subscription.workspace_id = ${workspaceId} and subscription.subscription_id = used.subscription_id
    left join products as product
      on product.workspace_id = ${workspaceId} and product.product_id = subscription.product_id
    group by grouping sets ((1, 2, 3, 4), (1, 2, 3))`.execute(database);
  return {
    days: rows.flatMap(({ product, dimension, day, quantity }) =>
      day === null
        ? []
        : [{ product, dimension, day: dayText(day), since: null, quantity: readQuantitySum(quantity) }],
    ),
    uses: rows.flatMap(({ product, productName, dimension, day, subscriptions }) =>
      day === null ? [{ product, productName, dimension, subscriptions }] : [],
    ),
  };
}

/** The first instant of the UTC day. */
function dayOfHour(hour: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`date_bin('1 day', ${hour}, '1970-01-01T00:00:00Z')`;
}
