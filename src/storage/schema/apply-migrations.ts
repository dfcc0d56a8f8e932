import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { CannotStart } from '../../core/operations/cannot-start.ts';
import { concurrentIndexIn } from '../../core/operations/concurrent-index.ts';
import { distributeTables, isDistributed } from '../cluster/distribute-tables.ts';
import { withSchemaSession } from './schema-session.ts';

export interface Migration {
  readonly name: string;
  readonly statements: string;
  readonly checksum: string;
}

/** Every later statement on the table queues behind a migration that waits for a lock, so it times out and retries. */
const lockTimeout = '2s';
const maxLockAttempts = 30;
const maxLockPause = 5_000;

/**
 * Applies the missing migrations in order and returns their names. Of several concurrent calls one applies them. On a
 * distributed database, the tables of a migration are distributed before the next migration.
 */
export async function applyMigrations(
  url: string,
  missingFrom: (applied: readonly { name: string; checksum: string }[]) => readonly Migration[],
): Promise<readonly string[]> {
  return withSchemaSession(url, async (client) => {
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key, checksum text not null, applied_at timestamptz(3) not null default now()
       )`,
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    );
    const missing = missingFrom(rows);
    const isOnCluster = await isDistributed(client);
    // A statement that changes a distributed and a reference table must do so over one connection to each machine.
    if (isOnCluster) await client.query("set citus.multi_shard_modify_mode = 'sequential'");
    for (const migration of missing) {
      await apply(client, isOnCluster ? oneByOne(migration) : migration);
      if (isOnCluster) await distributeTables(client, () => {});
    }
    return missing.map(({ name }) => name);
  });
}

/**
 * Citus passes the text that it was sent on to the machines, and they take one statement at a time. Within a block, the text is
 * that of the statement.
 */
function oneByOne(migration: Migration): Migration {
  if (concurrentIndexIn(migration.statements) !== undefined) return migration;
  return { ...migration, statements: `do $migration$ begin\n${migration.statements}\nend $migration$` };
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const index = concurrentIndexIn(migration.statements);
  try {
    if (index === undefined) await applyInTransaction(client, migration);
    else await buildIndex(client, migration, index);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CannotStart(`Migration ${migration.name} failed and was rolled back: ${reason}.`, {
      cause: error,
    });
  }
}

async function applyInTransaction(client: pg.Client, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = '${lockTimeout}'`);
      await client.query(migration.statements);
      await record(client, migration);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if (!isLockTimeout(error)) throw error;
      if (attempt === maxLockAttempts) {
        throw new Error(
          'another session has a lock that it needs; end long transactions and run migrate again',
        );
      }
      await delay(Math.min(maxLockPause, 100 * 2 ** attempt) * (0.5 + Math.random() / 2));
    }
  }
}

/** Outside a transaction, so that writes continue. An invalid index, left by a crash, is dropped and rebuilt. */
async function buildIndex(client: pg.Client, migration: Migration, index: string): Promise<void> {
  const { rows } = await client.query(
    'select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  );
  if (rows.length > 0) await client.query(`drop index concurrently ${index}`);
  await client.query(migration.statements);
  await record(client, migration);
}

async function record(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}
