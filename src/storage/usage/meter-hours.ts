import { sql } from 'kysely';
import type { Aggregation } from '../../core/catalogue/meter.ts';
import type { UsageState } from '../../core/usage/state.ts';
import type { UsageHour } from '../../core/usage/window.ts';
import type { Database } from '../database.ts';
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

export interface MeterHourQuestion {
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  /** The last hour of the previous page. */
  readonly after?: UsageHour | undefined;
  readonly limit: number;
}

/** The hours of a subscription and dimension, newest first, by the primary key. */
export async function listMeterHours(
  database: Database,
  workspaceId: string,
  { subscriptionId, dimension }: UsageSummaryKey,
  { from, until, after, limit }: MeterHourQuestion,
  now: Date,
): Promise<readonly MeterHour[]> {
  const before = [until, after].flatMap((bound) => (bound === undefined ? [] : [bound.getTime()]));
  const end = before.length === 0 ? undefined : new Date(Math.min(...before));
  const { rows } = await sql<MeterHour>`
    select counted.hour, counted.aggregation, counted.total::text as total, counted.events::float8 as events,
      counted.carried::float8 as carried, counted.duplicates::float8 as duplicates, counted.closes_at as "closesAt",
      counted.closed_at as "closedAt",
      case when report.report_id is not null then json_build_object('reportId', report.report_id,
        'quantity', report.quantity::text, 'state', ${reportState(now)}) end as report
    from (
      select * from usage_hours
      where workspace_id = ${workspaceId} and subscription_id = ${subscriptionId} and dimension = ${dimension}
        ${from === undefined ? sql`` : sql`and hour >= ${from}`}
        ${end === undefined ? sql`` : sql`and hour < ${end}`}
      order by hour desc
      limit ${limit}
    ) as counted
    left join ${reportsUnderLease} as report
      on report.workspace_id = ${workspaceId} and report.hour = counted.hour
      and report.subscription_id = counted.subscription_id and report.dimension = counted.dimension
      and report.report_id = counted.report_id
    order by counted.hour desc`.execute(database);
  return rows;
}
