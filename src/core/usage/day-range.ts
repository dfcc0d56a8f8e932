import { type Refusal, refuseInvalid } from '../refusal.ts';
import { dayOf, dayText } from '../values/day.ts';

const dayMilliseconds = 24 * 3_600_000;
export const maxDays = 400;
export const defaultDays = 30;

/** UTC days by their first instant, both included. */
export interface DayRange {
  readonly from: Date;
  readonly to: Date;
}

/** The days of usage over time: the last 30 by default, at most 400. */
export function readDayRange(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Date,
): DayRange | Refusal {
  const last = dayOf(to ?? dayText(now));
  const first = from === undefined ? addDays(last, 1 - defaultDays) : dayOf(from);
  const days = (last.getTime() - first.getTime()) / dayMilliseconds + 1;
  if (days >= 1 && days <= maxDays) return { from: first, to: last };
  const message = `must not be after to, and the range has at most ${maxDays} days`;
  return refuseInvalid([{ path: 'from', rule: 'range', message }]);
}

/** Every day of the range: `2026-11-15`. */
export function daysIn({ from, to }: DayRange): readonly string[] {
  const count = (to.getTime() - from.getTime()) / dayMilliseconds + 1;
  return Array.from({ length: count }, (_, index) => dayText(addDays(from, index)));
}

/** The last hour of a day. */
export function lastHourOf(day: Date): Date {
  return new Date(day.getTime() + 23 * 3_600_000);
}

export function addDays(day: Date, days: number): Date {
  return new Date(day.getTime() + days * dayMilliseconds);
}
