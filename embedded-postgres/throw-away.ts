import { access, chmod, constants, mkdtemp, readdir, stat, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCluster } from './cluster.ts';
import { deleteTree } from './delete-tree.ts';
import { isAlive } from './is-alive.ts';
import { type EmbeddedPostgres, launchEmbeddedPostgres, removeEmbeddedPostgres } from './launch.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';

/** The pid of the owner follows: it protects a folder from the first moment, before any server runs in it. */
const prefix = 'tessera-throw-away-';

/**
 * Files in memory: tests copy hundreds of databases, each of them 600 files, which took eight times the CPU time on a
 * disk.
 */
const memory = '/dev/shm';
/** What a run of the tests writes at most, several times over. */
const roomInMemory = 4 * 2 ** 30;

/** A server for tests; `stop()` removes it with its data. */
export async function launchThrowAwayPostgres(): Promise<EmbeddedPostgres> {
  const [server] = await Promise.all([launch(), sweep()]);
  return server;
}

async function launch(): Promise<EmbeddedPostgres> {
  const folder = await mkdtemp(join(await throwAwayPlace(), `${prefix}${process.pid}-`));
  try {
    // When root starts PostgreSQL as another account, that account must be able to enter.
    await chmod(folder, 0o711);
    const server = await launchEmbeddedPostgres({ folder, durable: false });
    let stopped: Promise<void> | undefined;
    return {
      ...server,
      stop: () => {
        stopped ??= server.stop().then(() => remove(folder));
        return stopped;
      },
    };
  } catch (error) {
    await remove(folder).catch(() => undefined);
    throw error;
  }
}

/** In memory if there is room, else on the disk. */
export async function throwAwayPlace(): Promise<string> {
  try {
    await access(memory, constants.W_OK);
    const { bavail, bsize } = await statfs(memory);
    return Math.min(bavail * bsize, freemem()) < roomInMemory ? tmpdir() : memory;
  } catch {
    return tmpdir();
  }
}

/** Removes the folders and servers of killed test runs. Best effort, because sweeps may run concurrently. */
async function sweep(): Promise<void> {
  for (const place of [tmpdir(), memory]) await sweepPlace(place);
}

async function sweepPlace(place: string): Promise<void> {
  for (const name of await readdir(place).catch(() => [])) {
    const owner = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (owner === undefined || isAlive(Number(owner))) continue;
    const folder = join(place, name);
    try {
      // The folder is shared by all accounts, so only own files are trusted.
      if ((await stat(folder)).uid !== process.getuid?.()) continue;
      await stopServer(folder);
      await remove(folder);
    } catch {}
  }
}

/**
 * Stops the server of a folder whose owner has ended. To claim it first would take a minute where it is stopping
 * already: it accepts no session, and waits for those it has.
 */
async function stopServer(folder: string): Promise<void> {
  const cluster = await findCluster(folder);
  const postmaster = cluster && (await findPostmaster(cluster.data));
  if (postmaster) await stopPostmaster(postmaster.pid, cluster.data);
}

async function remove(folder: string): Promise<void> {
  await removeEmbeddedPostgres(folder);
  await deleteTree(folder);
}
