/** Of an API client, only the latest refusals are stored. */
export const maxStoredRefusals = 100;

/** Counts of earlier hours are deleted. */
export const activityLifetime = 90 * 24 * 3_600_000;
