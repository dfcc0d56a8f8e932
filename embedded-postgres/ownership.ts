import { readFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type Cluster, superuser } from './cluster.ts';
import { errorCode } from './error-code.ts';
import { findPostmaster, type Postmaster, pollInterval } from './postmaster.ts';
import { inUse, notStarted, signInRefused } from './reasons.ts';

/**
 * The holder of this advisory lock owns the cluster and stops its server, also one started by another process. The lock
 * belongs to a session, so it is released when its holder dies: there is no stale lock file.
 */
const lockKey = 0x7e55e7a;

const readyLimit = 60_000;
/** The session of a killed holder ends with a delay. */
const retryMilliseconds = 500;
const regainInterval = 100;

export interface Ownership {
  readonly postmaster: Postmaster;
  readonly password: string;
  /** The session that holds the lock. */
  readonly session: Client;
  readonly socket: Socket;
  /** The mark that the server was launched with. */
  readonly mark: string;
}

/**
 * Waits for the cluster's server and becomes its owner; throws when another process is. Undefined when no server runs
 * and none is `expected`.
 */
export async function claim(
  cluster: Cluster,
  folder: string,
  expected: () => boolean = () => false,
): Promise<Ownership | undefined> {
  const deadline = Date.now() + readyLimit;
  let takenSince: number | undefined;
  for (;;) {
    const wasExpected = expected();
    const postmaster = await findPostmaster(cluster.data);
    if (!postmaster && !wasExpected) return undefined;
    const attempt = postmaster?.ready ? await tryClaim(cluster, postmaster) : 'not yet';
    if (typeof attempt === 'object') return attempt;
    takenSince = attempt === 'taken' ? (takenSince ?? Date.now()) : undefined;
    if (takenSince !== undefined && Date.now() - takenSince > retryMilliseconds) throw inUse(folder);
    if (Date.now() > deadline) throw notStarted(`not ready after ${readyLimit / 1000} s`, cluster.log);
    await sleep(pollInterval);
  }
}

async function tryClaim(cluster: Cluster, postmaster: Postmaster): Promise<Ownership | 'taken' | 'not yet'> {
  const password = (await readFile(cluster.passwordFile, 'utf8')).trim();
  const socket = new Socket();
  const session = new Client({
    host: '127.0.0.1',
    port: postmaster.port,
    user: superuser,
    password,
    // Advisory locks are per database: this one is always there.
    database: 'postgres',
    ssl: false,
    application_name: 'tessera owner',
    connectionTimeoutMillis: 5_000,
    stream: () => socket,
  });
  // Losing the session shows in 'end'; an unheard 'error' would end the service.
  session.on('error', () => undefined);
  try {
    await session.connect();
    const { rows } = await session.query<{ locked: boolean; mark: string | null }>(
      `select pg_try_advisory_lock(${lockKey}) as locked, current_setting('tessera.launch', true) as mark`,
    );
    if (rows[0]?.locked) {
      return { postmaster, password, session, socket, mark: rows[0].mark ?? '' };
    }
  } catch (error) {
    socket.destroy();
    const code = errorCode(error) ?? '';
    if (code.startsWith('28')) throw signInRefused(cluster.passwordFile);
    // All connections in use: another process uses the cluster.
    return code === '53300' ? 'taken' : 'not yet';
  }
  await session.end();
  return 'taken';
}

export interface OwnershipKeeper {
  /** Releases the lock last: a stopping server must not look free. */
  releaseAfter(stop: () => Promise<void>): Promise<void>;
}

/** Keeps the lock for the server's life: PostgreSQL ends every session when one of its processes crashes. */
export function keepOwnership(cluster: Cluster, first: Ownership): OwnershipKeeper {
  let released = false;
  let session: Client;
  const hold = (ownership: Ownership) => {
    session = ownership.session;
    session.once('end', regain);
    // The lock alone must not keep the service from ending.
    ownership.socket.unref();
  };
  const regain = async () => {
    while (!released) {
      const postmaster = await findPostmaster(cluster.data).catch(() => undefined);
      if (postmaster?.pid !== first.postmaster.pid) return;
      const attempt = await tryClaim(cluster, postmaster).catch(() => undefined);
      if (typeof attempt === 'object') {
        if (released) await attempt.session.end();
        else hold(attempt);
        return;
      }
      await sleep(regainInterval, undefined, { ref: false });
    }
  };
  hold(first);
  return {
    releaseAfter: async (stop) => {
      released = true;
      try {
        await stop();
      } finally {
        await session.end().catch(() => undefined);
      }
    },
  };
}
