import { type MarketplaceKind, marketplaceKinds } from '../../catalogue/marketplace-kind.ts';
import { traitsOf } from '../../marketplace/connections/kinds.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { readTimestamp } from '../../values/timestamp.ts';

const minute = 60_000;
const hourMilliseconds = 60 * minute;

/** The time for retries: reports are due, and support is warned, this long before the hour expires. */
const reserveHours = 2;

/** A source of mappings; without a kind, the default marketplace. */
export interface WithKind {
  readonly kind?: MarketplaceKind;
}

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
export function expiresAt(hour: UsageHour, source: WithKind = {}): Date {
  return traitsOf(source).usageAge.expiresAt(hour);
}

/** A kind of marketplace whose hours expire earlier than those of the default one at the moment. */
export interface EarlierExpiry extends Required<WithKind> {
  readonly oldestAllowed: UsageHour;
  readonly newestExpiring: UsageHour;
  /** No hour until the newest expires later. */
  readonly expiresAt: Date;
}

/** The kinds of marketplaces whose hours expire earlier than the others', while they do. */
export function earlierExpiries(now: Date): readonly EarlierExpiry[] {
  return marketplaceKinds
    .map((kind) => {
      const newest = newestExpiring(now, { kind });
      return {
        kind,
        oldestAllowed: oldestAllowed(now, { kind }),
        newestExpiring: newest,
        expiresAt: expiresAt(newest, { kind }),
      };
    })
    .filter(
      (bounds) => oldestAllowed(now) < bounds.oldestAllowed || newestExpiring(now) < bounds.newestExpiring,
    );
}

/** When support is warned of an unsent report: two hours before it expires. */
export function expiryWarningAt(hour: UsageHour, source: WithKind = {}): Date {
  return hoursAfter(expiresAt(hour, source), -reserveHours);
}

/** The newest hour whose reports expire within two hours. */
export function newestExpiring(now: Date, source: WithKind = {}): UsageHour {
  const justAfter = new Date(hoursAfter(now, reserveHours).getTime() + 1);
  return hoursAfter(oldestAllowed(justAfter, source), -1);
}

/** The hours that expire within two hours, the oldest first. */
export function expiringHours(now: Date, source: WithKind = {}): readonly UsageHour[] {
  const hours: UsageHour[] = [];
  const last = newestExpiring(now, source);
  for (let hour = oldestAllowed(now, source); hour <= last; hour = hoursAfter(hour, 1)) hours.push(hour);
  return hours;
}

export function hasEnded(hour: UsageHour, now: Date): boolean {
  return now >= windowEndsAt(hour);
}

export function isYoungEnough(hour: UsageHour, now: Date, source: WithKind = {}): boolean {
  return expiresAt(hour, source) >= now;
}

/** The oldest hour that the marketplace accepts. */
export function oldestAllowed(now: Date, source: WithKind = {}): UsageHour {
  return traitsOf(source).usageAge.oldestHour(now);
}

/**
 * An hour is accepted from its end until 24 hours after its start, inclusive, or until its marketplace closes the month.
 * Null: accepted.
 */
export function refuseWindow(hour: UsageHour, now: Date, source: WithKind = {}): Refusal | null {
  if (!hasEnded(hour, now)) {
    const endsAt = windowEndsAt(hour).toISOString();
    return refuse(
      'metering.window_not_ended',
      { windowEndsAt: endsAt },
      `Report the hour after its end at ${endsAt}.`,
    );
  }
  if (!isYoungEnough(hour, now, source)) {
    const oldest = oldestAllowed(now, source).toISOString();
    const why = isYoungEnough(hour, now)
      ? 'The marketplace has closed the month of the hour'
      : 'The hour is more than 24 hours old';
    const detail = `${why}; the oldest accepted hour starts at ${oldest}.`;
    return refuse('metering.window_too_old', { oldestAllowed: oldest }, detail);
  }
  return null;
}

/**
 * A report is due when its hold ends, but at the latest two hours before its hour expires. A report that is first recorded
 * later is due at once.
 */
export function dueAt(
  hour: UsageHour,
  firstRecordedAt: Date,
  holdMinutes: number,
  source: WithKind = {},
): Date {
  const holdEnd = firstRecordedAt.getTime() + holdMinutes * minute;
  return new Date(Math.min(holdEnd, expiryWarningAt(hour, source).getTime()));
}

function hoursAfter(instant: Date, hours: number): Date {
  return new Date(instant.getTime() + hours * hourMilliseconds);
}
