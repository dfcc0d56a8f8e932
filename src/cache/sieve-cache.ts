export interface SieveCacheOptions<Value> {
  readonly maxEntries: number;
  readonly maxBytes: number;
  bytesOf(value: Value): number;
}

interface Entry<Value> {
  readonly part: CachePart<Value>;
  readonly key: string;
  readonly value: Value;
  readonly bytes: number;
  /** Set by a hit, cleared when the hand passes. */
  wasUsed: boolean;
  older: Entry<Value> | undefined;
  newer: Entry<Value> | undefined;
}

/**
 * A cache whose hits write at most one bit: among tens of thousands of entries every write is to memory that no
 * processor has at hand, so moving an entry to the front of a list, as an LRU cache does, costs more than finding it.
 *
 * Evicts by SIEVE: a hand moves from the oldest entry to the newest and begins again. An entry that was used since the
 * hand last passed stays; the first that was not is evicted.
 *
 * The keys live in parts, so that a part can be cleared as a whole, and a key need not name its part. All parts share
 * the limits.
 */
export class SieveCache<Value> {
  readonly #options: SieveCacheOptions<Value>;
  #oldest: Entry<Value> | undefined;
  #newest: Entry<Value> | undefined;
  #hand: Entry<Value> | undefined;
  #size = 0;
  #bytes = 0;

  constructor(options: SieveCacheOptions<Value>) {
    this.#options = options;
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  part(): CachePart<Value> {
    return new CachePart(this);
  }

  /** For the parts: a new entry; undefined for a value that is larger than the whole cache. */
  add(part: CachePart<Value>, key: string, value: Value): Entry<Value> | undefined {
    const { maxEntries, maxBytes, bytesOf } = this.#options;
    const bytes = bytesOf(value);
    if (bytes > maxBytes) return undefined;
    while (this.#size >= maxEntries || this.#bytes + bytes > maxBytes) this.#evictOne();
    const older = this.#newest;
    const entry: Entry<Value> = { part, key, value, bytes, wasUsed: false, older, newer: undefined };
    if (older) older.newer = entry;
    else this.#oldest = entry;
    this.#newest = entry;
    this.#size += 1;
    this.#bytes += bytes;
    return entry;
  }

  /** For the parts: forgets an entry. */
  remove(entry: Entry<Value>): void {
    const { older, newer, bytes } = entry;
    if (older) older.newer = newer;
    else this.#oldest = newer;
    if (newer) newer.older = older;
    else this.#newest = older;
    if (this.#hand === entry) this.#hand = newer;
    this.#size -= 1;
    this.#bytes -= bytes;
  }

  #evictOne(): void {
    let entry = this.#hand ?? this.#oldest;
    while (entry?.wasUsed) {
      entry.wasUsed = false;
      entry = entry.newer ?? this.#oldest;
    }
    this.#hand = entry;
    entry?.part.delete(entry.key);
  }
}

/** The entries of one owner, such as a workspace. */
export class CachePart<Value> {
  readonly #cache: SieveCache<Value>;
  readonly #entries = new Map<string, Entry<Value>>();

  constructor(cache: SieveCache<Value>) {
    this.#cache = cache;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (!entry.wasUsed) entry.wasUsed = true;
    return entry.value;
  }

  set(key: string, value: Value): void {
    this.delete(key);
    const entry = this.#cache.add(this, key, value);
    if (entry) this.#entries.set(key, entry);
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#cache.remove(entry);
  }

  clear(): void {
    for (const entry of this.#entries.values()) this.#cache.remove(entry);
    this.#entries.clear();
  }

  *entries(): Iterable<[string, Value]> {
    for (const [key, { value }] of this.#entries) yield [key, value];
  }
}
