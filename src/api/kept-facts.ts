import { LRUCache } from 'lru-cache';
import { SingleFlight } from '../async/single-flight.ts';
import type { Measurements } from '../core/ports.ts';

/** Whether facts may be kept at all: only while every change is heard of. */
export interface Liveness {
  isLive(): boolean;
}

export interface KeptFactsOptions<Facts> {
  readonly name: string;
  readonly most: number;
  /** Entries differ in size by a factor of hundreds: memory is bounded by bytes. */
  readonly mostBytes: number;
  bytesOf(facts: Facts): number;
  readonly liveness: Liveness;
  readonly measurements: Measurements;
}

/**
 * Facts read from the database, kept until a change is heard of. A read that is under way when its change arrives may
 * have seen the old facts, so its result is handed out and not kept. Many who ask for the same at once share one read.
 */
export class KeptFacts<Facts extends object> {
  readonly #kept: LRUCache<string, Facts>;
  readonly #reading = new SingleFlight<Facts | undefined>();
  readonly #liveness: Liveness;
  readonly #measure: (outcome: 'hit' | 'miss') => void;

  constructor({ name, most, mostBytes, bytesOf, liveness, measurements }: KeptFactsOptions<Facts>) {
    this.#kept = new LRUCache({ max: most, maxSize: mostBytes, sizeCalculation: bytesOf });
    this.#liveness = liveness;
    this.#measure = (outcome) => measurements.cacheRead(name, outcome);
  }

  /** What is kept, if it can be trusted: no waiting. */
  peek(key: string): Facts | undefined {
    if (!this.#liveness.isLive()) return undefined;
    const facts = this.#kept.get(key);
    if (facts) this.#measure('hit');
    return facts;
  }

  async read(key: string, load: () => Promise<Facts | undefined>): Promise<Facts | undefined> {
    this.#measure('miss');
    if (!this.#liveness.isLive()) return load();
    return this.#reading.run(key, async (isForgotten) => {
      const facts = await load();
      if (facts && !isForgotten()) this.#kept.set(key, facts);
      return facts;
    });
  }

  /** The same for many at once, in their order: those that are not kept are loaded together. Null asks for nothing. */
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

  drop(key: string): void {
    this.#kept.delete(key);
    this.#reading.forget(key);
  }

  dropWhere(matches: (key: string, facts: Facts | undefined) => boolean): void {
    for (const [key, facts] of this.#kept.entries()) if (matches(key, facts)) this.#kept.delete(key);
    this.#reading.forgetWhere((key) => matches(key, undefined));
  }

  dropAll(): void {
    this.#kept.clear();
    this.#reading.forgetWhere(() => true);
  }

  get size(): number {
    return this.#kept.size;
  }
}
