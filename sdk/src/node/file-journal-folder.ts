import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { eventsExtension, settledExtension } from './file-journal-segment.ts';

const lockName = 'lock';
/** A lock that was not touched for so long belongs to a dead process, or to one that notices the loss. */
const staleAfter = 20_000;

interface Lock {
  readonly host: string;
  readonly pid: number;
}

/**
 * The folder of one journal in the root that processes share. Whoever finds a dead journal renames its folder into the own
 * one: that succeeds once. A journal that was taken for dead finds its lock gone, so nothing depends on being right about
 * who is dead.
 */
export class JournalFolder {
  readonly path: string;
  readonly #root: string;
  readonly #lock: string;

  private constructor(root: string, path: string) {
    this.#root = root;
    this.path = path;
    this.#lock = join(path, lockName);
  }

  static async create(root: string, name: string): Promise<JournalFolder> {
    const folder = new JournalFolder(root, join(root, name));
    // Hidden until it has its lock: a folder without one was left behind.
    const hidden = join(root, `.${name}`);
    // Keys of usage may be personal data.
    await mkdir(hidden, { recursive: true, mode: 0o700 });
    const lock: Lock = { host: hostname(), pid: process.pid };
    await writeFile(join(hidden, lockName), JSON.stringify(lock));
    await rename(hidden, folder.path);
    await syncFolder(root);
    return folder;
  }

  /** False if another process has taken the folder. */
  async isOwned(): Promise<boolean> {
    return stat(this.#lock).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
    );
  }

  /** Shows others that this process lives. */
  async touch(): Promise<void> {
    const now = new Date();
    await utimes(this.#lock, now, now).catch(() => {});
  }

  /** The names of the segments that dead processes have left; they are in this folder now. */
  async adopt(names: readonly string[]): Promise<readonly string[]> {
    for (const name of names) {
      // Another process may have been faster.
      await rename(join(this.#root, name), join(this.path, name)).catch(() => {});
    }
    await this.#lift(this.path);
    const files = await readdir(this.path);
    const named = (extension: string) =>
      files.filter((file) => file.endsWith(extension)).map((file) => file.slice(0, -extension.length));
    const segments = new Set(named(eventsExtension));
    // Its process was killed while it removed the segment.
    const leftOver = named(settledExtension).filter((name) => !segments.has(name));
    for (const name of leftOver) await rm(join(this.path, name + settledExtension), { force: true });
    return [...segments];
  }

  /** Moves segments out of the folders in this one. A killed process may have left folders in folders. */
  async #lift(folder: string): Promise<void> {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const inner = join(folder, entry.name);
      await this.#lift(inner);
      const files = await readdir(inner);
      // Settled lines first, so that no segment is ever without them.
      for (const extension of [settledExtension, eventsExtension]) {
        for (const file of files.filter((name) => name.endsWith(extension))) {
          await rename(join(inner, file), join(folder, file));
        }
      }
      await rm(join(inner, lockName), { force: true });
      await rmdir(inner);
    }
  }

  /** The folder is left to others, or removed if it is empty. */
  async release(): Promise<void> {
    await rm(this.#lock, { force: true });
    await rmdir(this.path).catch(() => {});
  }
}

/** The names of the folders in the root whose processes are dead or have closed their journal. */
export async function findDeadFolders(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name);
  const dead = await Promise.all(
    names.map(async (name) => (await isDead(join(root, name, lockName))) && name),
  );
  return dead.filter((name) => name !== false);
}

async function isDead(path: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(path);
    // Either way, because a clock can be moved.
    if (Math.abs(Date.now() - mtimeMs) > staleAfter) return true;
    const { host, pid } = JSON.parse(await readFile(path, 'utf8')) as Lock;
    return host === hostname() && !isRunning(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Makes new names in a folder durable. Windows does not need it, and refuses. */
export async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r');
    await folder.sync().finally(() => folder.close());
  } catch {
    // The segments themselves are synced.
  }
}
