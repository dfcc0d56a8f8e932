import { meterIn } from '../catalogue/meter-switch.ts';
import { readQuantity } from '../values/quantity.ts';
import type { DimensionName } from './dimension-label.ts';
import { quantitySumToNumber } from './events/quantity-sum.ts';
import { type LimitState, limitPeriodsOf, remainingOf, tightestLimit } from './limits/limit.ts';
import { type MeteredCandidate, meterOfDimension } from './meter-mapping.ts';
import { periodOf } from './period.ts';
import { remainingUse, type StoredUse } from './remaining.ts';
import { isBilled } from './reports/target.ts';
import { usageHourOf } from './reports/window.ts';

type CurrentMeter = ReturnType<typeof metersOf>[number];

/** The use of a dimension in its present period, with its limits. */
type DimensionUse = Omit<StoredUse, 'included'> & { readonly limits: readonly LimitState[] };

/** The dimensions of a subscription in force, each with its present period. */
export function metersOf(
  { subscription, plan, mappings, terms }: MeteredCandidate,
  names: readonly DimensionName[],
  now: Date,
) {
  const present = usageHourOf(now);
  if (terms.length === 0) return [];
  return names.flatMap(({ dimension, name, unit, planId }) => {
    const mapping = mappings.find(({ dimensions }) => dimensions.includes(dimension));
    // A plan that changed between two reads names dimensions that the cached one does not have.
    if (planId !== subscription.planId || !mapping) return [];
    const switched = meterOfDimension(mapping, dimension);
    const { intake, aggregation, included } = meterIn(switched, present);
    const period = periodOf(terms, included?.per ?? 'Month', present);
    const { subscriptionId } = subscription;
    const switchesAt = switched.previous?.until ?? null;
    return [
      {
        subscriptionId,
        plan: plan.slug,
        dimension,
        name,
        unit,
        intake,
        aggregation,
        included,
        ...period,
        limitPeriods: limitPeriodsOf(terms, present),
        sourceName: mapping.sourceName,
        switchesAt,
        isBilled: isBilled(subscription),
      },
    ];
  });
}

/** A dimension as its tenant sees it: what is used, what is left, and the limit that is reached first. */
export function dimensionOf(
  {
    start,
    end,
    included,
    isBilled,
    switchesAt: _,
    limitPeriods: __,
    sourceName: ___,
    ...meter
  }: CurrentMeter,
  { limits, ...use }: DimensionUse = { used: 0n, reported: 0n, accepted: 0n, limits: [] },
) {
  const quantity = included && BigInt(Number(readQuantity(included.quantity)));
  const remaining = remainingUse({ ...use, included: quantity, isBilled });
  return {
    ...meter,
    period: { start, end },
    used: quantitySumToNumber(remaining.used),
    included: included?.quantity ?? null,
    remaining: remaining.remaining === null ? null : quantitySumToNumber(remaining.remaining),
    overage: quantitySumToNumber(remaining.overage),
    pending: quantitySumToNumber(remaining.pending),
    reported: quantitySumToNumber(remaining.reported),
    accepted: quantitySumToNumber(remaining.accepted),
    ...limitView(tightestLimit(limits)),
  };
}

/** The limit that is reached first. */
function limitView(limit: LimitState | undefined) {
  return {
    limit: limit ? quantitySumToNumber(limit.quantity) : null,
    limitPer: limit?.per ?? null,
    limitAction: limit?.action ?? null,
    limitUsed: limit ? quantitySumToNumber(limit.used) : null,
    reserved: limit ? quantitySumToNumber(limit.reserved) : null,
    limitRemaining: limit ? quantitySumToNumber(remainingOf(limit)) : null,
    resetsAt: limit?.end ?? null,
    setBy: limit?.setBy ?? null,
  };
}
