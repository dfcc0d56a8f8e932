const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Months differ in length: 90 days are 3 months, 365 days are 12. */
const monthTolerance = 0.05;

const format = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });

/** A future time just short of a whole number is rounded up: after a minute, 7 days are still 7 days. */
const aheadTolerance = 0.05;

/** `3 hours ago`, `in 2 days`, `just now`. */
export function relativeTime(moment: Date, now: Date): string {
  const seconds = (moment.getTime() - now.getTime()) / 1000;
  for (const [unit, length] of units) {
    const count = Math.abs(seconds) / length + (unit === 'month' ? monthTolerance : 0);
    if (count < 1) continue;
    const whole = Math.trunc(seconds > 0 ? count + aheadTolerance : count);
    return format.format(Math.sign(seconds) * whole, unit);
  }
  return seconds > 5 ? 'in a moment' : 'just now';
}
