import pg from 'pg';
import { DatabaseClient, SilentConnection } from './database-client.ts';
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
  #acquisitions = 0;

  constructor({ url, kind, maxConnections, onConnectionLost }: PoolOptions) {
    const limits = timeLimits[kind];
    super({
      Client: DatabaseClient as never,
      connectionString: url,
      max: maxConnections,
      connectionTimeoutMillis: limits.connection,
      maxLifetimeSeconds: longestLifeSeconds,
      application_name: 'tessera',
      onConnect: (client) => prepareSession(client, limits),
      ...{ answerWithinMilliseconds: limits.answer },
    });
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

  /** How often somebody got a connection. */
  get acquisitions(): number {
    return this.#acquisitions;
  }

  /** Replaces every connection: what has become of one has probably become of all. */
  renew(): void {
    for (const client of this.#clients) client.discard();
  }
}

const clientOf = (client: unknown) => client as DatabaseClient;

/** Set by a statement and not when connecting: connection poolers refuse parameters that they do not know. */
async function prepareSession(client: pg.ClientBase, limits: TimeLimits): Promise<void> {
  await client.query(
    `select set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false),
       set_config('idle_in_transaction_session_timeout', $3, false)`,
    [String(limits.statement), String(limits.lock), String(limits.idleInTransaction)],
  );
}
