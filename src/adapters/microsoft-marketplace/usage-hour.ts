const hourMilliseconds = 60 * 60 * 1_000;

/** What an event is known by on both sides: there is one for a resource, a dimension and an hour. */
export function usageHourName(resourceId: string, dimension: string, hour: Date): string {
  return JSON.stringify([resourceId.trim().toLowerCase(), dimension.trim(), startOfHour(hour).toISOString()]);
}

export function startOfHour(time: Date): Date {
  return new Date(Math.floor(time.getTime() / hourMilliseconds) * hourMilliseconds);
}

/** The marketplace writes UTC with or without saying so. */
export function readMarketplaceTime(value: unknown): Date | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const hasZone = /(z|[+-]\d{2}:?\d{2})$/i.test(text.slice(10));
  const time = new Date(hasZone || text.length <= 10 ? text : `${text}Z`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
