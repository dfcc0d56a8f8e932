import { endByTime } from '../subscriptions/clock.ts';
import type { Subscription } from '../subscriptions/subscription.ts';
import { type UsageHour, usageHourOf } from './window.ts';

/** A period in which a subscription is Active, unless a later move changes it. */
export interface ActivePeriod {
  readonly from: Date;
  /** The exclusive end; null if no end is known. */
  readonly until: Date | null;
}

/**
 * The active periods of a subscription, in chronological order. A period lasts from the state that made it Active until
 * the next state with another status; the last state lasts until the clock ends it, whether or not the sweeper has run.
 *
 * @param history its states, oldest first. It must reach back to the state at the oldest hour of interest.
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
 * The hours of activation, reinstatement, suspension and end count whole, except an hour whose first instant is the end
 * of the period.
 */
export function isActiveInHour(periods: readonly ActivePeriod[], hour: UsageHour): boolean {
  return periods.some(({ from, until }) => usageHourOf(from) <= hour && (until === null || hour < until));
}
