import { type Refusal, refuseInvalid } from '../../refusal.ts';
import { instantOf } from '../../values/timestamp.ts';
import { usageHourOf } from './window.ts';

const hourMilliseconds = 3_600_000;
const maxDays = 31;
const defaultDays = 7;
/** The end of a later hour is not a valid timestamp. */
const lastHour = Date.UTC(9999, 11, 31, 23);

/** Whole hours, `until` excluded. */
export interface HourRange {
  readonly from: Date;
  readonly until: Date;
}

/** The range of usage figures: seven days by default, at most 31. */
export function readHourRange(
  { from, until }: { readonly from?: string | undefined; readonly until?: string | undefined },
  now: Date,
): HourRange | Refusal {
  const end =
    until === undefined ? new Date(usageHourOf(now).getTime() + hourMilliseconds) : hourAtOrAfter(until);
  const start =
    from === undefined
      ? new Date(end.getTime() - defaultDays * 24 * hourMilliseconds)
      : usageHourOf(instantOf(from));
  const hours = (end.getTime() - start.getTime()) / hourMilliseconds;
  if (hours > 0 && hours <= maxDays * 24) return { from: start, until: end };
  const message = `must be before until, by at most ${maxDays} days`;
  return refuseInvalid([{ path: 'from', rule: 'range', message }]);
}

function hourAtOrAfter(text: string): Date {
  const hour = Math.ceil(instantOf(text).getTime() / hourMilliseconds) * hourMilliseconds;
  return new Date(Math.min(hour, lastHour));
}
