const hourMilliseconds = 60 * 60 * 1_000;

/** What an event is known by on both sides: there is one for a resource, a dimension and an hour. */
export function usageHourName(resourceId: string, dimension: string, hour: Date): string {
  return JSON.stringify([resourceId.trim().toLowerCase(), dimension.trim(), startOfHour(hour).toISOString()]);
}

export function startOfHour(time: Date): Date {
  return new Date(Math.floor(time.getTime() / hourMilliseconds) * hourMilliseconds);
}
