/** Quantities are counted in whole millionths: sums of fractions are exact. */
export const millionths = 1_000_000;

/** The part of what remains that a block may take. */
const blockShare = 100;
/** A block is worth its requests from this many reservations on. */
const leastReservations = 10;
/** Without a limit: the reservations that a block has room for. */
const reservationsWithoutLimit = 100_000;
/** The largest quantity that the service takes. */
const largestSize = 1_000_000_000 * millionths;

/**
 * The size of the next block, in millionths; 0: the reservation is left to the service.
 *
 * A block is a hundredth of what remains, rounded down, to whole units while only whole quantities are reserved. There is none if it
 * had room for fewer than ten such reservations: then less than a thousand times the quantity remains. So the last thousand are granted
 * by the service one by one, and blocks shrink as the limit comes near.
 *
 * @param remaining of the limit, by the service's last answer; null: there is no limit; undefined: it has not answered yet
 */
export function blockSize(units: number, remaining: number | null | undefined, isWhole: boolean): number {
  if (remaining === undefined) return 0;
  if (remaining === null) return Math.min(units * reservationsWithoutLimit, largestSize);
  const step = isWhole ? millionths : 1;
  const size = Math.min(Math.floor(remaining / blockShare / step) * step, largestSize);
  return size >= units * leastReservations ? size : 0;
}
