import { type IncludedPeriod, isAdditive, type LimitPeriod, type Meter } from '../catalogue/meter.ts';
import { dayOf } from '../values/day.ts';
import { type DayRange, daysIn, lastHourOf } from './day-range.ts';
import type { QuantitySum } from './events/quantity-sum.ts';
import {
  type AppliedLimit,
  type CustomerLimit,
  limitsInForce,
  wholeTenant,
} from './limits/customer-limit.ts';
import { type Period, periodOf } from './period.ts';
import { usageHourOf } from './reports/window.ts';

/** The usage of a dimension on a day, or on the part of a day that lies in one period. */
export interface UsedPart {
  /** `2026-11-15`, in UTC. Usage before the range has the day before it. */
  readonly day: string;
  /** The last start of a period that is not after the part; null: there is none. */
  readonly since: Date | null;
  readonly quantity: QuantitySum;
}

export interface UsedDay {
  readonly day: string;
  readonly quantity: QuantitySum;
  /** The usage from the start of the period in which the day ends; null: periods are not compared. */
  readonly periodTotal: QuantitySum | null;
}

/** What the usage of a period is compared with. */
export interface Allowance {
  /** Null: nothing is included. */
  readonly included: Meter['included'];
  /** The plan's limit with the id of the dimension; null: there is none. */
  readonly limit: number | null;
  /** The usage limits in force, of the whole tenant. */
  readonly usageLimits: readonly AppliedLimit[];
}

export const noAllowance: Allowance = { included: null, limit: null, usageLimits: [] };

/**
 * The allowance of a meter. The hours of a period add up to something that can be compared only if the dimension is
 * additive, as hourly records are.
 */
export function allowanceOf(
  { aggregation, included }: Meter,
  limit: number | null,
): Pick<Allowance, 'included' | 'limit'> {
  return { included, limit: aggregation === null || isAdditive(aggregation) ? limit : null };
}

/** The usage limits in force of a meter, without those for a subject. */
export function usageLimitsOf(
  meter: Meter,
  own: readonly CustomerLimit[],
  now: Date,
): Allowance['usageLimits'] {
  return limitsInForce(meter.limit, own, now).filter(({ subject }) => subject === wholeTenant);
}

/**
 * The period of an allowance: that of the included quantity, a month where the plan has a limit, or that of a usage limit; null:
 * there is nothing to compare with. A day has a total of its own.
 */
export function comparedPer({ included, limit, usageLimits }: Allowance): IncludedPeriod | null {
  if (included) return included.per;
  if (limit !== null) return 'Month';
  return usageLimits.map(({ per }) => per).find(isLongerThanDay) ?? null;
}

const isLongerThanDay = (per: LimitPeriod): per is IncludedPeriod => per !== 'Day';

/**
 * The starts of the periods in which the days of the range lie, oldest first. The first one may be before the range, or
 * after its first day if the subscription began then.
 */
export function periodStarts(
  terms: readonly Period[],
  per: IncludedPeriod,
  { from, to }: DayRange,
): readonly Date[] {
  const starts: Date[] = [];
  const last = lastHourOf(to);
  for (let hour: Date | null = usageHourOf(from); hour !== null && hour <= last; ) {
    const { start, end } = periodOf(terms, per, hour);
    starts.push(start);
    // A period that ends before its hour is one of a term in the future.
    hour = end !== null && end > hour ? end : null;
  }
  return starts;
}

/** Every day of the range, days without usage too. */
export function usedDays(
  range: DayRange,
  parts: readonly UsedPart[],
  starts: readonly Date[],
): readonly UsedDay[] {
  const ofDays = new Map<string, QuantitySum>();
  /** The usage so far, by the start of its period. */
  const ofPeriods = new Map<number, QuantitySum>();
  const sorted = [...parts].sort((one, other) => (one.day < other.day ? -1 : 1));
  let read = 0;
  return daysIn(range).map((day) => {
    for (let part = sorted[read]; part !== undefined && part.day <= day; part = sorted[++read]) {
      add(ofDays, part.day, part.quantity);
      const start = startOf(starts, part.since);
      if (start) add(ofPeriods, start.getTime(), part.quantity);
    }
    const start = startOf(starts, lastHourOf(dayOf(day)));
    return {
      day,
      quantity: ofDays.get(day) ?? 0n,
      periodTotal: start === undefined ? null : (ofPeriods.get(start.getTime()) ?? 0n),
    };
  });
}

function add<Key>(sums: Map<Key, QuantitySum>, key: Key, quantity: QuantitySum): void {
  sums.set(key, (sums.get(key) ?? 0n) + quantity);
}

function startOf(starts: readonly Date[], moment: Date | null): Date | undefined {
  return moment === null ? undefined : starts.findLast((start) => start <= moment);
}
