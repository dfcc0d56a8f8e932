import { sql } from 'kysely';
import type { PeriodUse } from '../../core/usage/events/closing.ts';
import {
  type QuantitySum,
  quantitySumToText,
  readQuantitySum,
} from '../../core/usage/events/quantity-sum.ts';
import type { Period } from '../../core/usage/period.ts';
import type { UsageKey } from '../../core/usage/reports/report.ts';
import { onShardOf } from '../cluster/workspace-shard.ts';
import type { Database } from '../database.ts';
import { unnestRows } from '../sql/unnest-rows.ts';

export interface MeterPeriod extends Pick<UsageKey, 'subscriptionId' | 'dimension'>, Period {}

/** The map key of a meter's period. */
export function periodText({ subscriptionId, dimension, start }: MeterPeriod): string {
  return `${start.getTime()} ${subscriptionId} ${dimension}`;
}

interface PeriodRow {
  subscription_id: string;
  dimension: string;
  period_start: Date;
  period_end: Date | null;
  used: string;
  reported: string;
}

/** The periods as `asked`. */
function askedPeriods(periods: readonly MeterPeriod[]) {
  return unnestRows('asked', periods, {
    subscription_id: 'uuid',
    dimension: 'text',
    period_start: ['timestamptz', ({ start }) => start],
    period_end: ['timestamptz', ({ end }) => end],
  });
}

/**
 * The use of each period by closed hours, locked until the transaction ends, by `periodText`. A new period, or one with
 * another end than before, begins with the hours in it that are closed: the term was divided in another way.
 */
export async function lockPeriods(
  transaction: Database,
  workspaceId: string,
  periods: readonly MeterPeriod[],
): Promise<Map<string, PeriodUse>> {
  if (periods.length === 0) return new Map();
  const lock = async () => {
    const { rows } = await sql<PeriodRow>`
      select period.* from usage_periods as period
      join ${askedPeriods(periods)} using (subscription_id, dimension, period_start)
      where period.workspace_id = ${workspaceId}::uuid
      order by period.subscription_id, period.dimension, period.period_start
      for update of period`.execute(transaction);
    return new Map(rows.map((row) => [periodText(keyOf(row)), row]));
  };
  let known = await lock();
  const missing = periods.filter((period) => !known.has(periodText(period)));
  if (missing.length > 0) {
    await sql`
      insert into usage_periods (workspace_id, subscription_id, dimension, period_start, period_end, used, reported)
      select shard.workspace_id, asked.*, 0, 0
      from ${onShardOf(workspaceId)} cross join ${askedPeriods(missing)}
      order by asked.subscription_id, asked.dimension, asked.period_start
      on conflict do nothing`.execute(transaction);
    known = await lock();
  }
  const changed = periods.filter((period) => {
    const row = known.get(periodText(period));
    return missing.includes(period) || row?.period_end?.getTime() !== period.end?.getTime();
  });
  const uses = new Map([...known].map(([key, row]) => [key, useOf(row)]));
  for (const use of await sumPeriods(transaction, workspaceId, changed)) uses.set(periodText(use), use);
  return uses;
}

/** A period's use by closed hours, and by all. */
export interface SummedPeriod extends MeterPeriod, PeriodUse {
  readonly counted: QuantitySum;
}

/** Adds up the hours of periods that this transaction has locked. */
export async function sumPeriods(
  transaction: Database,
  workspaceId: string,
  periods: readonly MeterPeriod[],
): Promise<readonly SummedPeriod[]> {
  if (periods.length === 0) return [];
  const { rows } = await sql<PeriodRow & { counted: string }>`
    update usage_periods as period
    set used = sums.used, reported = sums.reported, counted = sums.counted, period_end = asked.period_end
    from ${askedPeriods(periods)}
    cross join lateral (
      select coalesce(sum(hours.total) filter (where hours.closed_at is not null), 0) as used,
        coalesce(sum(report.quantity), 0) as reported, coalesce(sum(hours.total), 0) as counted
      from usage_hours as hours
      left join usage_reports as report
        on report.workspace_id = hours.workspace_id and report.hour = hours.hour
        and report.subscription_id = hours.subscription_id and report.dimension = hours.dimension
        and report.report_id = hours.report_id
      where hours.workspace_id = ${workspaceId}::uuid and hours.subscription_id = asked.subscription_id
        and hours.dimension = asked.dimension and hours.hour >= asked.period_start
        and (asked.period_end is null or hours.hour < asked.period_end)
    ) as sums
    where period.workspace_id = ${workspaceId}::uuid and period.subscription_id = asked.subscription_id
      and period.dimension = asked.dimension and period.period_start = asked.period_start
    returning period.*`.execute(transaction);
  return rows.map((row) => ({ ...keyOf(row), ...useOf(row), counted: readQuantitySum(row.counted) }));
}

/** Writes periods that this transaction has locked. */
export async function savePeriods(
  transaction: Database,
  workspaceId: string,
  periods: readonly (MeterPeriod & PeriodUse & { readonly included: QuantitySum | null })[],
): Promise<void> {
  if (periods.length === 0) return;
  await sql`
    update usage_periods as period
    set used = new.used, reported = new.reported, included_quantity = new.included_quantity,
      -- Events without an included quantity are not counted.
      counted = case when new.included_quantity is not null then period.counted end
    from ${unnestRows('new', periods, {
      subscription_id: 'uuid',
      dimension: 'text',
      period_start: ['timestamptz', ({ start }) => start],
      used: ['numeric', ({ used }) => quantitySumToText(used)],
      reported: ['numeric', ({ reported }) => quantitySumToText(reported)],
      included_quantity: [
        'numeric',
        ({ included }) => (included === null ? null : quantitySumToText(included)),
      ],
    })}
    where period.workspace_id = ${workspaceId}::uuid and period.subscription_id = new.subscription_id
      and period.dimension = new.dimension and period.period_start = new.period_start`.execute(transaction);
}

function keyOf(row: PeriodRow): MeterPeriod {
  return {
    subscriptionId: row.subscription_id,
    dimension: row.dimension,
    start: row.period_start,
    end: row.period_end,
  };
}

function useOf({ used, reported }: PeriodRow): PeriodUse {
  return { used: readQuantitySum(used), reported: readQuantitySum(reported) };
}
