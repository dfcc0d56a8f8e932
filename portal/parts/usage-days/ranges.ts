const day = 24 * 3_600_000;

/** The URL of a page with usage by day has the range and the dimension. */
export const usageDaysSearch = ['days', 'dimension'] as const;
export type UsageDaysSearch = {
  readonly [Name in (typeof usageDaysSearch)[number]]?: string | undefined;
};

/** The ranges that can be chosen, as the URL has them. */
export const ranges = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'Year' },
] as const;

/** The chosen range in days; the first one if the URL has none that exists. */
export function daysOf(written: string | undefined): number {
  return Number((ranges.find(({ value }) => value === written) ?? ranges[0]).value);
}

/** The first of so many days, today included, in UTC: `2026-11-15`. */
export function firstDay(days: number, now: Date): string {
  return new Date(now.getTime() - (days - 1) * day).toISOString().slice(0, 10);
}
