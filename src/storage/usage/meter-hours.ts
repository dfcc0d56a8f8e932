import { type RawBuilder, sql } from 'kysely';
import type { Aggregation } from '../../core/catalogue/meter.ts';
import type { UsageState } from '../../core/usage/reports/state.ts';
import type { UsageHour } from '../../core/usage/reports/window.ts';
import type { Total } from '../../core/values/total.ts';
import type { Database } from '../database.ts';
import { ListOrder, type SortedPage } from '../list-order.ts';
import { loadTotal } from '../load-total.ts';
import type { UsageSummaryKey } from './figures.ts';
import { reportState, reportsUnderLease } from './queue.ts';

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
