import { sql } from 'kysely';
import {
  type QuantitySum,
  quantitySumToText,
  readQuantitySum,
} from '../../core/usage/events/quantity-sum.ts';
import type { Database } from '../database.ts';
import { unnestRows } from '../unnest-rows.ts';
import { insertOnShard, onShardOf } from '../workspace-shard.ts';
import { type MeterPeriod, periodText, sumPeriods } from './periods.ts';

/** What is added to the use of a period with an included quantity. */
export interface PeriodAddition extends MeterPeriod {
  /** May be below 0: a part of an hour was carried into another period. */
  readonly added: QuantitySum;
  readonly included: QuantitySum;
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
  await insertOnShard(transaction, workspaceId, async () => {
    const result = await sql<{
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
    for (const row of result.rows) {
      const { subscription_id: subscriptionId, dimension, period_start: start } = row;
      const addition = byKey.get(periodText({ subscriptionId, dimension, start, end: null }));
      if (!addition) continue;
      const sum = row.counted === null ? null : readDecimal(row.counted);
      const period = { ...addition, counted: sum ?? 0n, announced: row.announced_percent };
      // A new row has only what was added now; hours may have had events before a quantity was included.
      if (sum === null || sum === addition.added) isNewOrUncounted.push(period);
      else counted.push(period);
    }
    return result;
  });
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
