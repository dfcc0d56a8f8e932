/**
 * What the service needs of the world outside, said in its own words. Adapters implement these; `main.ts`
 * hands them to whoever asks. Nothing else reads the system clock, makes randomness or calls out.
 */
export interface Clock {
  now(): Date;
}

export type RandomBytes = (count: number) => Uint8Array;

/** Counts what the adapters see; the metrics page shows it. */
export interface Measurements {
  cacheRead(cache: string, outcome: 'hit' | 'miss'): void;
  rateLimitFallback(): void;
}
