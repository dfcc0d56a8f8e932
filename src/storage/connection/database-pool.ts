import pg from 'pg';
import { ConnectionQueue } from './connection-queue.ts';
import { DatabaseClient, SilentConnection } from './database-client.ts';
import { DatabaseServers } from './database-servers.ts';
import { isRetryable } from './retryable.ts';
import { type TimeLimits, timeLimits, type WorkKind } from './time-limits.ts';

export interface PoolOptions {
  readonly url: string;
  readonly kind: WorkKind;
  readonly maxConnections: number;
  /** Called with the error of a broken connection; the pool replaces it. */
  readonly onConnectionLost: (error: Error) => void;
  /** Called with each new connection, where statements are traced. */
  readonly traceStatements?: ((client: StatementClient) => void) | undefined;
}

/** A connection whose `query` can be wrapped. */
export interface StatementClient {
  query(...args: unknown[]): unknown;
}

/** Connections are replaced after this time, so that they follow a changed DNS entry. */
const maxLifetimeSeconds = 15 * 60;
/** A read may take two connections at once, so a burst of 600 reads makes 1,200 callers. */
const maxWaitingCallers = 5_000;
/** Statements fail and none has succeeded for this long: the database is stalled. */
const stallMilliseconds = 1_000;

export class DatabasePool extends pg.Pool {
  readonly #clients = new Set<DatabaseClient>();
  readonly #servers: DatabaseServers;
  readonly #queue: ConnectionQueue;
  /**
   * Whether a connection is known to have one session on the server. Behind a pooler in transaction mode it changes, and a
   * named statement of the one is missing in the other, or there already.
   */
  keepsSessions = false;
  #lastSuccess = Number.NEGATIVE_INFINITY;
  #acquisitions = 0;

  constructor({ url, kind, maxConnections, onConnectionLost, traceStatements }: PoolOptions) {
    const limits = timeLimits[kind];
    const servers = new DatabaseServers(url);
    super({
      Client: DatabaseClient as never,
      max: maxConnections,
      connectionTimeoutMillis: limits.connection,
      maxLifetimeSeconds: maxLifetimeSeconds,
      application_name: 'tessera',
      onConnect: (client) => prepareSession(client, limits, servers),
      ...{ servers, answerWithinMilliseconds: limits.answer },
    });
    this.#servers = servers;
    this.#queue = new ConnectionQueue({
      connections: maxConnections,
      callers: maxWaitingCallers,
      milliseconds: limits.queue,
    });
    // A connection that breaks in use rejects its statement; this event is about idle ones.
    this.on('error', () => {});
    this.on('connect', (connected) => {
      const client = clientOf(connected);
      this.#clients.add(client);
      this.#lastSuccess = performance.now();
      client.onReadOnly = () => this.renew();
      traceStatements?.(client as StatementClient);
      client.onStatement = (error) => {
        if (!error) this.#lastSuccess = performance.now();
        else if (isRetryable(error)) this.#refuseWaitingWhenStalled(error);
      };
      client.on('error', (error) => {
        if (!client.isDiscarded) onConnectionLost(error);
        if (error instanceof SilentConnection) this.renew();
      });
    });
    this.on('acquire', (client) => {
      this.#acquisitions += 1;
      clientOf(client).acquired();
    });
    this.on('release', (_error, client) => clientOf(client).released());
    this.on('remove', (client) => this.#clients.delete(clientOf(client)));
  }

  /** Waits for a free connection. A new connection that one server refuses is tried on the next server. */
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const connected = this.#take();
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, (error) => client.release(error)),
      (error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  async #take(): Promise<pg.PoolClient> {
    await this.#queue.enter();
    try {
      const client = await this.#servers.connect(() => super.connect());
      const release = client.release;
      client.release = (error) => {
        release.call(client, error);
        this.#queue.leave();
      };
      return client;
    } catch (error) {
      if (error instanceof Error) this.#refuseWaitingWhenStalled(error);
      this.#queue.leave();
      throw error;
    }
  }

  /**
   * While statements succeed the queue moves. While none does, waiting callers would only get the same failure later.
   */
  #refuseWaitingWhenStalled(error: Error): void {
    if (performance.now() - this.#lastSuccess > stallMilliseconds) this.#queue.refuseAll(error);
  }

  get queueLength(): number {
    return this.#queue.length;
  }

  /** Connections handed out so far. */
  get acquisitions(): number {
    return this.#acquisitions;
  }

  /** Replaces every connection: a failover affects all of them. */
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

/** Set by a statement, because connection poolers refuse unknown start-up parameters. */
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
