import { type Refusal, refuse } from '../../refusal.ts';
import { readTimestamp } from '../../values/timestamp.ts';

const minute = 60_000;
const hourMilliseconds = 60 * minute;

/** The marketplace accepts an hour until this long after its start. */
const lifeHours = 24;
/** The latest due time, which leaves two hours for retries. */
const latestDueHours = 22;
const warningHours = 2;

/** The first instant of a UTC hour. */
export type UsageHour = Date;

/** The UTC hour of a timestamp; undefined for any other text. */
export function readUsageHour(text: string): UsageHour | undefined {
  const instant = readTimestamp(text);
  return instant && usageHourOf(instant);
}

export function usageHourOf(instant: Date): UsageHour {
  return new Date(Math.floor(instant.getTime() / hourMilliseconds) * hourMilliseconds);
}

/** The exclusive end of the hour. */
export function windowEndsAt(hour: UsageHour): Date {
  return hoursAfter(hour, 1);
}

/** The last instant at which the hour is accepted, here and at the marketplace. */
export function expiresAt(hour: UsageHour): Date {
  return hoursAfter(hour, lifeHours);
}

/** When support is warned of an unsent report: two hours before it expires. */
export function expiryWarningAt(hour: UsageHour): Date {
  return hoursAfter(hour, lifeHours - warningHours);
}

/** The newest hour whose reports expire within two hours. */
export function newestExpiring(now: Date): UsageHour {
  return new Date(
    Math.floor(now.getTime() / hourMilliseconds - (lifeHours - warningHours)) * hourMilliseconds,
  );
}

export function hasEnded(hour: UsageHour, now: Date): boolean {
  return now >= windowEndsAt(hour);
}

export function isYoungEnough(hour: UsageHour, now: Date): boolean {
  return expiresAt(hour) >= now;
}

/** The oldest accepted hour. On the full hour it is the same hour of yesterday. */
export function oldestAllowed(now: Date): UsageHour {
  return new Date(Math.ceil(now.getTime() / hourMilliseconds - lifeHours) * hourMilliseconds);
}

/** An hour is accepted from its end until 24 hours after its start, inclusive. Null: accepted. */
export function refuseWindow(hour: UsageHour, now: Date): Refusal | null {
  if (!hasEnded(hour, now)) {
    const endsAt = windowEndsAt(hour).toISOString();
    return refuse(
      'metering.window_not_ended',
      { windowEndsAt: endsAt },
      `Report the hour after its end at ${endsAt}.`,
    );
  }
  if (!isYoungEnough(hour, now)) {
    const oldest = oldestAllowed(now).toISOString();
    const detail = `The hour is more than 24 hours old; the oldest accepted hour starts at ${oldest}.`;
    return refuse('metering.window_too_old', { oldestAllowed: oldest }, detail);
  }
  return null;
}

/**
 * A report is due when its hold ends, but at most 22 hours after the start of its hour. A report that is first recorded
 * later is due at once.
 */
export function dueAt(hour: UsageHour, firstRecordedAt: Date, holdMinutes: number): Date {
  const holdEnd = firstRecordedAt.getTime() + holdMinutes * minute;
  return new Date(Math.min(holdEnd, hoursAfter(hour, latestDueHours).getTime()));
}

function hoursAfter(hour: UsageHour, hours: number): Date {
  return new Date(hour.getTime() + hours * hourMilliseconds);
}
