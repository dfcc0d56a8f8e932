import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { NamingClient } from './prepared-statement.ts';
import type { DB } from './tables.generated.ts';

/** The database, or a transaction on it: queries take either, and only actions begin one. */
export type Database = Kysely<DB>;

export interface DatabaseOptions {
  readonly url: string;
  readonly maxConnections: number;
  /** Told of connections that break while nobody uses them; the pool replaces them by itself. */
  readonly onConnectionLost: (error: Error) => void;
}

/** The connections themselves, for the statements that are asked all the time. */
export type Pool = pg.Pool;

export function openPool({ url, maxConnections, onConnectionLost }: DatabaseOptions): Pool {
  const pool = new pg.Pool({
    Client: NamingClient,
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    application_name: 'tessera',
  });
  pool.on('error', onConnectionLost);
  return pool;
}

export function databaseOn(pool: Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

export function openDatabase(options: DatabaseOptions): Database {
  return databaseOn(openPool(options));
}
