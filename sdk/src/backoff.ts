/**
 * How long to wait before the next try: doubled with each failure up to the longest, then reduced by up to half at
 * random, so that clients that failed together do not return together. `failures` is at least 1.
 */
export function backoff(failures: number, first: number, longest: number, random = Math.random()): number {
  const full = Math.min(longest, first * 2 ** Math.min(failures - 1, 30));
  return full * (1 - random / 2);
}

/** The service's `Retry-After` in milliseconds; undefined if it has none. */
export function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const wait = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
