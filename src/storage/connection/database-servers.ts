import pg from 'pg';
import { readDatabaseHosts, type TargetSession } from '../../core/operations/database-hosts.ts';
import { isRetryable } from './retryable.ts';

/** The server does not satisfy `target_session_attrs`. */
export class UnfitServer extends Error {
  /** PostgreSQL's code for a write on a read-only server. */
  readonly code = '25006';

  constructor(target: TargetSession) {
    super(`The server does not satisfy target_session_attrs=${target}`);
  }
}

/** SQL conditions, true when the server does not satisfy the target. */
const unfitConditions: Readonly<Record<TargetSession, string>> = {
  any: 'false',
  primary: 'pg_is_in_recovery()',
  'read-write': "current_setting('transaction_read_only')::boolean",
};

/** The servers of one connection string. The last one that worked is tried first. */
export class DatabaseServers {
  readonly #urls: readonly string[];
  readonly #target: TargetSession;
  #current = 0;

  constructor(url: string) {
    const hosts = readDatabaseHosts(url);
    if ('mustBe' in hosts) throw new Error(`The address of the database must be ${hosts.mustBe}`);
    this.#urls = hosts.urls;
    this.#target = hosts.target;
  }

  /** The address that the next new connection goes to. */
  get current(): string {
    return this.#urls[this.#current] as string;
  }

  /**
   * Tries each server once, until one accepts the connection. Errors that every server would repeat end the search.
   */
  async connect<Connected>(open: (url: string) => Promise<Connected>): Promise<Connected> {
    for (let attempts = 1; ; attempts++) {
      const url = this.current;
      try {
        return await open(url);
      } catch (error) {
        // A concurrent caller may have moved on already.
        if (isRetryable(error) && url === this.current)
          this.#current = (this.#current + 1) % this.#urls.length;
        if (!isRetryable(error) || attempts >= this.#urls.length) throw error;
      }
    }
  }

  /** A column `unfit` to select; `requireFit` reads it. */
  get unfitColumn(): string {
    return `${unfitConditions[this.#target]} as unfit`;
  }

  requireFit(row: { readonly unfit?: boolean } | undefined): void {
    if (row?.unfit) throw new UnfitServer(this.#target);
  }

  /** Opens a connection outside any pool. The timeout applies to each server. */
  async openClient(config: ClientConfig & { readonly connectionTimeoutMillis: number }): Promise<pg.Client> {
    return this.connect(async (url) => {
      const client = new pg.Client({ ...config, connectionString: url });
      // A lost connection rejects its statement; an unhandled event would end the process.
      client.on('error', () => {});
      const giveUp = () => client.end().catch(() => {});
      try {
        await client.connect();
        const timeout = setTimeout(giveUp, config.connectionTimeoutMillis);
        const { rows } = await client
          .query(`select ${this.unfitColumn}`)
          .finally(() => clearTimeout(timeout));
        this.requireFit(rows[0]);
        return client;
      } catch (error) {
        void giveUp();
        throw error;
      }
    });
  }
}

type ClientConfig = Omit<pg.ClientConfig, 'connectionString'>;
