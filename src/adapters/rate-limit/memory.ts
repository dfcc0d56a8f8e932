import type { RateLimiter } from '../../core/clients/ports.ts';
import {
  giveBack,
  type RateLimitDecision,
  type RateLimitState,
  take,
  takeBoth,
} from '../../core/clients/rate-limit.ts';
import type { Clock } from '../../core/ports.ts';
import { RecentEntries } from './recent-entries.ts';

export interface MemoryRateLimiter extends RateLimiter {
  take(key: string, perMinute: number, requests?: number): RateLimitDecision;
  takeBoth(
    key: string,
    perMinute: number,
    sharedKey: string,
    sharedPerMinute: number,
    requests?: number,
  ): RateLimitDecision;
  /** Returns a request that `take` allowed. */
  giveBack(key: string): void;
}

/** A bucket is full after a minute without requests. */
const idleMilliseconds = 60_000;

/**
 * The rate limits of one process. A state is read and written synchronously, so limits are exact under concurrency.
 *
 * Forgetting a key that was idle for a minute changes nothing. A younger key would get a full bucket again, which takes
 * more than half of `maxKeys` other callers within that minute.
 */
export function createMemoryRateLimiter(clock: Clock, maxKeys = 100_000): MemoryRateLimiter {
  // A mutable entry per key spares a second look-up for the write.
  const entries = new RecentEntries<{ state: RateLimitState }>({ maxEntries: maxKeys, idleMilliseconds });

  const write = (
    key: string,
    entry: { state: RateLimitState } | undefined,
    state: RateLimitState,
    now: number,
  ) => {
    if (entry) entry.state = state;
    else entries.set(key, { state }, now);
  };

  return {
    take(key, perMinute, requests) {
      const now = clock.now().getTime();
      const entry = entries.get(key, now);
      const { decision, state } = take(entry?.state, perMinute, now, requests);
      write(key, entry, state, now);
      return decision;
    },

    takeBoth(key, perMinute, sharedKey, sharedPerMinute, requests) {
      const now = clock.now().getTime();
      const entry = entries.get(key, now);
      const sharedEntry = entries.get(sharedKey, now);
      const taken = takeBoth(entry?.state, perMinute, sharedEntry?.state, sharedPerMinute, now, requests);
      write(key, entry, taken.state, now);
      write(sharedKey, sharedEntry, taken.shared, now);
      return taken.decision;
    },

    giveBack(key) {
      const entry = entries.get(key, clock.now().getTime());
      if (entry) entry.state = giveBack(entry.state);
    },
  };
}
