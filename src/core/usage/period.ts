import type { IncludedPeriod } from '../catalogue/meter.ts';
import { endByTime } from '../subscriptions/clock.ts';
import type { Subscription } from '../subscriptions/subscription.ts';
import { monthsAfter } from '../values/months.ts';
import { type UsageHour, usageHourOf } from './reports/window.ts';

/** A term of a subscription, or a part of it for which a quantity is included. */
export interface Period {
  readonly start: Date;
  /** The exclusive end; null if it is not known. */
  readonly end: Date | null;
}

/** Late events are added to an hour for 24 hours after its start, on nodes whose clocks differ a little. */
const finalAfter = 25 * 3_600_000;

/** The use of periods that ended by then is final once their hours are closed: no event can be added to them. */
export function endOfFinalPeriods(now: Date): Date {
  return new Date(now.getTime() - finalAfter);
}

/**
 * The terms of a subscription, oldest first. The first begins at activation. A later end is a renewal: the next term begins
 * at the end before. An earlier end, or the first one that is known, corrects the term.
 *
 * @param history its states, oldest first
 */
export function termsOf(history: readonly Subscription[]): readonly Period[] {
  const terms: Period[] = [];
  for (const { activatedAt, validUntil } of history) {
    if (activatedAt === null) continue;
    const last = terms.at(-1);
    if (!last) terms.push({ start: activatedAt, end: validUntil });
    else if (last.end === null || (validUntil !== null && validUntil < last.end)) {
      terms[terms.length - 1] = { start: last.start, end: validUntil };
    } else if (validUntil !== null && validUntil > last.end) terms.push({ start: last.end, end: validUntil });
  }
  return terms;
}

/**
 * The period in which an hour lies. Periods begin at the start of the term and then every month or year, on the same day or
 * the month's last, and end with the term. After the last known end the next term has begun, which the marketplace has not
 * told yet. Periods begin and end on full hours, so that each hour lies in one.
 */
export function periodOf(terms: readonly Period[], per: IncludedPeriod, hour: UsageHour): Period {
  const term = termIn(terms, hour);
  const monthsEach = { Month: 1, Year: 12, Term: null }[per];
  if (monthsEach === null) return wholeHours(term);
  let count = 0;
  while (usageHourOf(monthsAfter(term.start, (count + 1) * monthsEach)) <= hour) count += 1;
  const end = monthsAfter(term.start, (count + 1) * monthsEach);
  return wholeHours({
    start: monthsAfter(term.start, count * monthsEach),
    end: term.end !== null && term.end < end ? term.end : end,
  });
}

function termIn(terms: readonly Period[], hour: UsageHour): Period {
  const term = terms.findLast(({ start }) => usageHourOf(start) <= hour) ?? terms[0];
  if (!term) throw new Error('A subscription with usage has no term');
  return term.end !== null && usageHourOf(term.end) <= hour ? { start: term.end, end: null } : term;
}

function wholeHours({ start, end }: Period): Period {
  return { start: usageHourOf(start), end: end && usageHourOf(end) };
}

/**
 * The period in which a subscription is now, or in which it ended. Undefined if it was never activated: it has no usage.
 *
 * @param history its states, oldest first
 */
export function currentPeriod(
  history: readonly Subscription[],
  per: IncludedPeriod,
  now: Date,
): Period | undefined {
  const terms = termsOf(history);
  if (terms.length === 0) return undefined;
  const endedAt = history.at(-1)?.endedAt ?? null;
  // The end is exclusive: an hour that begins with it is not used.
  const last = endedAt !== null && endedAt <= now ? new Date(endedAt.getTime() - 1) : now;
  return periodOf(terms, per, usageHourOf(last));
}

/**
 * The periods before one that begins at `start`, newest first, down to the first term or the oldest moment of interest.
 *
 * @param history the states of the subscription, oldest first
 */
export function periodsBefore(
  history: readonly Subscription[],
  per: IncludedPeriod,
  start: Date,
  { oldest, limit }: { readonly oldest: Date; readonly limit: number },
): readonly Period[] {
  const terms = termsOf(history);
  const first = terms[0] && usageHourOf(terms[0].start);
  const periods: Period[] = [];
  let before = start;
  while (first && before > first && periods.length < limit) {
    const period = periodOf(terms, per, usageHourOf(new Date(before.getTime() - 1)));
    if (period.start >= before || period.start < oldest) break;
    // After the last known end a period has none of its own.
    periods.push({ start: period.start, end: before });
    before = period.start;
  }
  return periods;
}

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
