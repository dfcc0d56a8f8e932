import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { plainArray, textArray } from '../plain-array.ts';

export interface StoredPeriodKey {
  readonly subscriptionId: string;
  readonly dimension: string;
  readonly start: Date;
}

/** A period, with its end if it was closed. */
export interface StoredPeriod extends StoredPeriodKey {
  readonly closedEnd: Date | null;
}

/** The periods of a workspace after a key, in order. */
export async function listPeriods(
  database: Database,
  workspaceId: string,
  after: StoredPeriodKey | null,
  limit: number,
): Promise<readonly StoredPeriod[]> {
  const further = after
    ? sql`and (subscription_id, dimension, period_start)
        > (${after.subscriptionId}::uuid, ${after.dimension}, ${after.start}::timestamptz)`
    : sql``;
  const { rows } = await sql<StoredPeriod>`
    select subscription_id as "subscriptionId", dimension, period_start as start,
      case when closed_at is not null then period_end end as "closedEnd"
    from usage_periods
    where workspace_id = ${workspaceId} ${further}
    order by subscription_id, dimension, period_start
    limit ${limit}`.execute(database);
  return rows;
}

/** The periods as `old`. */
function oldPeriods(periods: readonly StoredPeriodKey[]) {
  return sql`unnest(
    ${plainArray(periods.map(({ subscriptionId }) => subscriptionId))}::uuid[],
    ${textArray(periods.map(({ dimension }) => dimension))}::text[],
    ${plainArray(periods.map(({ start }) => start))}::timestamptz[]
  ) as old (subscription_id, dimension, period_start)`;
}

/**
 * Deletes hours of these periods, up to a limit. An hour stays while it lies in a period that is open or ended after the
 * moment: periods overlap where a term was divided in another way. Returns how many were deleted.
 */
export async function deleteHoursOf(
  database: Database,
  workspaceId: string,
  periods: readonly StoredPeriodKey[],
  moment: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from usage_hours as hours using (
      select closed.subscription_id, closed.dimension, closed.hour
      from ${oldPeriods(periods)}
      join usage_periods as period
        on period.workspace_id = ${workspaceId} and period.subscription_id = old.subscription_id
        and period.dimension = old.dimension and period.period_start = old.period_start
      join usage_hours as closed
        on closed.workspace_id = ${workspaceId} and closed.subscription_id = old.subscription_id
        and closed.dimension = old.dimension and closed.hour >= period.period_start
        and closed.hour < period.period_end
      where period.closed_at is not null and period.period_end < ${moment} and closed.closed_at is not null
        and not exists (
          select from usage_periods as other
          where other.workspace_id = ${workspaceId} and other.subscription_id = closed.subscription_id
            and other.dimension = closed.dimension and other.period_start <= closed.hour
            and (other.period_end is null
              or other.period_end > closed.hour and (other.closed_at is null or other.period_end >= ${moment}))
        )
      order by closed.subscription_id, closed.dimension, closed.hour
      limit ${limit}
      for update of closed skip locked
    ) as old
    where hours.workspace_id = ${workspaceId} and hours.subscription_id = old.subscription_id
      and hours.dimension = old.dimension and hours.hour = old.hour`.execute(database);
  return Number(numAffectedRows);
}

/** Deletes those of the periods that ended before the moment and have no hours any more. Returns how many. */
export async function deletePeriodsWithoutHours(
  database: Database,
  workspaceId: string,
  periods: readonly StoredPeriodKey[],
  moment: Date,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from usage_periods as period using ${oldPeriods(periods)}
    where period.workspace_id = ${workspaceId} and period.subscription_id = old.subscription_id
      and period.dimension = old.dimension and period.period_start = old.period_start
      and period.closed_at is not null and period.period_end < ${moment}
      and not exists (
        select from usage_hours as hours
        where hours.workspace_id = ${workspaceId} and hours.subscription_id = period.subscription_id
          and hours.dimension = period.dimension and hours.hour >= period.period_start
          and hours.hour < period.period_end
      )`.execute(database);
  return Number(numAffectedRows);
}
