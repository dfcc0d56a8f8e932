import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { createDatabase, createEmptyDatabase } from '../../../tests/support/database/postgres.ts';
import { type Database, openDatabase } from '../database.ts';
import { isMigrated, migrate } from './migrate.ts';

const folder = new URL('./migrations/', import.meta.url);

const open: Database[] = [];
function databaseAt(url: string): Database {
  const database = openDatabase({ url, maxConnections: 1, onConnectionLost: () => {} });
  open.push(database);
  return database;
}
afterEach(async () => {
  for (const database of open.splice(0)) await database.destroy();
});

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe('migrate', () => {
  it('applies all migrations in order, once', async () => {
    const url = await createEmptyDatabase(inject('postgresUrl'));
    const names = (await readdir(folder)).sort();
    expect(await migrate(url)).toEqual(names);
    expect(await migrate(url)).toEqual([]);
  });

  it('applies each migration once when many processes start', async () => {
    const url = await createEmptyDatabase(inject('postgresUrl'));
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(url)));
    expect(applied.flat().sort()).toEqual((await readdir(folder)).sort());
  });

  it('refuses a migration that was changed after it was applied', async () => {
    const url = await createDatabase(inject('postgresUrl'));
    await query(url, "update schema_migrations set checksum = 'another' where name like '0001%'");
    await expect(migrate(url)).rejects.toThrow(/0001.*was changed after it was applied/);
  });

  it('refuses the database of a pre-release', async () => {
    const url = await createDatabase(inject('postgresUrl'));
    await query(
      url,
      "update schema_migrations set name = '0001_workspaces_and_catalogue.sql' where name like '0001%'",
    );
    const sentence =
      'The database was made by a pre-release of Tessera (migration 0001_workspaces_and_catalogue.sql) and cannot be migrated: export its catalogue with that pre-release, create a new database and run migrate there.';
    await expect(migrate(url)).rejects.toThrow(sentence);
    await expect(isMigrated(databaseAt(url))).rejects.toThrow(sentence);
  });

  it('rolls back a migration that fails', async () => {
    const url = await createEmptyDatabase(inject('postgresUrl'));
    await query(url, 'create table api_keys (in_the_way integer)');
    await expect(migrate(url)).rejects.toThrow(/0003.*rolled back/);
    const tables = await query(url, "select tablename from pg_tables where schemaname = 'public'");
    const names = tables.map(({ tablename }) => tablename);
    expect(names).toContain('products');
    expect(names).not.toContain('api_clients');
  });
});

describe('isMigrated', () => {
  it('is false for an empty database, true for a migrated one', async () => {
    expect(await isMigrated(databaseAt(await createEmptyDatabase(inject('postgresUrl'))))).toBe(false);
    expect(await isMigrated(databaseAt(await createDatabase(inject('postgresUrl'))))).toBe(true);
  });

  it('is false while a migration is missing, true beside newer migrations', async () => {
    const url = await createDatabase(inject('postgresUrl'));
    await query(url, "insert into schema_migrations (name, checksum) values ('9999_later.sql', 'x')");
    expect(await isMigrated(databaseAt(url))).toBe(true);
    await query(url, "delete from schema_migrations where name like '0002%'");
    expect(await isMigrated(databaseAt(url))).toBe(false);
  });
});

describe('the migrations', () => {
  it('are numbered without a gap', async () => {
    const numbers = (await readdir(folder)).sort().map((name) => Number(name.slice(0, 4)));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it('use only features of PostgreSQL 15', async () => {
    for (const name of await readdir(folder)) {
      const text = await readFile(new URL(name, folder), 'utf8');
      expect(text, name).not.toMatch(
        /\buuidv7\b|\bjson_table\b|\bmerge\b[^;]*\breturning\b|\bvirtual\b|\bany_value\b/i,
      );
    }
  });
});
