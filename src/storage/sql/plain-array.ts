export type ArrayValue = string | number | boolean | Date | null;

/**
 * A PostgreSQL array literal of values that need no quotes: ids, numbers, instants. The driver's own escaping scans
 * every character, a large part of the cost with thousands of elements.
 */
export function plainArray(values: readonly ArrayValue[]): string;
export function plainArray<Row>(rows: readonly Row[], read: (row: Row) => ArrayValue): string;
export function plainArray<Row>(rows: readonly Row[], read = (row: Row) => row as ArrayValue): string {
  let text = '{';
  let separator = '';
  let last = Number.NaN;
  let lastText = '';
  for (const row of rows) {
    const value = read(row);
    text += separator;
    separator = ',';
    if (value instanceof Date) {
      // Consecutive values are often the same instant.
      if (value.getTime() !== last) lastText = value.toISOString();
      last = value.getTime();
      text += lastText;
    } else text += value;
  }
  return `${text}}`;
}

/** Array literal of any text. */
export function textArray<Row>(rows: readonly Row[], read: (row: Row) => ArrayValue): string {
  let text = '{';
  let separator = '';
  let last: ArrayValue = null;
  let lastText = 'null';
  for (const row of rows) {
    const value = read(row);
    if (value !== last) lastText = value === null ? 'null' : quoted(String(value));
    last = value;
    text += separator + lastText;
    separator = ',';
  }
  return `${text}}`;
}

function quoted(value: string): string {
  const isPlain = !value.includes('"') && !value.includes('\\');
  return isPlain ? `"${value}"` : `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
}
