/** The one format of numbers: `1,234`. */
export const formatNumber = (count: number): string => count.toLocaleString('en-GB');

/** `1 report`, `2 reports`. */
export const formatCount = (count: number, one: string, more = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : more}`;
