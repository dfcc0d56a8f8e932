/**
 * Ports: the interfaces that adapters implement and `src/service` injects. Only adapters read the system clock, generate
 * random bytes or make outgoing calls.
 */
export interface Clock {
  now(): Date;
}

export type RandomBytes = (count: number) => Uint8Array;

/** Counters of the adapters, for `/metrics`. */
export interface Measurements {
  cacheRead(cache: string, outcome: 'hit' | 'miss'): void;
  rateLimitFallback(): void;
}
