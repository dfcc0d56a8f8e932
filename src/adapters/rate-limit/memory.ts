import { LRUCache } from 'lru-cache';
import type { RateLimiter } from '../../core/clients/ports.ts';
import {
  giveBack,
  type RateLimitDecision,
  type RateLimitState,
  take,
  takeBoth,
} from '../../core/clients/rate-limit.ts';
import type { Clock } from '../../core/ports.ts';

export interface MemoryRateLimiter extends RateLimiter {
  take(key: string, perMinute: number): RateLimitDecision;
  takeBoth(key: string, perMinute: number, sharedKey: string, sharedPerMinute: number): RateLimitDecision;
  /** Returns a request that `take` allowed. */
  giveBack(key: string): void;
}

/**
 * The rate limits of one process. A state is read and written synchronously, so limits are exact under concurrency.
 *
 * An LRU cache: evicting a key that was idle for a minute changes nothing. A younger key would get a full bucket again,
 * which takes more than `maxKeys` other callers within that minute.
 */
export function createMemoryRateLimiter(clock: Clock, maxKeys = 100_000): MemoryRateLimiter {
  // A mutable entry per key spares a second look-up for the write.
  const entries = new LRUCache<string, { state: RateLimitState }>({ max: maxKeys });

  const write = (key: string, entry: { state: RateLimitState } | undefined, state: RateLimitState) => {
    if (entry) entry.state = state;
    else entries.set(key, { state });
  };

  return {
    take(key, perMinute) {
      const entry = entries.get(key);
      const { decision, state } = take(entry?.state, perMinute, clock.now().getTime());
      write(key, entry, state);
      return decision;
    },

    takeBoth(key, perMinute, sharedKey, sharedPerMinute) {
      const entry = entries.get(key);
      const sharedEntry = entries.get(sharedKey);
      const now = clock.now().getTime();
      const taken = takeBoth(entry?.state, perMinute, sharedEntry?.state, sharedPerMinute, now);
      write(key, entry, taken.state);
      write(sharedKey, sharedEntry, taken.shared);
      return taken.decision;
    },

    giveBack(key) {
      const entry = entries.get(key);
      if (entry) entry.state = giveBack(entry.state);
    },
  };
}
