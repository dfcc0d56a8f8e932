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
