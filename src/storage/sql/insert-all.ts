import type { Insertable } from 'kysely';
import type { Database } from '../database.ts';
import type { DB } from '../schema/tables.generated.ts';

/** Inserts a row for each item, in one statement; none without items. */
export async function insertAll<Table extends keyof DB, Item>(
  database: Database,
  table: Table,
  items: readonly Item[],
  rowOf: (item: Item) => Insertable<DB[Table]>,
): Promise<void> {
  if (items.length > 0) await database.insertInto(table).values(items.map(rowOf)).execute();
}
