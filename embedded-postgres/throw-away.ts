import { chmod, mkdtemp, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteTree } from './delete-tree.ts';
import { isAlive } from './is-alive.ts';
import { type EmbeddedPostgres, launchEmbeddedPostgres, removeEmbeddedPostgres } from './launch.ts';

/** The pid of the owner follows: it protects a folder from the first moment, before any server runs in it. */
const prefix = 'tessera-throw-away-';

/** A server for tests, gone with everything in it after `stop()`. */
export async function launchThrowAwayPostgres(): Promise<EmbeddedPostgres> {
  const [server] = await Promise.all([launch(), sweep()]);
  return server;
}

async function launch(): Promise<EmbeddedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  try {
    // When root lends PostgreSQL another account, that has to pass here.
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

/** Removes what killed test runs left, with the servers that still run there. Two sweeps may meet: best effort. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (owner === undefined || isAlive(Number(owner))) continue;
    const folder = join(tmpdir(), name);
    try {
      // In a folder for everybody, only our own can be trusted to be what its name says.
      if ((await stat(folder)).uid === process.getuid?.()) await remove(folder);
    } catch {}
  }
}

async function remove(folder: string): Promise<void> {
  await removeEmbeddedPostgres(folder);
  await deleteTree(folder);
}
