/** Of an API client, only the latest refusals are stored. */
export const maxStoredRefusals = 100;

const retention = 90 * 24 * 3_600_000;

/** Counts of earlier hours are deleted. */
export function oldestCountedHour(now: Date): Date {
  return new Date(now.getTime() - retention);
}
