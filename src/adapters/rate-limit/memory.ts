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
  /** Takes back what `take` allowed. */
  giveBack(key: string): void;
}

/**
 * Holds the limits of one process. Nothing is awaited between reading and writing a state, so it is exact whatever
 * the number of requests in flight.
 *
 * The least recently seen key goes first when there are too many. Dropping one that has been silent for a minute
 * changes nothing; a younger one gets a full allowance again, which takes more than `keysKept` other callers inside
 * that minute.
 */
export function createMemoryRateLimiter(clock: Clock, keysKept = 100_000): MemoryRateLimiter {
  // A place for each key, so that taking finds it once and writes there.
  const places = new LRUCache<string, { state: RateLimitState }>({ max: keysKept });

  const write = (key: string, place: { state: RateLimitState } | undefined, state: RateLimitState) => {
    if (place) place.state = state;
    else places.set(key, { state });
  };

  return {
    take(key, perMinute) {
      const place = places.get(key);
      const { decision, state } = take(place?.state, perMinute, clock.now().getTime());
      write(key, place, state);
      return decision;
    },

    takeBoth(key, perMinute, sharedKey, sharedPerMinute) {
      const place = places.get(key);
      const sharedPlace = places.get(sharedKey);
      const now = clock.now().getTime();
      const taken = takeBoth(place?.state, perMinute, sharedPlace?.state, sharedPerMinute, now);
      write(key, place, taken.state);
      write(sharedKey, sharedPlace, taken.shared);
      return taken.decision;
    },

    giveBack(key) {
      const place = places.get(key);
      if (place) place.state = giveBack(place.state);
    },
  };
}
