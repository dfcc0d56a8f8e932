/** A period as the URL has it: a number of days until now, or `custom` with its own dates. */
export interface ChosenPeriod {
  readonly period?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

export const periodChoices = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: 'custom', label: 'Choose dates' },
] as const;

const hour = 3_600_000;

/** Dates without a period are a link's own dates. */
export const isCustom = ({ period, from, until }: ChosenPeriod): boolean =>
  period === 'custom' || (period === undefined && (from !== undefined || until !== undefined));

/** The range that the API is asked for. It begins at a full hour, so that the same page is not asked for again and again. */
export function rangeOf(
  chosen: ChosenPeriod,
  now: Date,
): { readonly from?: string | undefined; readonly until?: string | undefined } {
  const { from, until } = chosen;
  if (isCustom(chosen)) return { from, until };
  const days = Number(chosen.period);
  if (!Number.isInteger(days) || days <= 0) return {};
  const start = Math.floor(now.getTime() / hour) * hour - days * 24 * hour;
  return { from: new Date(start).toISOString() };
}
