import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { applyMigrations } from '../../../src/storage/schema/apply-migrations.ts';
import { withClient } from './postgres.ts';

const migrations = new URL('../../../src/storage/schema/migrations/', import.meta.url);

export interface TableSize {
  readonly name: string;
  readonly rows: number;
}

/** Partitions are no tables of their own: rows are read and written through the table that they are part of. */
const tables = `
  select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`;

/** Those that a worker has made; a migration makes the default one. */
const partitions = `
  select format('create table %I partition of %I %s;', c.relname, p.relname, pg_get_expr(c.relpartbound, c.oid)) as statement
  from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
  where c.relkind = 'r' and pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT' order by c.relname`;

const writtenColumns = `
  select quote_ident(attname) as name from pg_attribute
  where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`;

export async function tableSizes(databaseUrl: string): Promise<readonly TableSize[]> {
  const sizes: TableSize[] = [];
  await withClient(databaseUrl, async (client) => {
    for (const { name } of (await client.query<{ name: string }>(tables)).rows) {
      const { rows } = await client.query<{ count: number }>(`select count(*)::int from ${name}`);
      sizes.push({ name, rows: rows[0]?.count ?? 0 });
    }
  });
  return sizes;
}

/**
 * The rows of a database as statements, a row on each line. The migrations that have made the tables are among the rows, by
 * name and checksum.
 */
export async function dumpRows(databaseUrl: string): Promise<string> {
  const statements: string[] = [];
  await withClient(databaseUrl, async (client) => {
    await client.query("set timezone = 'UTC'");
    const { rows: made } = await client.query<{ statement: string }>(partitions);
    statements.push(...made.map(({ statement }) => statement));
    for (const { name } of (await client.query<{ name: string }>(tables)).rows) {
      const { rows: columns } = await client.query<{ name: string }>(writtenColumns, [name]);
      const names = columns.map((column) => column.name).join(', ');
      const { rows } = await client.query<{ row: string }>(
        `select to_json(t)::text as row from (select ${names} from ${name}) t order by t::text`,
      );
      if (rows.length === 0) continue;
      const lines = rows.map(({ row }) => row.replaceAll("'", "''")).join(',\n');
      statements.push(
        `insert into ${name} (${names})\n` +
          `select ${names} from json_populate_recordset(null::${name}, '[\n${lines}\n]');`,
      );
    }
  });
  return `${statements.join('\n\n')}\n`;
}

/**
 * Makes the tables of a dump with its migrations and adds its rows. The checksums among the rows are those of its release, so that
 * `migrate` refuses a migration that was changed since.
 */
export async function loadDump(databaseUrl: string, dump: string): Promise<void> {
  const names = [...dump.matchAll(/"name":"(\d{4}_\w+\.sql)"/g)].map(([, name = '']) => name).sort();
  const applied = await Promise.all(
    names.map(async (name) => {
      const statements = await readFile(new URL(name, migrations), 'utf8');
      return { name, statements, checksum: createHash('sha256').update(statements).digest('hex') };
    }),
  );
  await applyMigrations(databaseUrl, () => applied);
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(tables);
    await client.query(`truncate ${rows.map(({ name }) => name).join(', ')} cascade`);
    // Without triggers: rows come in the order of their tables' names, before those that they refer to.
    await client.query(`set session_replication_role = replica; ${dump}`);
  });
}
