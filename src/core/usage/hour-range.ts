import { type Refusal, refuseInvalid } from '../refusal.ts';
import { instantOf } from '../timestamp.ts';
import { usageHourOf } from './window.ts';

const hourLong = 3_600_000;
const mostDays = 31;
const daysUnlessTold = 7;
/** The end of a later hour is no timestamp. */
const lastHour = Date.UTC(9999, 11, 31, 23);

/** Whole hours, `until` not among them. */
export interface HourRange {
  readonly from: Date;
  readonly until: Date;
}

/** The hours that figures are about: the last seven days unless told, and a month of them at most. */
export function readHourRange(
  { from, until }: { readonly from?: string | undefined; readonly until?: string | undefined },
  now: Date,
): HourRange | Refusal {
  const end = until === undefined ? new Date(usageHourOf(now).getTime() + hourLong) : hourAtOrAfter(until);
  const start =
    from === undefined
      ? new Date(end.getTime() - daysUnlessTold * 24 * hourLong)
      : usageHourOf(instantOf(from));
  const hours = (end.getTime() - start.getTime()) / hourLong;
  if (hours > 0 && hours <= mostDays * 24) return { from: start, until: end };
  const message = `must be before until, and ${mostDays} days before it at most`;
  return refuseInvalid([{ path: 'from', rule: 'range', message }]);
}

function hourAtOrAfter(text: string): Date {
  const hour = Math.ceil(instantOf(text).getTime() / hourLong) * hourLong;
  return new Date(Math.min(hour, lastHour));
}
