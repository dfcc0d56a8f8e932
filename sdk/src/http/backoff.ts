/**
 * How long to wait before the next try: doubled with each failure up to the longest, then reduced by up to half at
 * random, so that clients that failed together do not return together. `failures` is at least 1.
 */
export function backoff(failures: number, first: number, longest: number, random = Math.random()): number {
  const full = Math.min(longest, first * 2 ** Math.min(failures - 1, 30));
  return full * (1 - random / 2);
}

/** The service's `Retry-After` in milliseconds; undefined if it has none. It is always in seconds. */
export function retryAfter(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) * 1_000 : undefined;
}
