import pg from 'pg';
import { expect } from 'vitest';
import type { EmbeddedPostgres } from '../../../embedded-postgres/launch.ts';
import { launchThrowAwayPostgres } from '../../../embedded-postgres/throw-away.ts';
import { migrate } from '../../../src/storage/schema/migrate.ts';

/** A PostgreSQL server of its own with a migrated database, which can crash and come back at the same address. */
export class CrashingPostgres {
  readonly #server: EmbeddedPostgres;

  private constructor(server: EmbeddedPostgres) {
    this.#server = server;
  }

  static async start(): Promise<CrashingPostgres> {
    const postgres = new CrashingPostgres(await launchThrowAwayPostgres());
    await migrate(postgres.url);
    // Servers of tests lose their last commits in a crash.
    const client = await postgres.#connect();
    await client.query('alter database tessera set synchronous_commit = on');
    await client.end();
    return postgres;
  }

  get url(): string {
    return this.#server.url('tessera');
  }

  /** One of its processes is killed: every connection ends, and PostgreSQL restarts and replays its log. */
  async crash(): Promise<void> {
    const client = await this.#connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const ended = new Promise((resolve) => client.once('end', resolve));
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    await ended;
    const isBack = () =>
      this.#connect().then(
        (again) => again.end().then(() => true),
        () => false,
      );
    await expect.poll(isBack).toBe(true);
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.url });
    // The connection is lost with the server.
    client.on('error', () => {});
    await client.connect();
    return client;
  }
}
