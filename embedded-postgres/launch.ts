import { access, constants, mkdir, realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountFor, canReach } from './account.ts';
import { findPackage, readyBinaries, removeCopies } from './binaries.ts';
import {
  type Cluster,
  clusterAt,
  deleteCluster,
  findCluster,
  findLeftovers,
  majorOf,
  superuser,
} from './cluster.ts';
import { deleteTree } from './delete-tree.ts';
import { unless } from './error-code.ts';
import { makeCluster } from './make-cluster.ts';
import { claim, keepOwnership, type Ownership } from './ownership.ts';
import { pollInterval, removeStalePidFile, stopPostmaster } from './postmaster.ts';
import { anotherMajor, explained, notStarted, unreachable, unwritable } from './reasons.ts';
import {
  findFreePort,
  launchMark,
  mayPass,
  type ServerOptions,
  type ServerProcess,
  socketFolder,
  startServer,
} from './server.ts';

/** A running PostgreSQL server that this process owns. */
export interface EmbeddedPostgres {
  /** The URL of one database on this server; `tessera` is always there. */
  url(database: string): string;
  /** By a Unix socket, where the server has one. */
  socketUrl(database: string): string;
  readonly pid: number;
  /** Ends every session, stops the server and waits for its exit. May be called again. */
  stop(): Promise<void>;
}

export interface LaunchOptions {
  /** The service's data folder, made if missing; the cluster lives in `<folder>/postgres`. */
  readonly folder: string;
  /** False is for tests only: a crash of the machine may lose everything. */
  readonly durable: boolean;
  /** The folder for files that PostgreSQL's account could not reach otherwise; used by root. */
  readonly outside?: string;
}

const outsidePlace = '/var/lib/tessera';
const startLimit = 60_000;

export async function launchEmbeddedPostgres(options: LaunchOptions): Promise<EmbeddedPostgres> {
  const folder = await writableFolder(options.folder);
  const outside = options.outside ?? outsidePlace;
  try {
    const found = await findCluster(folder);
    const account = accountFor(found && (await stat(found.data)));
    const binaries = await readyBinaries(findPackage(), account, account ? outside : folder);
    const { durable } = options;
    const cluster = found ?? (await makeCluster({ folder, outside, binaries, account, durable }));
    const major = await majorOf(cluster);
    if (major !== binaries.major) throw anotherMajor(folder, major ?? 'unknown', binaries.major);
    if (account && !(await canReach(cluster.data, account))) throw unreachable(cluster.data, account.uid);
    const ownership = await own({ cluster, binaries, account, durable }, folder);
    await prepare(ownership).catch(async (error) => {
      await stopPostmaster(ownership.postmaster.pid, cluster.data);
      throw error;
    });
    await removeLeftovers(folder, outside);
    if (!account) await removeCopies(folder, binaries);
    return running(cluster, ownership, socketFolder({ cluster, durable }));
  } catch (error) {
    throw explained(folder, error);
  }
}

/** Removes the cluster of a data folder and nothing else; refuses while another process uses it. */
export async function removeEmbeddedPostgres(folder: string, outside: string = outsidePlace): Promise<void> {
  const real = await realpath(folder).catch(unless('ENOENT'));
  if (!real) return;
  const cluster = await findCluster(real);
  if (cluster) {
    await stopOrphan(cluster, real);
    await deleteCluster(cluster, real);
  }
  await removeLeftovers(real, outside);
  await removeCopies(real);
}

async function writableFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK | constants.X_OK);
    return await realpath(folder);
  } catch (error) {
    throw unwritable(resolve(folder), error);
  }
}

/** Becomes the owner of the cluster's server: one that a killed process left behind, or a new one. */
async function own(options: ServerOptions, folder: string): Promise<Ownership> {
  const { cluster } = options;
  const deadline = Date.now() + startLimit;
  let started: ServerProcess | undefined;
  for (;;) {
    const isStarting = () => started !== undefined && !started.hasExited();
    const ownership = await claim(cluster, folder, isStarting);
    if (ownership) {
      const { postmaster, session, mark } = ownership;
      if (postmaster.pid === started?.pid) return ownership;
      if (mark === launchMark(options)) {
        await session.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
        );
        return ownership;
      }
      await stopPostmaster(postmaster.pid, cluster.data);
    } else if (started) {
      const reason = await started.lastLogLine();
      const again = started.wasStopped() || mayPass(reason);
      if (!again || Date.now() > deadline) throw notStarted(reason, cluster.log);
      await sleep(pollInterval);
    }
    await removeStalePidFile(cluster.data);
    started = await startServer(options, await findFreePort());
  }
}

async function prepare({ session }: Ownership): Promise<void> {
  const { rowCount } = await session.query("select from pg_database where datname = 'tessera'");
  if (rowCount === 0) {
    await session.query("create database tessera template template0 encoding 'UTF8' locale 'C'");
  }
}

function running(cluster: Cluster, ownership: Ownership, sockets: string | undefined): EmbeddedPostgres {
  const { postmaster, password } = ownership;
  const keeper = keepOwnership(cluster, ownership);
  let stopped: Promise<void> | undefined;
  const urlBy = (host: string, database: string) =>
    `postgres://${superuser}:${password}@${host}:${postmaster.port}/${encodeURIComponent(database)}`;
  return {
    url: (database) => urlBy('127.0.0.1', database),
    socketUrl: (database) => urlBy(encodeURIComponent(sockets ?? '127.0.0.1'), database),
    pid: postmaster.pid,
    stop: () => {
      stopped ??= keeper.releaseAfter(() => stopPostmaster(postmaster.pid, cluster.data));
      return stopped;
    },
  };
}

async function stopOrphan(cluster: Cluster, folder: string): Promise<void> {
  const ownership = await claim(cluster, folder);
  if (!ownership) return;
  await stopPostmaster(ownership.postmaster.pid, cluster.data);
  await ownership.session.end().catch(() => undefined);
}

/** Best effort: a dying process may still use a leftover, which is then removed at the next start. */
async function removeLeftovers(folder: string, outside: string): Promise<void> {
  for (const home of await findLeftovers(folder, outside)) {
    try {
      await stopOrphan(clusterAt(home), folder);
      await deleteTree(home);
    } catch {}
  }
}
