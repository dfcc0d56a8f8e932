import { SingleFlight } from '../async/single-flight.ts';
import type { Measurements } from '../core/ports.ts';
import { type CachePart, SieveCache } from './sieve-cache.ts';

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
 * Caches facts of the database, by workspace and key, until a change invalidates them. A read in flight when its change
 * arrives may have seen the old facts, so its result is returned but not cached. Concurrent reads of one key share one
 * query.
 */
export class FactsCache<Facts extends object> {
  readonly #cache: SieveCache<Facts>;
  readonly #workspaces = new Map<string, CachePart<Facts>>();
  readonly #reading = new SingleFlight<Facts | undefined>();
  readonly #liveness: Liveness;
  readonly #measure: (outcome: 'hit' | 'miss') => void;

  constructor({ name, liveness, measurements, ...limits }: FactsCacheOptions<Facts>) {
    this.#cache = new SieveCache(limits);
    this.#liveness = liveness;
    this.#measure = (outcome) => measurements.cacheRead(name, outcome);
  }

  /** The cached facts, without a query; undefined while invalidations may be missed. */
  peek(workspaceId: string, key: string): Facts | undefined {
    if (!this.#liveness.isLive()) return undefined;
    const facts = this.#workspaces.get(workspaceId)?.get(key);
    if (facts) this.#measure('hit');
    return facts;
  }

  async read(
    workspaceId: string,
    key: string,
    load: () => Promise<Facts | undefined>,
  ): Promise<Facts | undefined> {
    this.#measure('miss');
    if (!this.#liveness.isLive()) return load();
    return this.#reading.run(flightKey(workspaceId, key), async (isInvalidated) => {
      const facts = await load();
      if (facts && !isInvalidated()) this.#partOf(workspaceId).set(key, facts);
      return facts;
    });
  }

  /** Reads many keys, in their order; cache misses are loaded together. A null key gives undefined. */
  async readAll(
    workspaceId: string,
    keys: readonly (string | null)[],
    load: (missing: readonly string[]) => Promise<ReadonlyMap<string, Facts>>,
  ): Promise<readonly (Facts | undefined)[]> {
    const missing = new Map<string, Facts | undefined>();
    const found = keys.map((key) => {
      const facts = key === null ? undefined : this.peek(workspaceId, key);
      if (key !== null && !facts) missing.set(key, undefined);
      return facts;
    });
    if (missing.size === 0) return found;
    // Not before a key needs it: if all are being read already, nobody would handle its failure.
    let loading: ReturnType<typeof load> | undefined;
    const loadAll = () => {
      loading ??= load([...missing.keys()]);
      return loading;
    };
    const readMissing = async (key: string) => {
      missing.set(key, await this.read(workspaceId, key, async () => (await loadAll()).get(key)));
    };
    await Promise.all([...missing.keys()].map(readMissing));
    return keys.map((key, index) => found[index] ?? (key === null ? undefined : missing.get(key)));
  }

  /** For facts that have grown since they were cached. */
  weighAgain(workspaceId: string, key: string, facts: Facts): void {
    const part = this.#workspaces.get(workspaceId);
    if (part?.get(key) === facts) part.set(key, facts);
  }

  evict(workspaceId: string, key: string): void {
    this.#workspaces.get(workspaceId)?.delete(key);
    this.#reading.abandon(flightKey(workspaceId, key));
  }

  evictWorkspace(workspaceId: string): void {
    this.#workspaces.get(workspaceId)?.clear();
    this.#workspaces.delete(workspaceId);
    this.#reading.abandonWhere((key) => key.startsWith(flightKey(workspaceId, '')));
  }

  clear(): void {
    for (const part of this.#workspaces.values()) part.clear();
    this.#workspaces.clear();
    this.#reading.abandonWhere(() => true);
  }

  get size(): number {
    return this.#cache.size;
  }

  #partOf(workspaceId: string): CachePart<Facts> {
    const existing = this.#workspaces.get(workspaceId);
    if (existing) return existing;
    const part = this.#cache.part();
    this.#workspaces.set(workspaceId, part);
    return part;
  }
}

function flightKey(workspaceId: string, key: string): string {
  return `${workspaceId} ${key}`;
}
