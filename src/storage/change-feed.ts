import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Change, readChange } from '../core/change.ts';
import { changeChannel } from './changes.ts';

/** What a keeper of cached facts does with the feed. */
export interface ChangeListener {
  changed(change: Change): void;
  /** Changes may have been missed, or may be missed from now on: nothing kept can be trusted. */
  lost(): void;
}

export interface ChangeFeed {
  /** False while changes may be missed: whoever keeps facts must read through to the database. */
  isLive(): boolean;
  listen(listener: ChangeListener): void;
  stop(): Promise<void>;
}

/**
 * A connection that went silent looks alive. Each heartbeat is a round trip on the listening connection, behind which
 * every earlier notice has arrived. While one is late nothing kept is used; together they stay below the second within
 * which every node must see a change. When it is answered after all, nothing was missed, and what was kept is good again:
 * a database that is slow under load is not asked for everything anew. After a longer silence the connection is given up.
 */
const heartbeatInterval = 250;
const heartbeatPatience = 500;
const longestSilence = 3_000;
const reconnectPause = 250;

export interface ChangeFeedOptions {
  readonly url: string;
  readonly onLost: (error: Error) => void;
}

/** Hears of every change that any node commits. Connects by itself, and again whenever it has lost its connection. */
export function openChangeFeed({ url, onLost }: ChangeFeedOptions): ChangeFeed {
  const listeners: ChangeListener[] = [];
  let isLive = false;
  let isStopped = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const connection = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 2_000,
      application_name: 'tessera-changes',
      keepAlive: true,
    });
    client = connection;
    connection.on('error', (error) => lose(connection, error));
    connection.on('end', () => lose(connection, new Error('The connection ended')));
    connection.on('notification', ({ payload = '' }) => {
      const change = readChange(payload);
      if (change) for (const listener of listeners) listener.changed(change);
    });
    try {
      await connection.connect();
      await connection.query(`listen ${changeChannel}`);
      if (client !== connection) return;
      isLive = true;
      beat(connection);
    } catch (error) {
      lose(connection, error instanceof Error ? error : new Error(String(error)));
    }
  };

  const beat = (connection: pg.Client): void => {
    timer = setTimeout(() => {
      const late = setTimeout(() => {
        if (client === connection) isLive = false;
      }, heartbeatPatience);
      const silent = setTimeout(
        () => lose(connection, new Error('The connection has gone silent')),
        longestSilence,
      );
      const answered = () => {
        clearTimeout(late);
        clearTimeout(silent);
      };
      connection.query('select 1').then(
        () => {
          answered();
          if (client !== connection) return;
          isLive = true;
          beat(connection);
        },
        (error: Error) => {
          answered();
          lose(connection, error);
        },
      );
    }, heartbeatInterval);
  };

  const lose = (connection: pg.Client, error: Error): void => {
    if (client !== connection) return;
    client = undefined;
    isLive = false;
    clearTimeout(timer);
    for (const listener of listeners) listener.lost();
    connection.end().catch(() => {});
    if (isStopped) return;
    onLost(error);
    timer = setTimeout(connect, reconnectPause);
  };

  void connect();
  return {
    isLive: () => isLive,
    listen: (listener) => {
      listeners.push(listener);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      const connection = client;
      client = undefined;
      isLive = false;
      // Whoever has gone silent does not say goodbye.
      await Promise.race([
        connection?.end().catch(() => {}),
        delay(heartbeatPatience, undefined, { ref: false }),
      ]);
    },
  };
}
