/** How many of an API client's refusals are kept: the latest. */
export const maxStoredRefusals = 100;

const hoursLive = 90 * 24 * 3_600_000;

/** Hours before it are forgotten. */
export function oldestCountedHour(now: Date): Date {
  return new Date(now.getTime() - hoursLive);
}
