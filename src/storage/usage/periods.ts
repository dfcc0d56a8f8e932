import { sql } from 'kysely';
import type { PeriodUse } from '../../core/usage/closing.ts';
import type { Period } from '../../core/usage/period.ts';
import { quantitySumToText, readQuantitySum } from '../../core/usage/quantity-sum.ts';
import type { UsageKey } from '../../core/usage/report.ts';
import type { Database } from '../database.ts';
import { plainArray, textArray } from '../plain-array.ts';

export interface MeterPeriod extends Pick<UsageKey, 'subscriptionId' | 'dimension'>, Period {}

/** The map key of a meter's period. */
export function periodText({ subscriptionId, dimension, start }: MeterPeriod): string {
  return `${start.getTime()} ${subscriptionId} ${dimension}`;
}

/**
 * The use of each period, locked until the transaction ends, by `periodText`. A period that has none begins with the hours
 * in it that are closed: it may be another division of the term than before.
 */
export async function lockPeriods(
  transaction: Database,
  workspaceId: string,
  periods: readonly MeterPeriod[],
): Promise<Map<string, PeriodUse>> {
  if (periods.length === 0) return new Map();
  const asked = sql`unnest(
    ${plainArray(periods.map(({ subscriptionId }) => subscriptionId))}::uuid[],
    ${textArray(periods.map(({ dimension }) => dimension))}::text[],
    ${plainArray(periods.map(({ start }) => start))}::timestamptz[],
    ${plainArray(periods.map(({ end }) => end))}::timestamptz[]
  ) as asked (subscription_id, dimension, period_start, period_end)`;
  const lock = () =>
    sql<{ subscription_id: string; dimension: string; period_start: Date; used: string; reported: string }>`
      select period.* from usage_periods as period
      join ${asked} using (subscription_id, dimension, period_start)
      where period.workspace_id = ${workspaceId}::uuid
      order by period.subscription_id, period.dimension, period.period_start
      for update of period`.execute(transaction);
  let { rows } = await lock();
  if (rows.length < periods.length) {
    await sql`
      insert into usage_periods (workspace_id, subscription_id, dimension, period_start, period_end, used, reported)
      select ${workspaceId}::uuid, asked.subscription_id, asked.dimension, asked.period_start, asked.period_end,
        coalesce(before.used, 0), coalesce(before.reported, 0)
      from ${asked}
      left join lateral (
        select sum(hours.total) as used, sum(report.quantity) as reported
        from usage_hours as hours
        left join usage_reports as report
          on report.workspace_id = hours.workspace_id and report.hour = hours.hour
          and report.subscription_id = hours.subscription_id and report.dimension = hours.dimension
          and report.report_id = hours.report_id
        where hours.workspace_id = ${workspaceId}::uuid and hours.subscription_id = asked.subscription_id
          and hours.dimension = asked.dimension and hours.hour >= asked.period_start
          and (asked.period_end is null or hours.hour < asked.period_end) and hours.closed_at is not null
      ) as before on true
      order by asked.subscription_id, asked.dimension, asked.period_start
      on conflict do nothing`.execute(transaction);
    ({ rows } = await lock());
  }
  return new Map(
    rows.map((row) => [
      periodText({
        subscriptionId: row.subscription_id,
        dimension: row.dimension,
        start: row.period_start,
        end: null,
      }),
      { used: readQuantitySum(row.used), reported: readQuantitySum(row.reported) },
    ]),
  );
}

/** Writes periods that this transaction has locked. */
export async function savePeriods(
  transaction: Database,
  workspaceId: string,
  periods: readonly (MeterPeriod & PeriodUse)[],
): Promise<void> {
  if (periods.length === 0) return;
  await sql`
    update usage_periods as period
    set used = new.used, reported = new.reported, period_end = new.period_end
    from unnest(
      ${plainArray(periods.map(({ subscriptionId }) => subscriptionId))}::uuid[],
      ${textArray(periods.map(({ dimension }) => dimension))}::text[],
      ${plainArray(periods.map(({ start }) => start))}::timestamptz[],
      ${plainArray(periods.map(({ end }) => end))}::timestamptz[],
      ${plainArray(periods.map(({ used }) => quantitySumToText(used)))}::numeric[],
      ${plainArray(periods.map(({ reported }) => quantitySumToText(reported)))}::numeric[]
    ) as new (subscription_id, dimension, period_start, period_end, used, reported)
    where period.workspace_id = ${workspaceId}::uuid and period.subscription_id = new.subscription_id
      and period.dimension = new.dimension and period.period_start = new.period_start`.execute(transaction);
}
