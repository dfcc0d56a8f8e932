import { createHash } from 'node:crypto';
import {
  lstat,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rmdir,
  stat,
  symlink,
  unlink,
} from 'node:fs/promises';
import { join } from 'node:path';
import { deleteTree } from './delete-tree.ts';
import { errorCode, unless } from './error-code.ts';
import { isAlive } from './is-alive.ts';
import { lostTarget, notOurs, ofAnotherUser } from './reasons.ts';

/** A cluster with its files in one home folder, so that one rename adds or removes it atomically. */
export interface Cluster {
  readonly home: string;
  /** The real path of PostgreSQL's own data directory. */
  readonly data: string;
  readonly passwordFile: string;
  readonly log: string;
}

export const superuser = 'tessera';

const unfinished = 'postgres.unfinished-';

/** How homes in the data folder begin while this process makes or removes them. */
export const unfinishedPrefix = `${unfinished}${process.pid}-`;

export function clusterAt(home: string): Cluster {
  return {
    home,
    data: join(home, 'data'),
    passwordFile: join(home, 'password'),
    log: join(home, 'server.log'),
  };
}

/** The place of the cluster as seen from the data folder: its home, or a link to it. */
function doorOf(folder: string): string {
  return join(folder, 'postgres');
}

/** How homes outside the data folder begin when this process makes them. */
export function outsidePrefix(folder: string): string {
  return `${outsideName(folder)}${process.pid}-`;
}

/** The outside folder is shared: the name identifies the data folder of a home. */
function outsideName(folder: string): string {
  return `${createHash('sha256').update(folder).digest('hex').slice(0, 16)}-`;
}

export async function findCluster(folder: string): Promise<Cluster | undefined> {
  const door = doorOf(folder);
  const entry = await lstat(door).catch(unless('ENOENT'));
  if (!entry) return undefined;
  if (entry.isSymbolicLink()) {
    const target = await readlink(door);
    if (!(await stat(door).catch(unless('ENOENT')))) throw lostTarget(door, target);
  } else if (!entry.isDirectory()) {
    throw notOurs(door);
  } else if ((await readdir(door).catch(unless('EACCES')))?.length === 0) {
    return undefined;
  }
  const cluster = clusterAt(await realpath(door));
  const data = await stat(cluster.data).catch(unless('ENOENT', 'EACCES'));
  const uid = process.getuid?.();
  if (data && uid && data.uid !== uid) throw ofAnotherUser(folder, data.uid);
  if (!data || !(await majorOf(cluster)) || !(await stat(cluster.passwordFile).catch(unless('ENOENT')))) {
    throw notOurs(door);
  }
  return cluster;
}

export async function majorOf(cluster: Cluster): Promise<string | undefined> {
  return (await readFile(join(cluster.data, 'PG_VERSION'), 'utf8').catch(unless('ENOENT')))?.trim();
}

/** Makes a finished home the folder's cluster, in one step; false if another process was first. */
export async function putInPlace(home: string, folder: string): Promise<boolean> {
  const door = doorOf(folder);
  const outside = !home.startsWith(join(folder, unfinishedPrefix));
  try {
    if (outside) {
      await rmdir(door).catch(() => undefined);
      await symlink(home, door);
    } else {
      await rename(home, door);
    }
    return true;
  } catch (error) {
    if (!['EEXIST', 'ENOTEMPTY', 'ENOTDIR'].includes(errorCode(error) ?? '')) throw error;
    return false;
  }
}

/** Takes a stopped cluster out of its folder in one step, then deletes it. */
export async function deleteCluster(cluster: Cluster, folder: string): Promise<void> {
  const door = doorOf(folder);
  if ((await lstat(door)).isSymbolicLink()) {
    await unlink(door);
    await deleteTree(cluster.home);
  } else {
    const aside = join(folder, `${unfinishedPrefix}${Date.now()}`);
    await rename(door, aside);
    await deleteTree(aside);
  }
}

/** Homes left behind by a killed launch or removal: not the folder's cluster. */
export async function findLeftovers(folder: string, outside: string): Promise<string[]> {
  const current = await realpath(doorOf(folder)).catch(unless('ENOENT'));
  const abandoned = [
    ...(await abandonedIn(folder, unfinished)),
    ...(await abandonedIn(outside, outsideName(folder))),
  ];
  return abandoned.filter((home) => home !== current);
}

async function abandonedIn(place: string, prefix: string): Promise<string[]> {
  const names = (await readdir(place).catch(unless('ENOENT', 'EACCES'))) ?? [];
  return names
    .filter((name) => name.startsWith(prefix) && !isBeingMade(name))
    .map((name) => join(place, name));
}

/** In a new container our own pid is often that of the process which left it behind. */
function isBeingMade(name: string): boolean {
  const maker = Number(/-(\d+)-[^-]*$/.exec(name)?.[1]);
  return maker > 0 && maker !== process.pid && isAlive(maker);
}
