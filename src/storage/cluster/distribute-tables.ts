import type pg from 'pg';
import { CannotStart } from '../../core/operations/cannot-start.ts';
import type { MachineSettings } from '../../core/operations/move-obstacles.ts';
import { inTransaction } from '../schema/schema-session.ts';
import { canEnforceForeignKey, firstDistributed, type Placement, placementOf } from './distribution.ts';

/** Foreign keys that were dropped so that their tables can be distributed; there between the first step and the last. */
const dropped = 'dropped_foreign_keys';

const onCitus = (client: pg.Client) => exists(client, "select 1 from pg_extension where extname = 'citus'");

/** Whether `distribute` has begun on this database. */
export async function isDistributed(client: pg.Client): Promise<boolean> {
  if (!(await onCitus(client))) return false;
  return exists(
    client,
    `select 1 from pg_dist_partition where logicalrelid = to_regclass('${firstDistributed}')`,
  );
}

export async function requireCluster(client: pg.Client): Promise<void> {
  if (!(await onCitus(client))) {
    throw new CannotStart(
      'Citus is not installed in this database: run CREATE EXTENSION citus on every machine of the cluster, add the machines with citus_add_node, and run distribute again.',
    );
  }
  if (!(await exists(client, 'select 1 from pg_dist_node where groupid = 0'))) {
    throw new CannotStart(
      'The coordinator is not a node of the cluster: run citus_set_coordinator_host with its address, and run distribute again.',
    );
  }
}

/** Of every machine that answers. */
export async function readMachineSettings(client: pg.Client): Promise<readonly MachineSettings[]> {
  const { rows } = await client.query<{ host: string; port: number; settings: string }>(
    `select nodename as host, nodeport as port, result as settings
     from run_command_on_all_nodes($$
       select jsonb_build_object(
         'walLevel', current_setting('wal_level'), 'outputPlugins', current_setting('output_plugin_libraries', true)
       )
     $$) join pg_dist_node using (nodeid)
     where success order by 1, 2`,
  );
  return rows.map(({ host, port, settings }) => ({ address: `${host}:${port}`, ...JSON.parse(settings) }));
}

/**
 * Gives every table of the database its placement. Each step is a transaction, so that a run that was interrupted can be
 * repeated: it drops the foreign keys that are in the way, distributes one table after the other, and adds the foreign
 * keys again that a cluster can hold. Returns the number of tables that were distributed.
 */
export async function distributeTables(client: pg.Client, print: (line: string) => void): Promise<number> {
  const missing = await missingTables(client);
  if (missing.length > 0) await inTransaction(client, () => dropForeignKeys(client, missing));
  for (const [index, { name, placement }] of missing.entries()) {
    await inTransaction(client, () => place(client, name, placement));
    print(`${index + 1} of ${missing.length}: ${name} is a ${placement} table now.`);
  }
  await restoreForeignKeys(client, print);
  return missing.length;
}

interface MissingTable {
  readonly name: string;
  readonly placement: Exclude<Placement, 'local'>;
}

/** Reference tables come first, and the table that the others are placed with before those. */
async function missingTables(client: pg.Client): Promise<readonly MissingTable[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and oid not in (select logicalrelid from pg_dist_partition where partmethod <> 'n' or repmodel = 't')
     order by relname`,
  );
  const missing = rows.flatMap(({ name }) => {
    const placement = placementOf(name);
    return placement === 'local' ? [] : [{ name, placement }];
  });
  const rank = ({ name, placement }: MissingTable) =>
    placement === 'reference' ? 0 : name === firstDistributed ? 1 : 2;
  return missing.sort((a, b) => rank(a) - rank(b));
}

async function dropForeignKeys(client: pg.Client, missing: readonly MissingTable[]): Promise<void> {
  await client.query(
    `create table if not exists ${dropped} (
       table_name text not null, referenced_name text not null, name text not null, definition text not null,
       primary key (table_name, name)
     )`,
  );
  const { rows } = await client.query<{ table_name: string; name: string }>(
    `insert into ${dropped}
     select key.conrelid::regclass::text, key.confrelid::regclass::text, key.conname, pg_get_constraintdef(key.oid)
     from pg_constraint as key
     where key.contype = 'f' and key.connamespace = 'public'::regnamespace
       and (key.conrelid::regclass::text = any($1) or key.confrelid::regclass::text = any($1))
     returning table_name, name`,
    [missing.map(({ name }) => name)],
  );
  for (const { table_name, name } of rows)
    await client.query(`alter table ${table_name} drop constraint ${name}`);
}

async function place(client: pg.Client, name: string, placement: MissingTable['placement']): Promise<void> {
  if (placement === 'reference') await client.query('select create_reference_table($1)', [name]);
  else {
    await client.query(`select create_distributed_table($1, 'workspace_id', colocate_with => $2)`, [
      name,
      name === firstDistributed ? 'none' : firstDistributed,
    ]);
  }
  // The rows are on the machines; the coordinator's own copy is of no use any more.
  await client.query('select truncate_local_data_after_distributing_table($1)', [name]);
}

async function restoreForeignKeys(client: pg.Client, print: (line: string) => void): Promise<void> {
  if (!(await exists(client, `select 1 where to_regclass('${dropped}') is not null`))) return;
  const { rows } = await client.query<
    Record<'table_name' | 'referenced_name' | 'name' | 'definition', string>
  >(`select * from ${dropped} order by table_name, name`);
  for (const { table_name, referenced_name, name, definition } of rows) {
    await inTransaction(client, async () => {
      // Citus updates no rows through a key that holds workspace_id; the statements do it themselves.
      const supported = definition.replace(' ON UPDATE CASCADE', '');
      if (canEnforceForeignKey(placementOf(table_name), placementOf(referenced_name))) {
        await client.query(`alter table ${table_name} add constraint ${name} ${supported}`);
      }
      await client.query(`delete from ${dropped} where table_name = $1 and name = $2`, [table_name, name]);
    });
  }
  await client.query(`drop table ${dropped}`);
  print(`${rows.length} foreign keys are checked.`);
}

async function exists(client: pg.Client, query: string): Promise<boolean> {
  return (await client.query(query)).rows.length > 0;
}
