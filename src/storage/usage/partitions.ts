import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Day } from './events.ts';

/** Tables with a partition for each UTC day. */
export const dailyTables = ['usage_events', 'usage_unique_keys'] as const;
export type DailyTable = (typeof dailyTables)[number];

/** The days of the table's partitions, except for the default one. */
export async function listPartitionDays(database: Database, table: DailyTable): Promise<readonly Day[]> {
  const { rows } = await sql<{ day: Day }>`
    select right(partition.relname, 10) as day
    from pg_inherits join pg_class as partition on partition.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = ${table}::regclass
      and partition.relname ~ ${`^${table}_\\d{4}-\\d\\d-\\d\\d$`}
    order by day`.execute(database);
  return rows.map(({ day }) => day);
}

/** Lets one node at a time add partitions, while rows are written. */
export async function lockPartitions(transaction: Database, table: DailyTable): Promise<void> {
  await sql`lock table ${sql.table(table)} in share update exclusive mode`.execute(transaction);
}

/**
 * Adds the partition of a day, unless the default one has rows of it: they stay there. Attaching lets reads and writes of
 * other partitions go on.
 */
export async function addPartition(
  transaction: Database,
  table: DailyTable,
  day: Day,
  dayAfter: Day,
): Promise<boolean> {
  const name = sql.table(`${table}_${day}`);
  const { column } = rowsOf[table];
  const [from, until] = [boundOf(table, day), boundOf(table, dayAfter)];
  const { rows } = await sql`
    select from ${sql.table(`${table}_default`)}
    where ${column} >= ${from} and ${column} < ${until} limit 1`.execute(transaction);
  if (rows.length > 0) return false;
  await sql`
    create table if not exists ${name} (like ${sql.table(table)} including defaults including constraints)`.execute(
    transaction,
  );
  await sql`
    alter table ${sql.table(table)} attach partition ${name}
    for values from (${sql.lit(from)}) to (${sql.lit(until)})`.execute(transaction);
  return true;
}

export async function dropPartition(database: Database, table: DailyTable, day: Day): Promise<void> {
  await sql`drop table if exists ${sql.table(`${table}_${day}`)}`.execute(database);
}

/** Deletes old rows of the default partition, some at a time. Returns how many. */
export async function deleteFromDefault(
  database: Database,
  table: DailyTable,
  before: Day,
  most: number,
): Promise<number> {
  const partition = sql.table(`${table}_default`);
  const { column, key } = rowsOf[table];
  const { numAffectedRows } = await sql`
    delete from ${partition} where (${key}) in (
      select ${key} from ${partition} where ${column} < ${boundOf(table, before)} limit ${most}
    )`.execute(database);
  return Number(numAffectedRows ?? 0);
}

const rowsOf = {
  usage_events: {
    column: sql.ref('received_on'),
    key: sql`workspace_id, received_on, source, event_id`,
  },
  usage_unique_keys: {
    column: sql.ref('hour'),
    key: sql`workspace_id, hour, subscription_id, dimension, key_hash`,
  },
};

/** The first instant of a day, in the type of the table's partition key. */
function boundOf(table: DailyTable, day: Day): string {
  return table === 'usage_events' ? day : `${day}T00:00:00Z`;
}
