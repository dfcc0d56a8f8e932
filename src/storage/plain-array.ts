/**
 * An array as PostgreSQL reads it, of values that need no quotes: ids, numbers, instants. The driver looks at every
 * character of every element for some; with thousands of them that is a good part of a statement's price.
 */
export function plainArray(values: readonly (string | number | Date | null)[]): string {
  let text = '{';
  let separator = '';
  let last: Date | null = null;
  let lastText = '';
  for (const value of values) {
    text += separator;
    separator = ',';
    if (value === null) text += 'null';
    else if (value instanceof Date) {
      // Many are the very same instant: now.
      if (value !== last) lastText = value.toISOString();
      last = value;
      text += lastText;
    } else text += value;
  }
  return `${text}}`;
}

/** The same of texts, which may hold anything. */
export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'null' : quoted(value))).join(',')}}`;
}

function quoted(value: string): string {
  const isPlain = !value.includes('"') && !value.includes('\\');
  return isPlain ? `"${value}"` : `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
}
