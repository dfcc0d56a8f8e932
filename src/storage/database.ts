import { Kysely, PostgresDialect, sql } from 'kysely';
import { DatabasePool, type PoolOptions } from './connection/database-pool.ts';
import type { WorkKind } from './connection/time-limits.ts';
import type { DB } from './schema/tables.generated.ts';

/** The database or a transaction: queries take either, only actions begin one. */
export type Database = Kysely<DB>;

/** For prepared statements on hot paths, without the query builder. */
export type Pool = DatabasePool;

export interface DatabaseOptions extends Omit<PoolOptions, 'kind'> {
  /** `long`, for commands, unless set. */
  readonly kind?: WorkKind;
}

const pools = new WeakMap<Database, Pool>();

export function databaseOn(pool: Pool): Database {
  const database = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  pools.set(database, pool);
  return database;
}

/** For a prepared statement of an action. A transaction has none. */
export function poolOf(database: Database): Pool {
  const pool = pools.get(database);
  if (!pool) throw new Error('A transaction has no pool');
  return pool;
}

export function openPool({ kind = 'long', ...options }: DatabaseOptions): Pool {
  return new DatabasePool({ kind, ...options });
}

export function openDatabase(options: DatabaseOptions): Database {
  return databaseOn(openPool(options));
}

/** Uses the database with one connection, as commands do, and closes it. */
export async function withDatabase<Result>(
  url: string,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase({ url, maxConnections: 1, onConnectionLost: () => {} });
  try {
    return await use(database);
  } finally {
    await database.destroy();
  }
}

/** The commits of this connection do not wait for the disk: a crash may lose the last ones, which can be made again. */
export async function commitWithoutWaiting(database: Database): Promise<void> {
  await sql`set synchronous_commit = off`.execute(database);
}
