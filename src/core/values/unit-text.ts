import { formatNumber } from './format-number.ts';

/** A quantity with the unit of its meter: `1 report`, `10,000 reports`, `5 GB`. */
export function unitText(quantity: number, unit: string): string {
  return `${formatNumber(quantity)} ${quantity === 1 ? unit : pluralOf(unit)}`;
}

/** The plural of an English word; a plural, a symbol such as `GB` and a word of another script stay as they are. */
function pluralOf(unit: string): string {
  if (!/[a-z]{2}$/.test(unit) || unit.endsWith('s')) return unit;
  if (/[^aeiou]y$/.test(unit)) return `${unit.slice(0, -1)}ies`;
  return /(ch|sh|x|z)$/.test(unit) ? `${unit}es` : `${unit}s`;
}
