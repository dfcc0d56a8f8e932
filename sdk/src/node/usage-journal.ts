import { randomUUID } from 'node:crypto';
import { unwatchFile, watchFile } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sleep } from '../timers.ts';
import type { Journal } from '../types.ts';
import { fileJournal } from './file-journal.ts';
import { findDeadFolders } from './file-journal-folder.ts';

/** A file in the journal's folder. Whoever changes it asks the running processes for their events. */
const requestName = 'hand-over';
const lookInterval = 250;
/** Several looks, and a slow disk. */
const handOverLimit = 5_000;
const pollInterval = 50;

/**
 * A file journal that hands its events over to a process that writes a usage file: only a closed journal can be taken by another
 * process, so it is closed, and the next event opens another.
 */
export function usageJournal(given: string): Pick<Journal, 'append' | 'close'> {
  const folder = resolve(given);
  const path = join(folder, requestName);
  let current: Journal | undefined;
  let closing: Promise<unknown> = Promise.resolve();
  const handOver = () => {
    const last = current;
    current = undefined;
    // What it cannot close is taken when this process has ended.
    closing = Promise.all([closing, last?.close().catch(() => {})]);
  };
  watchFile(path, { interval: lookInterval, persistent: false }, handOver);
  return {
    append(event) {
      current ??= fileJournal(folder);
      return current.append(event);
    },
    async close() {
      unwatchFile(path, handOver);
      handOver();
      await closing;
    },
  };
}

/** Resolves when the running processes have handed their events over; to false if one of them does not. */
export async function requestHandOver(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const asked = await liveFolders(folder);
  await writeFile(join(folder, requestName), randomUUID());
  for (let waited = 0; waited < handOverLimit; waited += pollInterval) {
    const live = await liveFolders(folder);
    if (!asked.some((name) => live.includes(name))) return true;
    await sleep(pollInterval);
  }
  return false;
}

async function liveFolders(root: string): Promise<readonly string[]> {
  const dead = await findDeadFolders(root);
  const entries = await readdir(root, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !dead.includes(entry.name))
    .map(({ name }) => name);
}
