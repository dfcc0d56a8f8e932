const maxQuantity = 1_000_000_000;
const decimals = 6;
const millionths = 10 ** decimals;

/**
 * The quantity with at most 6 decimals, because sums of fractions have more: `0.1 + 0.2`. Half-even, by the number as it is
 * written. What is no quantity is returned as it is, and so is a number that would be rounded to nothing.
 */
export function roundQuantity(value: number): number {
  if (!isInRange(value) || isWholeMillionths(value)) return value;
  // Smaller numbers are written with an exponent.
  if (value < 1 / millionths) return value > 0.5 / millionths ? 1 / millionths : value;
  const [whole, fraction = ''] = String(value).split('.');
  const kept = Number(whole + fraction.slice(0, decimals));
  const rest = fraction.slice(decimals);
  return (kept + Number(rest > '5' || (rest === '5' && kept % 2 === 1))) / millionths;
}

/** From 0 to 1,000,000,000 with at most 6 decimals. */
export function isQuantity(value: unknown): boolean {
  return isInRange(value) && isWholeMillionths(value);
}

function isInRange(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= maxQuantity;
}

/** A whole number of millionths, divided, is its own double again. */
function isWholeMillionths(value: number): boolean {
  return Math.round(value * millionths) / millionths === value;
}
