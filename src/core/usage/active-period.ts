import { endByTime } from '../subscriptions/clock.ts';
import type { Subscription } from '../subscriptions/subscription.ts';
import { type UsageHour, usageHourOf } from './window.ts';

/** A stretch of time in which a subscription was, is and will be Active, if nobody moves it. */
export interface ActivePeriod {
  readonly from: Date;
  /** The first instant at which it is Active no longer; null when no end is known. */
  readonly until: Date | null;
}

/**
 * When a subscription was Active, in the order of time. It is so from the state that made it Active until the next
 * state of another status; the last state lasts until the clock ends it, whether or not a sweep has run. A
 * subscription that was suspended and reinstated has a period before and one after.
 *
 * @param history its states, oldest first. It may leave out the beginning, as long as it reaches back to the state
 *   that held at the oldest hour of interest.
 */
export function activePeriodsOf(history: readonly Subscription[]): readonly ActivePeriod[] {
  const periods: ActivePeriod[] = [];
  for (const [index, state] of history.entries()) {
    if (state.status !== 'Active') continue;
    const next = history[index + 1];
    const until = next ? next.changedAt : (endByTime(state)?.at ?? null);
    const last = periods.at(-1);
    if (last?.until?.getTime() === state.changedAt.getTime()) {
      periods[periods.length - 1] = { from: last.from, until };
    } else {
      periods.push({ from: state.changedAt, until });
    }
  }
  return periods;
}

/**
 * An hour belongs to a period when it started in the hour of the period's begin or later, and before the period's
 * end: the hour in which it was activated or reinstated counts whole, and so does the hour in which it was suspended
 * or ended, unless that fell on its very first instant.
 */
export function isActiveInHour(periods: readonly ActivePeriod[], hour: UsageHour): boolean {
  return periods.some(({ from, until }) => usageHourOf(from) <= hour && (until === null || hour < until));
}
