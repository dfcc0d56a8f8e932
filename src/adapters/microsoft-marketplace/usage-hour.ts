const hourMilliseconds = 60 * 60 * 1_000;

/** What an event is known by on both sides: there is one for a resource, a dimension and an hour. */
export function usageHourName(resourceId: string, dimension: string, hour: Date): string {
  const resource = resourceId.trim().toLowerCase();
  return `${startOfHour(hour).getTime()} ${resource.length} ${resource}${dimension.trim()}`;
}

export function startOfHour(time: Date): Date {
  return new Date(Math.floor(time.getTime() / hourMilliseconds) * hourMilliseconds);
}
