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
