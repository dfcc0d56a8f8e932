import { createHash } from 'node:crypto';
import { open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sleep } from '../timers.ts';
import type { StoredEntitlement } from '../types.ts';
import { replaceFile } from './whole-file.ts';

export type Key = Pick<StoredEntitlement, 'tenantId' | 'product'>;

export const keyOf = ({ tenantId, product }: Key) => `${product} ${tenantId}`;

const lockPause = 20;
const lockTries = 100;
/** A lock or a temporary file lives for milliseconds. */
const leftOverAfter = 10_000;

/** One file. Its first line is the checksum of the second, which has the entitlements as JSON. */
export class Shard {
  readonly #path: string;
  /** Changes since the file was written: an entitlement, or when it was removed. */
  readonly #changes = new Map<string, StoredEntitlement | { readonly removedAt: number }>();

  constructor(path: string) {
    this.#path = path;
  }

  /** A file that is damaged is removed. */
  async load(): Promise<readonly StoredEntitlement[]> {
    const text = await readFile(this.#path, 'utf8').catch(absent);
    if (text === undefined) return [];
    const entries = parse(text);
    if (!entries) await rm(this.#path, { force: true });
    return entries ?? [];
  }

  put(entry: StoredEntitlement): void {
    this.#changes.set(keyOf(entry), entry);
  }

  remove(key: Key): void {
    this.#changes.set(keyOf(key), { removedAt: Date.now() });
  }

  /** Adds the changes to the file, which another process may have written meanwhile. */
  async write(): Promise<void> {
    const release = await lock(`${this.#path}.lock`);
    try {
      const changes = new Map(this.#changes);
      const merged = merge(await this.load(), changes);
      await replaceFile(this.#path, format(merged));
      // What was changed while it was written stays.
      for (const [key, change] of changes) if (this.#changes.get(key) === change) this.#changes.delete(key);
    } finally {
      await release();
    }
  }
}

/** The newest of each tenant and product. */
function merge(
  stored: readonly StoredEntitlement[],
  changes: ReadonlyMap<string, StoredEntitlement | { readonly removedAt: number }>,
): readonly StoredEntitlement[] {
  const merged = new Map(stored.map((entry) => [keyOf(entry), entry]));
  for (const [key, change] of changes) {
    const confirmedAt = merged.get(key)?.confirmedAt ?? Number.NEGATIVE_INFINITY;
    if ('removedAt' in change) {
      if (change.removedAt >= confirmedAt) merged.delete(key);
    } else if (change.confirmedAt >= confirmedAt) merged.set(key, change);
  }
  return [...merged.values()];
}

const checksum = (text: string) => createHash('sha256').update(text).digest('hex');

function format(entries: readonly StoredEntitlement[]): string {
  const text = JSON.stringify(entries);
  return `${checksum(text)}\n${text}`;
}

function parse(text: string): readonly StoredEntitlement[] | undefined {
  const end = text.indexOf('\n');
  const body = text.slice(end + 1);
  return text.slice(0, end) === checksum(body) ? JSON.parse(body) : undefined;
}

/** Files that a killed process was writing. */
export async function removeLeftOvers(folder: string): Promise<void> {
  for (const name of (await readdir(folder).catch(absent)) ?? []) {
    if (name.endsWith('.tmp') && (await isOld(join(folder, name))))
      await rm(join(folder, name), { force: true });
  }
}

/** Returns the function that releases the lock. */
export async function lock(path: string): Promise<() => Promise<void>> {
  for (let tries = 1; ; tries++) {
    try {
      await (await open(path, 'wx', 0o600)).close();
      return () => rm(path, { force: true });
    } catch (error) {
      if (!hasCode(error, 'EEXIST') || tries >= lockTries) throw error;
    }
    if (await isOld(path)) await rm(path, { force: true });
    await sleep(lockPause);
  }
}

/** Whether a process that was killed has left the file. */
async function isOld(path: string): Promise<boolean> {
  const modified = await stat(path).catch(absent);
  // Either way, because a clock can be set.
  return modified !== undefined && Math.abs(Date.now() - modified.mtimeMs) > leftOverAfter;
}

const hasCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code;

/** The file is not there. Other errors are thrown. */
export function absent(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error;
}
