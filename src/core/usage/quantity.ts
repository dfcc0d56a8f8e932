/**
 * How much was used in an hour, counted in whole millionths. The greatest is 10^15 of them, well within the whole
 * numbers that a `number` holds exactly, so two quantities are compared with `===` and `<`, and nothing is rounded.
 */
export type Quantity = number & { readonly unit: 'millionth' };

export const maxUnits = 1_000_000_000;
export const maxDecimals = 6;
const millionths = 1_000_000;

export const zeroQuantity = 0 as Quantity;
export const maxQuantity = (maxUnits * millionths) as Quantity;

/** Which rule a value broke that is no quantity. */
export interface QuantityFault {
  readonly rule: 'type' | 'minimum' | 'maximum' | 'decimals';
  readonly message: string;
}

/** A number of a JSON text that no double holds exactly, as it was written. */
export class WrittenNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * A JSON number from 0 to 1,000,000,000 with at most 6 decimals, however it is written: `1e3` is 1000, `-0` is 0.
 *
 * Up to a thousand million, doubles lie less than an eighth of a millionth apart, so every quantity has a double of its
 * own, and multiplying leads back to the right millionth. Dividing a whole number by a million gives the very double
 * that its decimal text is read as; where that is not the value, the value had more decimals, and is refused. A number
 * that no double holds exactly has more than 15 digits: if it is within the range, it has more than 6 decimals.
 */
export function readQuantity(written: unknown): Quantity | QuantityFault {
  const isInexact = written instanceof WrittenNumber;
  const value = isInexact ? Number(written.text) : written;
  if (typeof value !== 'number' || Number.isNaN(value)) return { rule: 'type', message: 'must be number' };
  if (value < 0) return { rule: 'minimum', message: 'must be >= 0' };
  if (value > maxUnits) return { rule: 'maximum', message: `must be <= ${maxUnits}` };
  const count = Math.round(value * millionths);
  if (isInexact || count / millionths !== value) {
    return { rule: 'decimals', message: `must have at most ${maxDecimals} decimals` };
  }
  return (count === 0 ? 0 : count) as Quantity;
}

/** As JSON has it. It has 15 digits at most, so the shortest text of the double is the quantity, without any dust. */
export function quantityToNumber(quantity: Quantity): number {
  return quantity / millionths;
}

/** As the database has it, in `numeric(16,6)`: `12.500000`. */
export function quantityToText(quantity: Quantity): string {
  const fraction = quantity % millionths;
  const units = (quantity - fraction) / millionths;
  return `${units}.${String(fraction).padStart(maxDecimals, '0')}`;
}

/** Back from the database; undefined for what is no quantity. */
export function quantityFromText(text: string): Quantity | undefined {
  const [, units, fraction = ''] = /^(\d{1,10})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  if (units === undefined) return undefined;
  const count = Number(units) * millionths + Number(fraction.padEnd(maxDecimals, '0'));
  return count <= maxQuantity ? (count as Quantity) : undefined;
}
