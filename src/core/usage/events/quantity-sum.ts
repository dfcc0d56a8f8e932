const millionths = 1_000_000n;
const pattern = /^(\d+)(?:\.(\d{1,6}))?$/;

/** An exact sum in millionths: a day of large quantities exceeds a `number`. */
export type QuantitySum = bigint;

/** Parses a decimal from the database or the marketplace. Throws for any other text. */
export function readQuantitySum(text: string): QuantitySum {
  const [, units, fraction = ''] = pattern.exec(text) ?? [];
  if (units === undefined) throw new RangeError(`"${text}" is not a sum of quantities`);
  return BigInt(units) * millionths + BigInt(fraction.padEnd(6, '0'));
}

/** Without trailing zeros: `12.5`. */
export function quantitySumToText(sum: QuantitySum): string {
  const fraction = String(sum % millionths)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return `${sum / millionths}${fraction === '' ? '' : `.${fraction}`}`;
}

/** For JSON: exact up to 15 digits. */
export function quantitySumToNumber(sum: QuantitySum): number {
  return Number(quantitySumToText(sum));
}

/**
 * Compares an exact sum with one that the marketplace added in doubles. Each of the up to 24 additions of a day has a
 * relative error of at most 2^-53, in total less than 3 in 10^15. Below 333 million units that is less than a millionth,
 * and the sums must be equal.
 */
export function isSameSum(exact: QuantitySum, inDoubles: QuantitySum): boolean {
  const difference = exact > inDoubles ? exact - inDoubles : inDoubles - exact;
  return difference <= (exact * 3n) / 10n ** 15n;
}
