/** A quantity of usage has at most six decimals, so no quantity is ever rounded. */
const numbers = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 6 });

/**
 * The one format of counts, quantities and limits: `1,234.5`. A decimal text stays exact, however many digits it has.
 * The service has the same in `src/core/values/format-number.ts`.
 */
export const formatNumber = (value: number | string): string => numbers.format(value as number);

/** `1 report`, `2 reports`. */
export const formatCount = (count: number, one: string, more = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : more}`;

// Rounded down, so that only the whole shows 100 %.
const percentages = new Intl.NumberFormat('en-GB', {
  style: 'percent',
  maximumFractionDigits: 1,
  roundingMode: 'floor',
});

/** A part of the whole, such as 0.975, as `97.5 %`. */
export const formatPercent = (part: number): string => percentages.format(part).replace('%', ' %');
