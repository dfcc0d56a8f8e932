import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { citusUrl } from '../../../tests/support/database/citus.ts';
import { createDatabase } from '../../../tests/support/database/postgres.ts';
import { type Database, openDatabase } from '../database.ts';
import { canEnforceForeignKey, placements, type TableName, unenforcedReferences } from './distribution.ts';

let database: Database;
beforeAll(async () => {
  const url = await createDatabase(inject('postgresUrl'));
  database = openDatabase({ url, maxConnections: 1, onConnectionLost: () => {} });
});
afterAll(() => database.destroy());

describe('the placements', () => {
  it('name every table of the schema', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname !~ '_[0-9]{6,}$'`.execute(database);
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(placements).sort());
  });

  it('are distributed only where every key contains workspace_id', async () => {
    const { rows } = await sql<{ table: TableName; key: string }>`
      select indrelid::regclass::text as "table", pg_get_indexdef(indexrelid) as key from pg_index
      join pg_class as class on class.oid = indrelid
      where class.relnamespace = 'public'::regnamespace and indisunique`.execute(database);
    const without = rows.filter(
      ({ table, key }) => placements[table] === 'distributed' && !/\(.*\bworkspace_id\b/.test(key),
    );
    expect(without).toEqual([]);
  });

  // On a cluster these keys are not there.
  it.skipIf(citusUrl)('leave only the listed foreign keys unenforced', async () => {
    const { rows } = await sql<{ table: TableName; references: TableName; columns: string[] }>`
      select conrelid::regclass::text as "table", confrelid::regclass::text as "references", array(
        select attname::text from unnest(conkey) with ordinality as key (number, position)
        join pg_attribute on attrelid = conrelid and attnum = number order by position
      ) as columns
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`.execute(database);
    const unenforced = rows.filter(
      ({ table, references }) => !canEnforceForeignKey(placements[table], placements[references]),
    );
    expect(unenforced).toEqual(unenforcedReferences);
  });
});
