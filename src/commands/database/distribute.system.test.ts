import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { citusUrl } from '../../../tests/support/database/citus.ts';
import { isBaseline } from '../../../tests/support/database/migration-rules.ts';
import { createDatabase, createEmptyDatabase } from '../../../tests/support/database/postgres.ts';
import { nodeEnvironment, RunningCommand } from '../../../tests/support/nodes/running-command.ts';
import { TestClock } from '../../../tests/support/nodes/test-clock.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { distributeTables } from '../../storage/cluster/distribute-tables.ts';
import { placements } from '../../storage/cluster/distribution.ts';
import { applyMigrations } from '../../storage/schema/apply-migrations.ts';
import { migrate } from '../../storage/schema/migrate.ts';
import { withSchemaSession } from '../../storage/schema/schema-session.ts';

const running: RunningCommand[] = [];
afterEach(async () => {
  for (const command of running.splice(0)) await command.stop();
});

function start(name: string, databaseUrl: string): RunningCommand {
  const command = new RunningCommand([name], nodeEnvironment(databaseUrl));
  running.push(command);
  return command;
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const tableCount = Object.values(placements).filter((placement) => placement !== 'local').length;

describe.skipIf(citusUrl)('without Citus', () => {
  it('distribute is refused with one line', async () => {
    const command = start('distribute', await createDatabase(inject('postgresUrl')));
    expect(await command.ended()).toBe(1);
    expect(command.errors).toMatch(/^Citus is not installed in this database: .*\n$/);
  });
});

describe('check-references', () => {
  it('finds every reference', async () => {
    const books = await Books.open();
    const workspaceId = await books.workspace();
    await books.client(workspaceId, { products: ['forum'] });
    const command = start('check-references', books.url);
    expect([await command.ended(), command.errors]).toEqual([0, '']);
    expect(command.output).toBe('api_client_products to products: 1 checked, 0 missing.\n');
    await books.close();
  });

  it.skipIf(!citusUrl)('names rows whose reference is missing', async () => {
    const books = await Books.open();
    const workspaceId = await books.workspace();
    const { apiClientId } = await books.client(workspaceId);
    const productId = randomUUID();
    await sql`
      insert into api_client_products (workspace_id, api_client_id, product_id)
      values (${workspaceId}, ${apiClientId}, ${productId})`.execute(books.database);
    const command = start('check-references', books.url);
    expect(await command.ended()).toBe(1);
    expect(command.output).toContain(
      `api_client_products: there is no row of products with workspace_id ${workspaceId}, product_id ${productId}.`,
    );
    expect(command.errors).toBe('1 references are missing: remove the rows that name them.\n');
    await books.close();
  });
});

describe.skipIf(!citusUrl)('on a Citus cluster', () => {
  const foreignKeys = (url: string) =>
    query(
      url,
      `select conrelid::regclass::text as "table", conname as name from pg_constraint
       where contype = 'f' and connamespace = 'public'::regnamespace and conrelid::regclass::text !~ '_[0-9]{6,}$'
       order by 1, 2`,
    );
  const placed = (url: string) =>
    query(
      url,
      `select table_name::text as name, citus_table_type as placement from citus_tables
       join pg_class on pg_class.oid = table_name where not relispartition order by 1`,
    );

  it('a database with data is distributed, although a run is killed in the middle', async () => {
    const url = await createEmptyDatabase(inject('postgresUrl'));
    await migrate(url);
    const keys = await foreignKeys(url);
    const books = Books.at(url, 2, new TestClock());
    const [one, two] = [await books.workspace(), await books.workspace()];
    await books.endpoint(one);
    await books.client(one, { products: ['forum'] });
    for (const workspaceId of [one, two]) await books.createActive(workspaceId);
    const before = await books.everything();
    await books.database.destroy();

    const killed = start('distribute', url);
    await killed.prints(`20 of ${tableCount}: `);
    killed.signal('SIGKILL');
    await killed.ended();
    const repeated = start('distribute', url);
    expect([await repeated.ended(), repeated.errors]).toEqual([0, '']);
    expect(repeated.output).toMatch(/The database is distributed: \d+ tables\.\n$/);
    const again = start('distribute', url);
    expect([await again.ended(), again.output]).toEqual([
      0,
      expect.stringMatching(/^(.* cannot move workspaces .*\n)*The database is distributed already\.\n$/),
    ]);

    expect(await placed(url)).toEqual(
      Object.entries(placements)
        .filter(([, placement]) => placement !== 'local')
        .map(([name, placement]) => ({ name, placement })),
    );
    const unenforced = 'api_client_products_workspace_id_product_id_fkey';
    expect(await foreignKeys(url)).toEqual(keys.filter(({ name }) => name !== unenforced));
    const after = Books.at(url, 2, new TestClock());
    expect(await after.everything()).toEqual(before);
    await after.createActive(two);
    await after.close();
  });

  it('distribute names the machines that do not allow the plugin with which Citus moves workspaces', async () => {
    const url = await createDatabase(inject('postgresUrl'));
    const [{ plugins } = { plugins: null }] = await query(
      url,
      `select current_setting('output_plugin_libraries', true) as plugins`,
    );
    const machines = await query(url, 'select 1 from pg_dist_node');
    const warned = plugins === null || String(plugins).includes('citus') ? 0 : machines.length;
    const command = start('distribute', url);
    expect(await command.ended()).toBe(0);
    expect(
      command.output.match(/output_plugin_libraries is .*: set it to pgoutput, citus/g) ?? [],
    ).toHaveLength(warned);
  });

  it('migrate distributes the tables of a later migration', async () => {
    const url = await createDatabase(inject('postgresUrl'));
    await query(url, 'drop table usage_drifts');
    const later = {
      name: '9999_later.sql',
      checksum: 'x',
      statements:
        'create table usage_drifts (workspace_id uuid not null references workspaces, day date, primary key (workspace_id, day));',
    };
    expect(await applyMigrations(url, () => [later])).toEqual([later.name]);
    expect(await placed(url)).toContainEqual({ name: 'usage_drifts', placement: 'distributed' });
    expect(await migrate(url)).toEqual([]);
  });

  it('migrations after the baseline apply to a distributed database', async () => {
    const folder = new URL('../../storage/schema/migrations/', import.meta.url);
    const names = (await readdir(folder)).sort();
    const read = async (name: string) => {
      const statements = await readFile(new URL(name, folder), 'utf8');
      return { name, statements, checksum: '' };
    };
    const [first, later] = [names.filter(isBaseline), names.filter((name) => !isBaseline(name))];
    const url = await createEmptyDatabase(inject('postgresUrl'));
    const migrations = await Promise.all(first.map(read));
    await applyMigrations(url, () => migrations);
    await withSchemaSession(url, (client) => distributeTables(client, () => {}));
    const others = await Promise.all(later.map(read));
    expect(await applyMigrations(url, () => others)).toEqual(later);
    expect(await placed(url)).toHaveLength(tableCount);
  });
});
