const hourMilliseconds = 60 * 60 * 1_000;

/** The key of a usage event on both sides: one per resource, dimension and hour. */
export function usageHourName(resourceId: string, dimension: string, hour: Date): string {
  const resource = resourceId.trim().toLowerCase();
  return `${hourStart(hour)} ${resource.length} ${resource}${dimension.trim()}`;
}

export function startOfHour(time: Date): Date {
  return new Date(hourStart(time));
}

function hourStart(time: Date): number {
  return Math.floor(time.getTime() / hourMilliseconds) * hourMilliseconds;
}
