import { type Refusal, refuse } from '../refusal.ts';
import { readTimestamp } from '../timestamp.ts';

const minute = 60_000;
const hourLong = 60 * minute;

/** For how long after its start the marketplace takes an hour. */
const lifeHours = 24;
/** The last moment to begin sending, so that two hours are left for tries. */
const latestDueHours = 22;
const warningHours = 2;

/** A UTC hour by its first instant. */
export type UsageHour = Date;

/** The UTC hour that a timestamp falls into; undefined for what is no timestamp. */
export function readUsageHour(text: string): UsageHour | undefined {
  const instant = readTimestamp(text);
  return instant && usageHourOf(instant);
}

export function usageHourOf(instant: Date): UsageHour {
  return new Date(Math.floor(instant.getTime() / hourLong) * hourLong);
}

/** The instant at which the hour has ended: its own last millisecond is over. */
export function windowEndsAt(hour: UsageHour): Date {
  return hoursAfter(hour, 1);
}

/** The last instant at which the hour is taken, by us and by the marketplace. */
export function expiresAt(hour: UsageHour): Date {
  return hoursAfter(hour, lifeHours);
}

/** From when on support is warned of a report that has not been sent: two hours before it would expire. */
export function expiryWarningAt(hour: UsageHour): Date {
  return hoursAfter(hour, lifeHours - warningHours);
}

/** The newest hour whose report would expire within two hours. */
export function newestExpiring(now: Date): UsageHour {
  return new Date(Math.floor(now.getTime() / hourLong - (lifeHours - warningHours)) * hourLong);
}

export function hasEnded(hour: UsageHour, now: Date): boolean {
  return now >= windowEndsAt(hour);
}

export function isYoungEnough(hour: UsageHour, now: Date): boolean {
  return expiresAt(hour) >= now;
}

/** The oldest hour that is young enough. On the full hour that is the one of yesterday's same time. */
export function oldestAllowed(now: Date): UsageHour {
  return new Date(Math.ceil(now.getTime() / hourLong - lifeHours) * hourLong);
}

/** An hour is taken once it has ended and until 24 hours after its start, both ends included. Null: it is taken. */
export function refuseWindow(hour: UsageHour, now: Date): Refusal | null {
  if (!hasEnded(hour, now)) {
    const endsAt = windowEndsAt(hour).toISOString();
    return refuse('metering.window_not_ended', { windowEndsAt: endsAt }, `The hour ends at ${endsAt}.`);
  }
  if (!isYoungEnough(hour, now)) {
    const oldest = oldestAllowed(now).toISOString();
    const detail = `The hour is more than 24 hours old; the oldest that is taken starts at ${oldest}.`;
    return refuse('metering.window_too_old', { oldestAllowed: oldest }, detail);
  }
  return null;
}

/**
 * A report is due a hold after its hour was first recorded, but never later than 22 hours after the hour's start. One
 * that is first recorded after that is due at once.
 */
export function dueAt(hour: UsageHour, firstRecordedAt: Date, holdMinutes: number): Date {
  const held = firstRecordedAt.getTime() + holdMinutes * minute;
  return new Date(Math.min(held, hoursAfter(hour, latestDueHours).getTime()));
}

function hoursAfter(hour: UsageHour, hours: number): Date {
  return new Date(hour.getTime() + hours * hourLong);
}
