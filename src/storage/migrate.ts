import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';

const folder = new URL('./migrations/', import.meta.url);

/** Any number will do, as long as no other program on the same database uses it. */
const advisoryLock = 7_355_608;

interface Migration {
  readonly name: string;
  readonly statements: string;
  readonly checksum: string;
}

/** Applies what is missing, each migration in its own transaction; returns the names of those applied. */
export async function migrate(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'tessera-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLock]);
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key, checksum text not null, applied_at timestamptz(3) not null default now()
       )`,
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    );
    const pending = missingFrom(rows, await readMigrations());
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Whether the database has exactly the migrations that this build knows, or newer ones besides. */
export async function isMigrated(database: Database): Promise<boolean> {
  const { rows: found } = await sql<{ present: boolean }>`
    select to_regclass('schema_migrations') is not null as present`.execute(database);
  if (!found[0]?.present) return false;
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from schema_migrations`.execute(database);
  return missingFrom(rows, await readMigrations()).length === 0;
}

function missingFrom(
  applied: readonly { name: string; checksum: string }[],
  known: readonly Migration[],
): readonly Migration[] {
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of known) {
    const before = checksums.get(name);
    if (before !== undefined && before !== checksum) {
      throw new Error(
        `Migration ${name} was changed after it was applied; restore it and add a new one instead.`,
      );
    }
  }
  return known.filter(({ name }) => !checksums.has(name));
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.statements);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${migration.name} failed and was rolled back.`, { cause: error });
  }
}

async function readMigrations(): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const statements = await readFile(new URL(name, folder), 'utf8');
      return { name, statements, checksum: createHash('sha256').update(statements).digest('hex') };
    }),
  );
}
