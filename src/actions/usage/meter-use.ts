import { meterIn } from '../../core/catalogue/meter-switch.ts';
import { quantitySumToNumber } from '../../core/usage/events/quantity-sum.ts';
import { currentPeriod } from '../../core/usage/period.ts';
import { remainingUse } from '../../core/usage/remaining.ts';
import { usageHourOf } from '../../core/usage/reports/window.ts';
import { readQuantity } from '../../core/values/quantity.ts';
import type { Database } from '../../storage/database.ts';
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
  const requested = meters.flatMap(({ meter, ...rest }) => {
    const current = meterIn(meter, usageHourOf(now));
    const history = histories.get(rest.subscriptionId) ?? [];
    const period = currentPeriod(history, current.included?.per ?? 'Month', now);
    return period ? [{ ...rest, ...current, ...period }] : [];
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
