import { meterIn } from '../../core/catalogue/meter-switch.ts';
import { allowanceOf } from '../../core/usage/days.ts';
import { quantitySumToNumber } from '../../core/usage/events/quantity-sum.ts';
import { currentPeriod, type Period, periodsBefore } from '../../core/usage/period.ts';
import { remainingUse } from '../../core/usage/remaining.ts';
import { usageHourOf } from '../../core/usage/reports/window.ts';
import { dayOf, dayText } from '../../core/values/day.ts';
import { readQuantity } from '../../core/values/quantity.ts';
import type { Database } from '../../storage/database.ts';
import { loadSubscriptionDays } from '../../storage/usage/days.ts';
import type { MeterOfSubscription } from '../../storage/usage/meters.ts';
import { loadPeriodUse } from '../../storage/usage/period-counts.ts';
import { loadHistories } from '../../storage/usage/summaries.ts';

/** The dimensions with the use of their present period. A subscription that was never activated has none. */
export async function loadMeterUse(
  database: Database,
  workspaceId: string,
  meters: readonly MeterOfSubscription[],
  now: Date,
) {
  const ids = [...new Set(meters.map(({ subscriptionId }) => subscriptionId))];
  const histories = await loadHistories(database, workspaceId, ids);
  const requested = meters.flatMap(({ meter, limit, ...rest }) => {
    const current = meterIn(meter, usageHourOf(now));
    const history = histories.get(rest.subscriptionId) ?? [];
    const period = currentPeriod(history, current.included?.per ?? 'Month', now);
    const { intake, aggregation } = current;
    const allowance = allowanceOf(current, limit);
    return period ? [{ ...rest, intake, aggregation, ...allowance, ...period }] : [];
  });
  const uses = await loadPeriodUse(database, workspaceId, requested, now);
  return requested.map(({ start, end, ...meter }, index) => {
    const included = meter.included && BigInt(Number(readQuantity(meter.included.quantity)));
    const use = uses[index] ?? { used: 0n, reported: 0n, accepted: 0n };
    const { remaining, ...sums } = remainingUse({ ...use, included, isBilled: meter.isBilled });
    return {
      ...meter,
      period: { start, end },
      used: quantitySumToNumber(sums.used),
      remaining: remaining === null ? null : quantitySumToNumber(remaining),
      overage: quantitySumToNumber(sums.overage),
      pending: quantitySumToNumber(sums.pending),
      reported: quantitySumToNumber(sums.reported),
      accepted: quantitySumToNumber(sums.accepted),
    };
  });
}

export type MeterUse = Awaited<ReturnType<typeof loadMeterUse>>[number];

/** The use of a dimension in a period that is over. */
export interface EarlierUse {
  readonly dimension: string;
  readonly period: Period;
  readonly used: number;
}

/** Of one subscription: the periods before the present ones, newest first, down to the first with usage. */
export async function loadEarlierUse(
  database: Database,
  { workspaceId, subscriptionId }: { readonly workspaceId: string; readonly subscriptionId: string },
  uses: readonly MeterUse[],
  now: Date,
  range: Parameters<typeof periodsBefore>[3],
): Promise<readonly EarlierUse[]> {
  if (uses.length === 0) return [];
  const histories = await loadHistories(database, workspaceId, [subscriptionId]);
  const history = histories.get(subscriptionId) ?? [];
  const asked = uses.flatMap(({ dimension, included, period: { start } }) =>
    periodsBefore(history, included?.per ?? 'Month', start, range).map((period) => ({ dimension, period })),
  );
  if (asked.length === 0) return [];
  const times = [...asked.map(({ period }) => period), ...uses.map(({ period }) => period)].map(({ start }) =>
    start.getTime(),
  );
  const starts = [...new Set(times)].sort((one, other) => one - other).map((time) => new Date(time));
  // What was used before today is summed by period.
  const today = dayOf(dayText(now));
  const parts = await loadSubscriptionDays(
    database,
    workspaceId,
    { subscriptionIds: [subscriptionId], dimension: undefined, starts },
    { from: today, to: today },
  );
  const sums = asked.map(({ dimension, period: { start, end } }) => {
    const own = parts.filter(
      ({ since, ...part }) =>
        part.dimension === dimension && since !== null && since >= start && (end === null || since < end),
    );
    const sum = own.reduce((total, { quantity }) => total + quantity, 0n);
    return { dimension, period: { start, end }, used: quantitySumToNumber(sum) };
  });
  const firstUse = new Map<string, Date>();
  for (const { dimension, period, used } of sums) if (used > 0) firstUse.set(dimension, period.start);
  return sums.filter(({ dimension, period }) => {
    const first = firstUse.get(dimension);
    return first !== undefined && period.start >= first;
  });
}
