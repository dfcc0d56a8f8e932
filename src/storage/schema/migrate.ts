import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { CannotStart } from '../../core/operations/cannot-start.ts';
import type { Database } from '../database.ts';
import { applyMigrations, type Migration } from './apply-migrations.ts';

const folder = new URL('./migrations/', import.meta.url);

/** Brings the database up to date; returns the names of the migrations applied. */
export async function migrate(url: string): Promise<readonly string[]> {
  const available = await readMigrations();
  return applyMigrations(url, (applied) => missingFrom(applied, available));
}

/** Whether every migration of this build is applied; newer ones may be too. */
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
  available: readonly Migration[],
): readonly Migration[] {
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  const names = new Set(available.map(({ name }) => name));
  const last = available.at(-1)?.name ?? '';
  // Those of a newer version follow the last one of this build.
  const unknown = applied.find(({ name }) => name < last && !names.has(name));
  if (unknown) {
    throw new CannotStart(
      `The database was made by a pre-release of Tessera (migration ${unknown.name}) and cannot be migrated: export its catalogue with that pre-release, create a new database and run migrate there.`,
    );
  }
  for (const { name, checksum } of available) {
    const before = checksums.get(name);
    if (before !== undefined && before !== checksum) {
      throw new CannotStart(
        `Migration ${name} was changed after it was applied; restore it and add a new one instead.`,
      );
    }
  }
  return available.filter(({ name }) => !checksums.has(name));
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
