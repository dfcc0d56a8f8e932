import { LRUCache } from 'lru-cache';
import { SingleFlight } from '../async/single-flight.ts';
import type { Measurements } from '../core/ports.ts';

/** Facts may be cached only while the change feed is connected. */
export interface Liveness {
  isLive(): boolean;
}

export interface FactsCacheOptions<Facts> {
  readonly name: string;
  readonly maxEntries: number;
  /** Entries differ in size by a factor of hundreds, so bytes bound the memory. */
  readonly maxBytes: number;
  bytesOf(facts: Facts): number;
  readonly liveness: Liveness;
  readonly measurements: Measurements;
}

/**
 * Caches facts of the database until a change invalidates them. A read in flight when its change arrives may have seen
 * the old facts, so its result is returned but not cached. Concurrent reads of one key share one query.
 */
export class FactsCache<Facts extends object> {
  readonly #cache: LRUCache<string, Facts>;
  readonly #reading = new SingleFlight<Facts | undefined>();
  readonly #liveness: Liveness;
  readonly #measure: (outcome: 'hit' | 'miss') => void;

  constructor({ name, maxEntries, maxBytes, bytesOf, liveness, measurements }: FactsCacheOptions<Facts>) {
    this.#cache = new LRUCache({ max: maxEntries, maxSize: maxBytes, sizeCalculation: bytesOf });
    this.#liveness = liveness;
    this.#measure = (outcome) => measurements.cacheRead(name, outcome);
  }

  /** The cached facts, without a query; undefined while invalidations may be missed. */
  peek(key: string): Facts | undefined {
    if (!this.#liveness.isLive()) return undefined;
    const facts = this.#cache.get(key);
    if (facts) this.#measure('hit');
    return facts;
  }

  async read(key: string, load: () => Promise<Facts | undefined>): Promise<Facts | undefined> {
    this.#measure('miss');
    if (!this.#liveness.isLive()) return load();
    return this.#reading.run(key, async (isInvalidated) => {
      const facts = await load();
      if (facts && !isInvalidated()) this.#cache.set(key, facts);
      return facts;
    });
  }

  /** Reads many keys, in their order; cache misses are loaded together. A null key gives undefined. */
  async readAll(
    keys: readonly (string | null)[],
    load: (missing: readonly string[]) => Promise<ReadonlyMap<string, Facts>>,
  ): Promise<readonly (Facts | undefined)[]> {
    const missing = new Map<string, Facts | undefined>();
    const found = keys.map((key) => {
      const facts = key === null ? undefined : this.peek(key);
      if (key !== null && !facts) missing.set(key, undefined);
      return facts;
    });
    if (missing.size === 0) return found;
    const loading = load([...missing.keys()]);
    const readMissing = async (key: string) => {
      missing.set(key, await this.read(key, async () => (await loading).get(key)));
    };
    await Promise.all([...missing.keys()].map(readMissing));
    return keys.map((key, index) => found[index] ?? (key === null ? undefined : missing.get(key)));
  }

  evict(key: string): void {
    this.#cache.delete(key);
    this.#reading.abandon(key);
  }

  evictWhere(matches: (key: string, facts: Facts | undefined) => boolean): void {
    for (const [key, facts] of this.#cache.entries()) if (matches(key, facts)) this.#cache.delete(key);
    this.#reading.abandonWhere((key) => matches(key, undefined));
  }

  clear(): void {
    this.#cache.clear();
    this.#reading.abandonWhere(() => true);
  }

  get size(): number {
    return this.#cache.size;
  }
}
