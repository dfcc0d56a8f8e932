import { createHash } from 'node:crypto';
import {
  lstat,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  unlink,
} from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, unless } from './error-code.ts';
import { lostTarget, notOurs, ofAnotherUser } from './reasons.ts';

/** A cluster and what belongs to it, all in one home so that one rename makes or removes it as a whole. */
export interface Cluster {
  readonly home: string;
  /** The real path of PostgreSQL's own data directory. */
  readonly data: string;
  readonly passwordFile: string;
  readonly log: string;
}

export const superuser = 'tessera';

/** In the data folder: clusters being made or removed. */
export const unfinishedPrefix = 'postgres.unfinished-';

export function clusterAt(home: string): Cluster {
  return {
    home,
    data: join(home, 'data'),
    passwordFile: join(home, 'password'),
    log: join(home, 'server.log'),
  };
}

/** The place of the cluster as seen from the data folder: its home, or a link to it. */
export function doorOf(folder: string): string {
  return join(folder, 'postgres');
}

/** How homes outside the data folder begin: whoever shares the outside place can tell whose they are. */
export function outsidePrefix(folder: string): string {
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

/** Makes a finished home the folder's cluster, in one step; false when another process was quicker. */
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
    await deleteHome(cluster.home);
  } else {
    const aside = join(folder, `${unfinishedPrefix}${process.pid}-${Date.now()}`);
    await rename(door, aside);
    await deleteHome(aside);
  }
}

/** A process that is still dying in there may add a file while we delete: hence the retries. */
export async function deleteHome(home: string): Promise<void> {
  await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
}

/** What a killed launch or removal left behind: homes that are not the folder's cluster. */
export async function findLeftovers(folder: string, outside: string): Promise<string[]> {
  const current = await realpath(doorOf(folder)).catch(unless('ENOENT'));
  const inside = await withPrefix(folder, unfinishedPrefix);
  return [...inside, ...(await withPrefix(outside, outsidePrefix(folder)))].filter(
    (home) => home !== current,
  );
}

async function withPrefix(place: string, prefix: string): Promise<string[]> {
  const names = (await readdir(place).catch(unless('ENOENT', 'EACCES'))) ?? [];
  return names.filter((name) => name.startsWith(prefix)).map((name) => join(place, name));
}
