import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { backgroundTimer } from '../timers.ts';
import type { Store, StoredEntitlement } from '../types.ts';
import { type Key, keyOf, removeLeftOvers, Shard } from './file-store-shard.ts';

/** Entitlements of 10,000 tenants make files of about 100 kB. */
const shardCount = 64;
const writeDelay = 1_000;
/** After a failure, as of a full disk. */
const retryDelay = 10_000;

/**
 * The options of `fileStore`.
 *
 * @example
 * ```ts
 * import type { FileStoreOptions } from '@tessera/client/node';
 *
 * const options: FileStoreOptions = { onError: (error) => console.error('The entitlement store failed', error) };
 * ```
 */
export interface FileStoreOptions {
  /** Called when a file cannot be read or written, as on a full disk. The client goes on without it. */
  readonly onError?: (error: unknown) => void;
}

/**
 * A store in files of this folder, which several processes may share.
 *
 * @example
 * ```ts
 * import { createTessera } from '@tessera/client';
 * import { fileStore } from '@tessera/client/node';
 *
 * const tessera = createTessera({
 *   url: 'http://127.0.0.1:4000',
 *   product: 'aqueduct',
 *   credential: { apiKey: process.env.TESSERA_API_KEY ?? '' },
 *   store: fileStore('.tessera/store'),
 * });
 * const { stale } = await tessera.entitlement(tenantId); // After a restart during an outage: the stored one, and `stale` is true.
 * ```
 */
export function fileStore(folder: string, { onError = () => undefined }: FileStoreOptions = {}): Store {
  // In a working directory that was deleted, Node.js would search for a relative one without end.
  return new FileStore(resolve(folder), onError);
}

class FileStore implements Store {
  readonly #folder: string;
  readonly #onError: (error: unknown) => void;
  readonly #shards: readonly Shard[];
  readonly #dirty = new Set<Shard>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(folder: string, onError: (error: unknown) => void) {
    this.#folder = folder;
    this.#onError = onError;
    this.#shards = Array.from({ length: shardCount }, (_, index) => {
      return new Shard(join(folder, `entitlements-${String(index).padStart(2, '0')}.json`));
    });
  }

  async load(): Promise<readonly StoredEntitlement[]> {
    await this.#attempt(() => removeLeftOvers(this.#folder));
    const loaded = await Promise.all(this.#shards.map((shard) => this.#attempt(() => shard.load())));
    return loaded.flatMap((entries) => entries ?? []);
  }

  save(entries: readonly StoredEntitlement[]): void {
    for (const entry of entries) this.#shardOf(entry)?.put(entry);
  }

  remove(keys: readonly Key[]): void {
    for (const key of keys) this.#shardOf(key)?.remove(key);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
    await this.#write();
  }

  /** The shard, which is about to change. */
  #shardOf(key: Key): Shard | undefined {
    const shard = this.#shards[hash(keyOf(key)) % shardCount];
    if (shard) this.#dirty.add(shard);
    this.#writeLater(writeDelay);
    return shard;
  }

  #writeLater(delay: number): void {
    this.#timer ??= backgroundTimer(() => {
      this.#writing = this.#write().then((hasFailed) => {
        this.#timer = undefined;
        if (this.#dirty.size > 0) this.#writeLater(hasFailed ? retryDelay : writeDelay);
      });
    }, delay);
  }

  /** Returns whether a file could not be written. */
  async #write(): Promise<boolean> {
    let hasFailed = false;
    for (const shard of [...this.#dirty]) {
      this.#dirty.delete(shard);
      const isWritten = await this.#attempt(async () => {
        await mkdir(this.#folder, { recursive: true, mode: 0o700 });
        await shard.write();
        return true;
      });
      if (isWritten) continue;
      hasFailed = true;
      this.#dirty.add(shard);
    }
    return hasFailed;
  }

  /** Undefined after a failure. */
  async #attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#onError(error);
      return undefined;
    }
  }
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}
