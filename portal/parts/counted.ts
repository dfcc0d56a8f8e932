/** The one format of numbers: `1,234`. */
export const counted = (count: number): string => count.toLocaleString('en-GB');

/** `1 report`, `2 reports`. */
export const many = (count: number, one: string, more = `${one}s`): string =>
  `${counted(count)} ${count === 1 ? one : more}`;
