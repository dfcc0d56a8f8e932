/**
 * A PostgreSQL array literal of values that need no quotes: ids, numbers, instants. The driver's own escaping scans
 * every character, a large part of the cost with thousands of elements.
 */
export function plainArray(values: readonly (string | number | Date | null)[]): string {
  let text = '{';
  let separator = '';
  let last = Number.NaN;
  let lastText = '';
  for (const value of values) {
    text += separator;
    separator = ',';
    if (value === null) text += 'null';
    else if (value instanceof Date) {
      // Consecutive values are often the same instant.
      if (value.getTime() !== last) lastText = value.toISOString();
      last = value.getTime();
      text += lastText;
    } else text += value;
  }
  return `${text}}`;
}

/** Array literal of any text. */
export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'null' : quoted(value))).join(',')}}`;
}

function quoted(value: string): string {
  const isPlain = !value.includes('"') && !value.includes('\\');
  return isPlain ? `"${value}"` : `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
}
