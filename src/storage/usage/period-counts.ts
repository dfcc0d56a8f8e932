import { sql } from 'kysely';
import type { MeterIntake } from '../../core/catalogue/meter.ts';
import {
  type QuantitySum,
  quantitySumToText,
  readQuantitySum,
} from '../../core/usage/events/quantity-sum.ts';
import type { StoredUse } from '../../core/usage/remaining.ts';
import { onShardOf } from '../cluster/workspace-shard.ts';
import type { Database } from '../database.ts';
import { unnestRows } from '../sql/unnest-rows.ts';
import { type MeterPeriod, periodText, sumPeriods } from './periods.ts';

/** What is added to the use of a period with an included quantity. */
export interface PeriodAddition extends MeterPeriod {
  /** May be below 0: a part of an hour was carried into another period. */
  readonly added: QuantitySum;
  readonly included: QuantitySum;
  /** The thresholds to announce. */
  readonly alertPercents: readonly number[];
}

export interface CountedPeriod extends PeriodAddition {
  /** The use of open and closed hours. */
  readonly counted: QuantitySum;
  /** The greatest threshold that was announced. */
  readonly announced: number;
}

/**
 * Counts what this transaction has added to hours, and returns the use of each period. The rows stay locked, so that two
 * nodes never find the same threshold reached. The order is that of `lockPeriods`.
 */
export async function addToPeriods(
  transaction: Database,
  workspaceId: string,
  additions: readonly PeriodAddition[],
): Promise<readonly CountedPeriod[]> {
  if (additions.length === 0) return [];
  const byKey = new Map(additions.map((addition) => [periodText(addition), addition]));
  const counted: CountedPeriod[] = [];
  const isNewOrUncounted: CountedPeriod[] = [];
  const { rows } = await sql<{
    subscription_id: string;
    dimension: string;
    period_start: Date;
    counted: string | null;
    announced_percent: number;
  }>`
    insert into usage_periods as period (
      workspace_id, subscription_id, dimension, period_start, period_end, used, reported, counted, included_quantity
    )
    select shard.workspace_id, new.subscription_id, new.dimension, new.period_start, new.period_end, 0, 0, new.added,
      new.included_quantity
    from ${onShardOf(workspaceId)} cross join ${unnestRows('new', additions, {
      subscription_id: 'uuid',
      dimension: 'text',
      period_start: ['timestamptz', ({ start }) => start],
      period_end: ['timestamptz', ({ end }) => end],
      added: ['numeric', ({ added }) => decimal(added)],
      included_quantity: ['numeric', ({ included }) => quantitySumToText(included)],
    })}
    order by new.subscription_id, new.dimension, new.period_start
    on conflict (workspace_id, subscription_id, dimension, period_start) do update
    set counted = period.counted + excluded.counted, included_quantity = excluded.included_quantity
    returning subscription_id, dimension, period_start, counted::text, announced_percent`.execute(
    transaction,
  );
  for (const row of rows) {
    const { subscription_id: subscriptionId, dimension, period_start: start } = row;
    const addition = byKey.get(periodText({ subscriptionId, dimension, start, end: null }));
    if (!addition) continue;
    const sum = row.counted === null ? null : readDecimal(row.counted);
    const period = { ...addition, counted: sum ?? 0n, announced: row.announced_percent };
    // A new row has only what was added now; hours may have had events before a quantity was included.
    if (sum === null || sum === addition.added) isNewOrUncounted.push(period);
    else counted.push(period);
  }
  const sums = await sumPeriods(transaction, workspaceId, isNewOrUncounted);
  const countOf = new Map(sums.map((sum) => [periodText(sum), sum.counted]));
  return [
    ...counted,
    ...isNewOrUncounted.map((period) => ({
      ...period,
      counted: countOf.get(periodText(period)) ?? period.counted,
    })),
  ];
}

/** Remembers the greatest threshold of each period that was announced. */
export async function saveAnnounced(
  transaction: Database,
  workspaceId: string,
  periods: readonly (MeterPeriod & { readonly announced: number })[],
): Promise<void> {
  if (periods.length === 0) return;
  await sql`
    update usage_periods as period set announced_percent = new.announced
    from ${unnestRows('new', periods, {
      subscription_id: 'uuid',
      dimension: 'text',
      period_start: ['timestamptz', ({ start }) => start],
      announced: 'smallint',
    })}
    where period.workspace_id = ${workspaceId}::uuid and period.subscription_id = new.subscription_id
      and period.dimension = new.dimension and period.period_start = new.period_start`.execute(transaction);
}

function decimal(sum: QuantitySum): string {
  return sum < 0n ? `-${quantitySumToText(-sum)}` : quantitySumToText(sum);
}

function readDecimal(text: string): QuantitySum {
  return text.startsWith('-') ? -readQuantitySum(text.slice(1)) : readQuantitySum(text);
}

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
