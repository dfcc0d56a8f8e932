import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { withDeadline } from '../../async/deadline.ts';
import { type Change, readChange } from '../../core/change.ts';
import { DatabaseServers } from '../connection/database-servers.ts';
import { changeChannel } from './changes.ts';

/** Implemented by caches. */
interface ChangeListener {
  changed(change: Change): void;
  /** Changes may have been missed: nothing cached can be trusted. */
  lost(): void;
}

/**
 * `ok`: notifications arrive. `reconnecting`: the connection was lost. `unproven`: no notification has arrived on this
 * connection yet.
 */
type FeedStatus = 'ok' | 'reconnecting' | 'unproven';

export interface ChangeFeed {
  /** False while changes may be missed: reads must bypass the caches. */
  isLive(): boolean;
  status(): FeedStatus;
  listen(listener: ChangeListener): void;
  /** Settles when the first attempt has succeeded or failed. */
  readonly firstAttempt: Promise<void>;
  stop(): Promise<void>;
}

/**
 * A dead connection looks alive. Each heartbeat is a round trip on the listening connection, so every earlier
 * notification has arrived when it returns. While a heartbeat is late, reads bypass the caches; interval and timeout
 * together stay below the second within which every node must see a change. A late answer proves that nothing was
 * missed, so the caches stay valid and a slow database is not flooded with reloads. After `maxSilence` the connection
 * is closed.
 */
const heartbeatInterval = 250;
const answerTimeout = 500;
const maxSilence = 3_000;
const startTimeout = 10_000;
const reconnectPause = 250;
/**
 * A heartbeat works behind a pooler in transaction mode too, which accepts LISTEN and drops notifications. So a probe
 * notification is sent over another connection and must arrive here: before the feed is live, and again at this
 * interval.
 */
const proofInterval = 5_000;

export interface ChangeFeedOptions {
  readonly url: string;
  /** Sends a notification over a connection other than the listening one. */
  readonly notify: (payload: string) => Promise<unknown>;
  /** Called once per distinct reason until the feed is live again. */
  readonly onLost: (error: Error) => void;
  /** Called with the result of a probe: whether connections to this address keep their session on the server. */
  readonly onProof: (keepsSessions: boolean) => void;
}

/** The connection works, but notifications do not arrive on it. */
class FeedUnproven extends Error {}

const unproven = () =>
  new FeedUnproven(
    'PostgreSQL accepts LISTEN on this connection but its notifications do not arrive, as behind a connection pooler in ' +
      'transaction mode: connect the node to PostgreSQL directly, or through session pooling (DATABASE_URL)',
  );

interface Session {
  client: pg.Client | undefined;
  backendPid: number | undefined;
  isProven: boolean;
  lateResponses: number;
  /** Resolvers of the probes that have not arrived yet, by payload. */
  readonly proofs: Map<string, () => void>;
}

/** Listens for the changes that any node commits, and reconnects after a lost connection. */
export function openChangeFeed({ url, notify, onLost, onProof }: ChangeFeedOptions): ChangeFeed {
  const listeners: ChangeListener[] = [];
  let endFirstAttempt = () => {};
  const firstAttempt = new Promise<void>((resolve) => {
    endFirstAttempt = resolve;
  });
  let isStopped = false;
  let lossStatus: FeedStatus = 'unproven';
  let lastReason: string | undefined;
  let current: Session | undefined;
  let timer: NodeJS.Timeout | undefined;
  const servers = new DatabaseServers(url);
  const heartbeat = `select pg_backend_pid() as pid, ${servers.unfitColumn}`;

  const isLive = () => current?.isProven === true && current.lateResponses === 0;

  const connect = async (): Promise<void> => {
    const session: Session = {
      client: undefined,
      backendPid: undefined,
      isProven: false,
      lateResponses: 0,
      proofs: new Map(),
    };
    current = session;
    const stuck = setTimeout(
      () => lose(session, new Error('No notification could be sent to test the connection')),
      startTimeout,
    );
    try {
      const client = await servers.openClient({
        connectionTimeoutMillis: 2_000,
        application_name: 'tessera-changes',
        keepAlive: true,
      });
      session.client = client;
      if (current !== session) return void client.end().catch(() => {});
      subscribe(session, client);
      // One simple query is one transaction, so even behind a pooler this is the pid of the listening backend.
      session.backendPid = lastRow(await client.query(`listen ${changeChannel}; ${heartbeat}`))?.pid;
      await prove(session);
      if (current !== session) return;
      session.isProven = true;
      onProof(true);
      lastReason = undefined;
      endFirstAttempt();
      beat(session, client, performance.now() + proofInterval);
    } catch (error) {
      lose(session, error instanceof Error ? error : new Error(String(error)));
    } finally {
      clearTimeout(stuck);
    }
  };

  const subscribe = (session: Session, client: pg.Client): void => {
    client.on('error', (error) => lose(session, error));
    client.on('end', () => lose(session, new Error('The connection ended')));
    client.on('notification', ({ payload = '' }) => {
      session.proofs.get(payload)?.();
      const change = readChange(payload);
      if (change) for (const listener of listeners) listener.changed(change);
    });
  };

  const prove = async (session: Session): Promise<void> => {
    const payload = `proof ${randomUUID()}`;
    const arrived = new Promise<void>((resolve) => session.proofs.set(payload, resolve));
    try {
      await notify(payload);
      await withTimeouts(session, arrived, unproven);
    } finally {
      session.proofs.delete(payload);
    }
  };

  const beat = (session: Session, client: pg.Client, proveAt: number): void => {
    timer = setTimeout(async () => {
      const sent = client.query<HeartbeatRow>(heartbeat);
      try {
        await withTimeouts(session, sent, () => new Error('The connection does not respond'));
        if (current !== session) return;
        const row = lastRow(await sent);
        if (row?.pid !== session.backendPid) throw unproven();
        // After a failover changes are committed on another server.
        servers.requireFit(row);
        const isProofDue = performance.now() >= proveAt && session.proofs.size === 0;
        // Between two heartbeats: while a query is running even a pooler forwards notifications. A probe that cannot be
        // sent proves nothing; the next one decides.
        if (isProofDue) prove(session).catch(() => {});
        beat(session, client, isProofDue ? performance.now() + proofInterval : proveAt);
      } catch (error) {
        lose(session, error instanceof Error ? error : new Error(String(error)));
      }
    }, heartbeatInterval);
  };

  /** Reads bypass the caches while the answer is late; after `maxSilence` the connection is closed. */
  const withTimeouts = async (
    session: Session,
    answer: Promise<unknown>,
    reason: () => Error,
  ): Promise<void> => {
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      session.lateResponses += 1;
    }, answerTimeout);
    const silent = setTimeout(() => lose(session, reason()), maxSilence);
    try {
      await answer;
    } finally {
      clearTimeout(late);
      clearTimeout(silent);
      if (isLate) session.lateResponses -= 1;
    }
  };

  const lose = (session: Session, error: Error): void => {
    if (current !== session) return;
    current = undefined;
    clearTimeout(timer);
    if (session.isProven) lossStatus = 'reconnecting';
    if (error instanceof FeedUnproven) {
      lossStatus = 'unproven';
      onProof(false);
    }
    for (const listener of listeners) listener.lost();
    session.client?.end().catch(() => {});
    endFirstAttempt();
    if (isStopped) return;
    if (lastReason !== error.message) onLost(error);
    lastReason = error.message;
    timer = setTimeout(connect, reconnectPause);
  };

  void connect();
  return {
    isLive,
    status: () => (current?.isProven ? 'ok' : lossStatus),
    listen: (listener) => {
      listeners.push(listener);
    },
    firstAttempt,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      const session = current;
      current = undefined;
      // A dead connection does not confirm that it closes.
      const close = async () => session?.client?.end().catch(() => {});
      await withDeadline({ milliseconds: answerTimeout }, close, () => {});
    },
  };
}

interface HeartbeatRow {
  readonly pid: number;
  readonly unfit: boolean;
}

function lastRow(results: pg.QueryResult | pg.QueryResult[]): HeartbeatRow | undefined {
  return [results].flat().at(-1)?.rows[0];
}
