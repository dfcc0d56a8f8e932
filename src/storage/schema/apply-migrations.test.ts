import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { createEmptyDatabase } from '../../../tests/support/database/postgres.ts';
import { applyMigrations, type Migration } from './apply-migrations.ts';

let url: string;
let client: pg.Client;
beforeEach(async () => {
  url = await createEmptyDatabase(inject('postgresUrl'));
  client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create table plans (name text); insert into plans values ($$basic$$)');
});
afterEach(() => client.end());

const migration = (statements: string): Migration => ({ name: '0001_test.sql', statements, checksum: 'x' });

const applyTo = (statements: string) =>
  applyMigrations(url, (applied) => (applied.length > 0 ? [] : [migration(statements)]));

const index = '-- no-transaction\ncreate index concurrently if not exists plans_by_name on plans (name);';

async function validIndexes(): Promise<unknown[]> {
  const { rows } = await client.query(
    `select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indrelid = 'plans'::regclass`,
  );
  return rows;
}

async function isWaitingFor(kind: 'relation' | 'virtualxid'): Promise<boolean> {
  // Within a transaction PostgreSQL shows the activity of its first read.
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query(
    `select 1 from pg_locks join pg_stat_activity using (pid)
     where application_name = 'tessera-migrate' and datname = current_database() and not granted and locktype = $1`,
    [kind],
  );
  return rows.length > 0;
}

describe('a migration that needs a lock', () => {
  it('yields to other transactions, and gets the lock in the end', async () => {
    await client.query('begin; lock table plans in access share mode');
    const applying = applyTo('alter table plans add column title text');
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    // A later reader waits behind the migration's lock request, but not for the whole lock.
    await expect.poll(() => isWaitingFor('relation')).toBe(true);
    await other.query('select name from plans');
    await client.query('commit');
    expect(await applying).toEqual(['0001_test.sql']);
    expect((await other.query('select title from plans')).rows).toEqual([{ title: null }]);
    await other.end();
  });

  it('is rolled back when a statement fails, with a one-line error', async () => {
    const failing = applyTo('alter table plans add column title text; alter table nowhere add column a text');
    await expect(failing).rejects.toThrow(
      'Migration 0001_test.sql failed and was rolled back: relation "nowhere" does not exist.',
    );
    expect((await client.query('select * from plans')).rows).toEqual([{ name: 'basic' }]);
  });
});

describe('a concurrently built index', () => {
  it('does not block writes while it waits', async () => {
    const old = new pg.Client({ connectionString: url });
    await old.connect();
    await old.query('begin isolation level repeatable read; insert into plans values ($$old$$)');
    const applying = applyTo(index);
    await expect.poll(() => isWaitingFor('virtualxid')).toBe(true);
    await client.query('insert into plans values ($$new$$)');
    await old.query('commit');
    expect(await applying).toEqual(['0001_test.sql']);
    expect(await validIndexes()).toEqual([{ name: 'plans_by_name', valid: true }]);
    await old.end();
  });

  it('is rebuilt after a crash has left it invalid', async () => {
    const old = new pg.Client({ connectionString: url });
    await old.connect();
    await old.query('begin isolation level repeatable read; insert into plans values ($$old$$)');
    const crashing = applyTo(index).catch((error: unknown) => error);
    await expect.poll(() => isWaitingFor('virtualxid')).toBe(true);
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'tessera-migrate' and datname = current_database()`,
    );
    expect(await crashing).toBeInstanceOf(Error);
    await old.query('rollback');
    await old.end();
    expect(await validIndexes()).toEqual([{ name: 'plans_by_name', valid: false }]);
    expect(await applyTo(index)).toEqual(['0001_test.sql']);
    expect(await validIndexes()).toEqual([{ name: 'plans_by_name', valid: true }]);
  });

  it('is kept when it is valid but not recorded', async () => {
    await client.query('create index plans_by_name on plans (name)');
    expect(await applyTo(index)).toEqual(['0001_test.sql']);
  });

  it('is built once by concurrent processes', async () => {
    const applied = await Promise.all(Array.from({ length: 4 }, () => applyTo(index)));
    expect(applied.flat()).toEqual(['0001_test.sql']);
  });
});
