const hourMilliseconds = 60 * 60 * 1_000;
const dayMilliseconds = 24 * hourMilliseconds;
/** A month takes usage until this long after its end. */
const monthCloses = 6 * hourMilliseconds;

/** For how long a marketplace accepts the usage of an hour, which is given by its first instant. */
export interface UsageAge {
  /** The last instant at which the hour is accepted. */
  readonly expiresAt: (hour: Date) => Date;
  /** The oldest hour that is accepted at the moment: the first whose `expiresAt` has not passed. */
  readonly oldestHour: (now: Date) => Date;
}

/** Until 24 hours after the start of the hour, inclusive. */
export const fullDay: UsageAge = {
  expiresAt: (hour) => new Date(hour.getTime() + dayMilliseconds),
  // On the full hour it is the same hour of yesterday.
  oldestHour: (now) =>
    new Date(Math.ceil((now.getTime() - dayMilliseconds) / hourMilliseconds) * hourMilliseconds),
};

/** The same, but from 06:00 UTC on the 1st nothing of the month before is accepted. */
export const fullDayWithinMonth: UsageAge = {
  expiresAt: (hour) => earlier(fullDay.expiresAt(hour), new Date(endOfMonth(hour) + monthCloses - 1)),
  oldestHour: (now) =>
    later(fullDay.oldestHour(now), new Date(startOfMonth(new Date(now.getTime() - monthCloses)))),
};

function startOfMonth(instant: Date): number {
  return Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth(), 1);
}

function endOfMonth(instant: Date): number {
  return Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + 1, 1);
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}
