/** The maximum number of entitlements of one batch read. */
export const maxBatchItems = 100;

/** The number of entitlements that cost as much as one request. */
const itemsPerRequest = 10;

/** The number of requests that a batch read is counted as: one for every ten items begun. */
export function batchCost(items: number): number {
  return Math.ceil(items / itemsPerRequest);
}
