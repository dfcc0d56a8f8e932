import type { AwsDialect } from '../dialect.ts';
import type { Agreement } from '../directory.ts';

const hour = 60 * 60_000;
const closingHour = 6;

/** Why the time of a record is out of bounds; undefined when it is not. */
export function timeProblem(
  time: Date,
  agreement: Agreement | undefined,
  now: Date,
  { earliestRecord, lateRecord }: AwsDialect,
): string | undefined {
  const [at, instant] = [time.getTime(), now.getTime()];
  if (at > instant) return 'The timestamp is in the future.';
  if (instant - at >= 24 * hour) return 'The timestamp is 24 hours ago or more.';
  if (at < closedBefore(now)) return 'The month of the timestamp is closed.';
  const { licensedAt, startTime, deprovisionedAt } = agreement ?? {};
  if (!licensedAt || !startTime) return undefined;
  // A licence that a renewal kept is older than its agreement.
  const start = Math.min(startTime.getTime(), licensedAt.getTime());
  const earliest = earliestRecord === 'hour' ? Math.floor(start / hour) * hour : start;
  if (at < earliest) return 'The timestamp is before the start of the license.';
  if (!deprovisionedAt) return undefined;
  const end = deprovisionedAt.getTime();
  if (lateRecord === 'out-of-bounds' && instant >= end + hour) {
    return 'The license ended more than an hour ago.';
  }
  return at >= end ? 'The timestamp is after the end of the license.' : undefined;
}

/** A month closes at 06:00 UTC on the 1st of the next. */
function closedBefore(now: Date): number {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const begin = Date.UTC(year, month);
  return now.getTime() >= begin + closingHour * hour ? begin : Date.UTC(year, month - 1);
}
