import type { ValidationIssue } from '../refusal.ts';
import type { Meter } from './meter.ts';

const minute = 60_000;
const hour = 60 * minute;

/** An hour can be reported until this long after its start, so it may be open the earlier way until then. */
const lifeOfHour = 24 * hour;
/** An event may be 5 minutes ahead, and another node may learn of the switch a little later. */
const notice = 6 * minute;

/** How a dimension is fed, before and after its last switch. */
export interface SwitchedMeter {
  readonly current: Meter;
  /** Null if it was always fed as now. */
  readonly previous: { readonly meter: Meter; readonly until: Date } | null;
}

/** How the dimension is fed in an hour. */
export function meterIn({ current, previous }: SwitchedMeter, startOfHour: Date): Meter {
  return previous && startOfHour < previous.until ? previous.meter : current;
}

/**
 * Another intake or aggregation takes effect at the next full hour, because the events of one hour are added in one way.
 * It is refused while an hour from before the last switch may be open. Another included quantity takes effect with the
 * next hour that has no event yet, and is never refused.
 */
export function switchMeter(
  stored: SwitchedMeter,
  wanted: Meter,
  now: Date,
): SwitchedMeter | ValidationIssue {
  const { current, previous } = stored;
  if (current.intake === wanted.intake && current.aggregation === wanted.aggregation) {
    return { current: wanted, previous };
  }
  if (previous && now.getTime() <= previous.until.getTime() + lifeOfHour) {
    const free = new Date(previous.until.getTime() + lifeOfHour).toISOString();
    const message = `was switched at ${previous.until.toISOString()}; it can be switched again after ${free}`;
    return { path: current.intake === wanted.intake ? 'aggregation' : 'intake', rule: 'switch', message };
  }
  const until = new Date(Math.ceil((now.getTime() + notice) / hour) * hour);
  return { current: wanted, previous: { meter: current, until } };
}
