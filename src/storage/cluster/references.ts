import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { UnenforcedReference } from './distribution.ts';

/** The values of a reference's columns, in their order. */
export type ReferenceKey = readonly string[];

/** A page of the keys that rows of the table name, in order. */
export async function listReferenceKeys(
  database: Database,
  { table, columns }: UnenforcedReference,
  after: ReferenceKey | null,
  limit: number,
): Promise<readonly ReferenceKey[]> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const position = after ? sql`where (${names}) > (${sql.join([...after])})` : sql``;
  const { rows } = await sql<Record<string, string>>`
    select distinct ${names} from ${sql.table(table)} ${position} order by ${names} limit ${limit}`.execute(
    database,
  );
  return rows.map((row) => columns.map((column) => row[column] ?? ''));
}

/** Those of the keys that no row of the referenced table has. */
export async function findMissingReferences(
  database: Database,
  { references, columns }: UnenforcedReference,
  keys: readonly ReferenceKey[],
): Promise<readonly ReferenceKey[]> {
  if (keys.length === 0) return [];
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const arrays = sql.join(columns.map((_, index) => sql`${keys.map((key) => key[index])}::uuid[]`));
  const { rows } = await sql<Record<string, string>>`
    select ${names} from ${sql.table(references)}
    join unnest(${arrays}) as asked (${names}) using (${names})`.execute(database);
  const present = new Set(rows.map((row) => columns.map((column) => row[column]).join(' ')));
  return keys.filter((key) => !present.has(key.join(' ')));
}
