/** The marketplace may omit the zone of a UTC time. */
export function readMarketplaceTime(value: unknown): Date | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const hasZone = /(z|[+-]\d{2}:?\d{2})$/i.test(text.slice(10));
  const time = new Date(hasZone || text.length <= 10 ? text : `${text}Z`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
