import type { LimitAction, LimitPeriod } from '../../catalogue/meter.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { overage } from '../events/closing.ts';
import { type QuantitySum, quantitySumToNumber } from '../events/quantity-sum.ts';
import { type Period, periodOf } from '../period.ts';
import type { UsageHour } from '../reports/window.ts';

export const limitSetters = ['Plan', 'Partner', 'Customer'] as const;
export type LimitSetter = (typeof limitSetters)[number];

/** The present period of each kind, of an hour. */
export type LimitPeriods = Readonly<Record<LimitPeriod, Period>>;

/** A limit in force, with what is used and reserved of its period. */
export interface LimitState {
  readonly setBy: LimitSetter;
  /** Empty: the whole subscription. */
  readonly subject: string;
  readonly per: LimitPeriod;
  readonly action: LimitAction;
  readonly quantity: QuantitySum;
  readonly used: QuantitySum;
  readonly reserved: QuantitySum;
  /** When the period ends; null: not known. */
  readonly end: Date | null;
}

const day = 24 * 3_600_000;

/** A day is that of UTC; the other periods are those of included quantities. */
export function limitPeriodsOf(terms: readonly Period[], hour: UsageHour): LimitPeriods {
  const start = new Date(Math.floor(hour.getTime() / day) * day);
  return {
    Day: { start, end: new Date(start.getTime() + day) },
    Month: periodOf(terms, 'Month', hour),
    Year: periodOf(terms, 'Year', hour),
    Term: periodOf(terms, 'Term', hour),
  };
}

/** Never below 0: events and a lowered limit may exceed it. */
export function remainingOf({ quantity, used, reserved }: LimitState): QuantitySum {
  return overage(quantity, used + reserved);
}

/** The limit that decides: of those that deny, or else of all, the one with the least left. */
export function tightestLimit<Limit extends LimitState>(limits: readonly Limit[]): Limit | undefined {
  const denying = limits.filter(({ action }) => action === 'Deny');
  const [first, ...others] = denying.length > 0 ? denying : limits;
  return others.reduce(
    (least, limit) => (least && remainingOf(limit) >= remainingOf(least) ? least : limit),
    first,
  );
}

/** What a reservation finds: its limits before it is granted. */
export type Fit = 'Fits' | 'Exceeds' | 'NeverFits';

/** Whether a quantity fits alone. A quantity above the limit itself never does. */
export function fitOf(quantity: QuantitySum, limits: readonly LimitState[]): Fit {
  const denying = limits.filter(({ action }) => action === 'Deny');
  if (denying.some((limit) => quantity > limit.quantity)) return 'NeverFits';
  return denying.some(({ used, reserved, ...limit }) => used + reserved + quantity > limit.quantity)
    ? 'Exceeds'
    : 'Fits';
}

/** The refusal of a quantity that does not fit. */
export function refuseBeyond(quantity: QuantitySum, limits: readonly LimitState[]): Refusal {
  const denying = limits.filter(({ action }) => action === 'Deny');
  const tooSmall = tightestLimit(
    denying
      .filter((limit) => quantity > limit.quantity)
      .map((limit) => ({ ...limit, used: 0n, reserved: 0n })),
  );
  if (tooSmall) {
    const { setBy, per } = tooSmall;
    return refuse('metering.quantity_over_limit', {
      limit: quantitySumToNumber(tooSmall.quantity),
      per,
      setBy,
    });
  }
  const limit = tightestLimit(denying.filter((one) => fitOf(quantity, [one]) === 'Exceeds'));
  if (!limit) throw new Error('No limit is exceeded');
  const { setBy, end, used, reserved } = limit;
  return refuse('metering.limit_reached', {
    limit: quantitySumToNumber(limit.quantity),
    used: quantitySumToNumber(used),
    reserved: quantitySumToNumber(reserved),
    remaining: quantitySumToNumber(remainingOf(limit)),
    resetsAt: end?.toISOString() ?? null,
    setBy,
  });
}
