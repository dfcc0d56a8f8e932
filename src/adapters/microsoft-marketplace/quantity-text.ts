const decimal = /^(0|[1-9]\d*)(\.\d+)?$/;

/** A quantity as JSON text, never converted to a double. */
export function exactQuantity(quantity: string): string {
  if (!decimal.test(quantity)) throw new RangeError(`"${quantity}" is not a plain decimal`);
  return quantity;
}

/**
 * A quantity of the marketplace as decimal text; null if invalid. A double keeps decimals of up to 15 significant digits
 * exactly; reported quantities have at most 9 digits before the point (or are 1,000,000,000) and 6 after it.
 */
export function readQuantity(value: unknown): string | null {
  if (typeof value === 'string') return readQuantityText(value.trim());
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? plainDecimal(value) : null;
}

function readQuantityText(text: string): string | null {
  return decimal.test(text) ? text : null;
}

/** The shortest text of the number, without an exponent. */
function plainDecimal(value: number): string {
  const [digits = '', exponent] = String(value).split('e');
  if (exponent === undefined) return digits;
  const [whole = '', fraction = ''] = digits.split('.');
  const point = whole.length + Number(exponent);
  const all = whole + fraction;
  if (point <= 0) return `0.${'0'.repeat(-point)}${all}`;
  return all.padEnd(point, '0');
}
