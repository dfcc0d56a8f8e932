import { sql } from 'kysely';
import type { MeterIntake } from '../../core/catalogue/meter.ts';
import { readQuantitySum } from '../../core/usage/events/quantity-sum.ts';
import type { StoredUse } from '../../core/usage/remaining.ts';
import type { Database } from '../database.ts';
import { unnestRows } from '../unnest-rows.ts';
import type { MeterPeriod } from './periods.ts';

export interface RequestedPeriod extends MeterPeriod {
  readonly intake: MeterIntake;
}

/**
 * The use of each period until now, in the order asked. Reports are found hour by hour, by their key, which begins with the
 * hour: the hours of events, or else all hours of the period.
 */
export async function loadPeriodUse(
  database: Database,
  workspaceId: string,
  periods: readonly RequestedPeriod[],
  now: Date,
): Promise<readonly Omit<StoredUse, 'included'>[]> {
  if (periods.length === 0) return [];
  const asked = unnestRows({ alias: 'asked', isNumbered: true }, periods, {
    subscription_id: 'uuid',
    dimension: 'text',
    period_start: ['timestamptz', ({ start }) => start],
    period_end: ['timestamptz', ({ end }) => end],
    intake: 'text',
  });
  const { rows } = await sql<{ used: string | null; reported: string; accepted: string }>`
    select events.used, reports.reported, reports.accepted from ${asked}
    cross join lateral (
      select sum(hours.total) as used, array_agg(hours.hour) filter (where hours.report_id is not null) as reported
      from usage_hours as hours
      where hours.workspace_id = ${workspaceId}::uuid and hours.subscription_id = asked.subscription_id
        and hours.dimension = asked.dimension and hours.hour >= asked.period_start
        and (asked.period_end is null or hours.hour < asked.period_end)
    ) as events
    cross join lateral (
      select coalesce(sum(report.quantity), 0) as reported,
        coalesce(sum(report.quantity) filter (where report.status = 'Accepted'), 0) as accepted
      from (
        select unnest(events.reported) as hour where asked.intake = 'Events'
        union all
        select generate_series(asked.period_start,
          least(asked.period_end - interval '1 hour', ${now}::timestamptz), interval '1 hour')
        where asked.intake = 'Records'
      ) as hours
      cross join lateral (
        select quantity, status from usage_reports as report
        where report.workspace_id = ${workspaceId}::uuid and report.hour = hours.hour
          and report.subscription_id = asked.subscription_id and report.dimension = asked.dimension
        limit 1
      ) as report
    ) as reports
    order by asked.position`.execute(database);
  return rows.map(({ used, reported, accepted }, index) => ({
    used: readQuantitySum(periods[index]?.intake === 'Records' ? reported : (used ?? '0')),
    reported: readQuantitySum(reported),
    accepted: readQuantitySum(accepted),
  }));
}
