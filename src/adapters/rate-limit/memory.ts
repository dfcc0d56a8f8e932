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

/**
 * Entries by key, until they have not been used for a while: at least for `idleMilliseconds`, or until as many others as
 * half of `maxEntries` came in less time.
 *
 * There are two generations. An entry that is used moves to the current one, once; when that is full or old enough, it
 * becomes the previous one, and what was left there is forgotten. Unlike in an LRU cache, a hit writes nothing.
 */
export class RecentEntries<Entry> {
  readonly #maxGeneration: number;
  readonly #idleMilliseconds: number;
  #current = new Map<string, Entry>();
  #previous = new Map<string, Entry>();
  #startedAt = Number.NEGATIVE_INFINITY;

  constructor({ maxEntries, idleMilliseconds }: { maxEntries: number; idleMilliseconds: number }) {
    this.#maxGeneration = Math.max(1, Math.floor(maxEntries / 2));
    this.#idleMilliseconds = idleMilliseconds;
  }

  get size(): number {
    return this.#current.size + this.#previous.size;
  }

  get(key: string, now: number): Entry | undefined {
    if (now - this.#startedAt >= this.#idleMilliseconds) this.#rotate(now);
    const entry = this.#current.get(key);
    if (entry !== undefined) return entry;
    const older = this.#previous.get(key);
    if (older !== undefined) {
      this.#previous.delete(key);
      this.set(key, older, now);
    }
    return older;
  }

  set(key: string, entry: Entry, now: number): void {
    if (this.#current.size >= this.#maxGeneration) this.#rotate(now);
    this.#current.set(key, entry);
  }

  #rotate(now: number): void {
    this.#previous = this.#current;
    this.#current = new Map();
    this.#startedAt = now;
  }
}
