const millionths = 1_000_000n;
const pattern = /^(\d+)(?:\.(\d{1,6}))?$/;

/** Quantities added up, exactly, in whole millionths: a day of great ones is more than a `number` holds. */
export type QuantitySum = bigint;

/** Back from the database, or from a marketplace whose answer has been read. Throws for what is no decimal. */
export function readQuantitySum(text: string): QuantitySum {
  const [, units, fraction = ''] = pattern.exec(text) ?? [];
  if (units === undefined) throw new RangeError(`"${text}" is no sum of quantities`);
  return BigInt(units) * millionths + BigInt(fraction.padEnd(6, '0'));
}

/** Without zeros that say nothing: `12.5`. */
export function quantitySumToText(sum: QuantitySum): string {
  const fraction = String(sum % millionths)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return `${sum / millionths}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * Whether two sums are one quantity, when one of them was added up by somebody who counts in doubles. Each of the up to
 * 24 additions of a day may err by 2^-53, all of them by less than three parts in 10^15. Below 333 million units that
 * is no millionth, and the sums must be equal.
 */
export function isSameSum(exact: QuantitySum, inDoubles: QuantitySum): boolean {
  const difference = exact > inDoubles ? exact - inDoubles : inDoubles - exact;
  return difference <= (exact * 3n) / 10n ** 15n;
}
