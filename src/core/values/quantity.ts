/**
 * The usage of an hour in whole millionths. The maximum is 10^15, a safe integer, so quantities are compared with `===`
 * and `<`, without rounding.
 */
export type Quantity = number & { readonly unit: 'millionth' };

export const maxUnits = 1_000_000_000;
export const maxDecimals = 6;
const millionths = 1_000_000;

export const zeroQuantity = 0 as Quantity;
export const maxQuantity = (maxUnits * millionths) as Quantity;

/** The rule that an invalid value broke. */
export interface QuantityFault {
  readonly rule: 'type' | 'minimum' | 'maximum' | 'decimals';
  readonly message: string;
}

/** The text of a JSON number that a double cannot represent exactly. */
export class WrittenNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * A JSON number from 0 to 1,000,000,000 with at most 6 decimals, in any notation: `1e3` is 1000, `-0` is 0.
 *
 * Up to 10^9, adjacent doubles differ by less than an eighth of a millionth, so every quantity has its own double, and
 * multiplication finds the right millionth. A whole number divided by a million is the double nearest to its decimal
 * text; if it differs from the value, the value has more decimals and is refused. A number that a double cannot
 * represent exactly has more than 15 digits: within the range, it has more than 6 decimals.
 */
export function readQuantity(written: unknown): Quantity | QuantityFault {
  const isInexact = written instanceof WrittenNumber;
  const value = isInexact ? Number(written.text) : written;
  if (typeof value !== 'number' || Number.isNaN(value)) return { rule: 'type', message: 'must be a number' };
  if (value < 0) return { rule: 'minimum', message: 'must be 0 or more' };
  if (value > maxUnits) return { rule: 'maximum', message: `must be ${maxUnits} or less` };
  const count = Math.round(value * millionths);
  if (isInexact || count / millionths !== value) {
    return { rule: 'decimals', message: `must have at most ${maxDecimals} decimals` };
  }
  return (count === 0 ? 0 : count) as Quantity;
}

/** For JSON. At most 15 digits, so the shortest text of the double is the exact quantity. */
export function quantityToNumber(quantity: Quantity): number {
  return quantity / millionths;
}

/** For the database, in `numeric(16,6)`: `12.500000`. */
export function quantityToText(quantity: Quantity): string {
  const fraction = quantity % millionths;
  const units = (quantity - fraction) / millionths;
  return `${units}.${String(fraction).padStart(maxDecimals, '0')}`;
}

/** From the database; undefined for any other text. */
export function quantityFromText(text: string): Quantity | undefined {
  const [, units, fraction = ''] = /^(\d{1,10})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  if (units === undefined) return undefined;
  const count = Number(units) * millionths + Number(fraction.padEnd(maxDecimals, '0'));
  return count <= maxQuantity ? (count as Quantity) : undefined;
}
