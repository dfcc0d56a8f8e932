import { LosslessNumber } from 'lossless-json';

const decimal = /^(0|[1-9]\d*)(\.\d+)?$/;

/** A quantity for JSON, digit for digit, without ever having been a float. */
export function exactQuantity(quantity: string): LosslessNumber {
  if (!decimal.test(quantity)) throw new RangeError(`"${quantity}" is no plain decimal`);
  return new LosslessNumber(quantity);
}

/**
 * A quantity of the marketplace's as decimal text; null when it is none. Numbers pass through a float unharmed:
 * a decimal of up to 15 significant digits comes back from its nearest float as it was (ours have at most 9 before the
 * point and 6 after it, and 1,000,000,000 itself), and the service holds them as floats anyway.
 */
export function readQuantity(value: unknown): string | null {
  if (typeof value === 'string') return readQuantityText(value.trim());
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? plainDecimal(value) : null;
}

function readQuantityText(text: string): string | null {
  return decimal.test(text) ? text : null;
}

/** The shortest text that stands for the number, without an exponent. */
function plainDecimal(value: number): string {
  const [digits = '', exponent] = String(value).split('e');
  if (exponent === undefined) return digits;
  const [whole = '', fraction = ''] = digits.split('.');
  const point = whole.length + Number(exponent);
  const all = whole + fraction;
  if (point <= 0) return `0.${'0'.repeat(-point)}${all}`;
  return all.padEnd(point, '0');
}
