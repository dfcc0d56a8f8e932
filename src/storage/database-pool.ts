import pg from 'pg';
import { DatabaseClient, SilentConnection } from './database-client.ts';
import { DatabaseServers } from './database-servers.ts';
import { type TimeLimits, timeLimits, type WorkKind } from './time-limits.ts';

export interface PoolOptions {
  readonly url: string;
  readonly kind: WorkKind;
  readonly maxConnections: number;
  /** Told of connections that break, with their error; the pool replaces them by itself. */
  readonly onConnectionLost: (error: Error) => void;
}

/** A connection is replaced after this time, so that it follows an address that now leads to another server. */
const longestLifeSeconds = 15 * 60;

/** The connections of one kind of work. */
export class DatabasePool extends pg.Pool {
  readonly #clients = new Set<DatabaseClient>();
  readonly #servers: DatabaseServers;
  #acquisitions = 0;

  constructor({ url, kind, maxConnections, onConnectionLost }: PoolOptions) {
    const limits = timeLimits[kind];
    const servers = new DatabaseServers(url);
    super({
      Client: DatabaseClient as never,
      max: maxConnections,
      connectionTimeoutMillis: limits.connection,
      maxLifetimeSeconds: longestLifeSeconds,
      application_name: 'tessera',
      onConnect: (client) => prepareSession(client, limits, servers),
      ...{ servers, answerWithinMilliseconds: limits.answer },
    });
    this.#servers = servers;
    // A connection that breaks in use fails its statement; the pool itself only speaks of idle ones.
    this.on('error', () => {});
    this.on('connect', (connected) => {
      const client = clientOf(connected);
      this.#clients.add(client);
      client.onReadOnly = () => this.renew();
      client.on('error', (error) => {
        if (!client.isDiscarded) onConnectionLost(error);
        if (error instanceof SilentConnection) this.renew();
      });
    });
    this.on('acquire', (client) => {
      this.#acquisitions += 1;
      clientOf(client).taken();
    });
    this.on('release', (_error, client) => clientOf(client).released());
    this.on('remove', (client) => this.#clients.delete(clientOf(client)));
  }

  /** A new connection that one server refuses is tried on the next. */
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const connected = this.#servers.connect(() => super.connect());
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, (error) => client.release(error)),
      (error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  /** How often somebody got a connection. */
  get acquisitions(): number {
    return this.#acquisitions;
  }

  /** Replaces every connection: what has become of one has probably become of all. */
  renew(): void {
    for (const client of this.#clients) client.discard();
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

const clientOf = (client: unknown) => client as DatabaseClient;

/** Set by a statement and not when connecting: connection poolers refuse parameters that they do not know. */
async function prepareSession(
  client: pg.ClientBase,
  limits: TimeLimits,
  servers: DatabaseServers,
): Promise<void> {
  const { rows } = await client.query(
    `select set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false),
       set_config('idle_in_transaction_session_timeout', $3, false), ${servers.unfitColumn}`,
    [String(limits.statement), String(limits.lock), String(limits.idleInTransaction)],
  );
  servers.requireFit(rows[0]);
}
