import { type RawBuilder, sql } from 'kysely';
import { type Total, totalCeiling } from '../../core/values/total.ts';
import type { Database } from '../database.ts';

/** Counts the rows of a query up to the ceiling. */
export async function loadTotal(database: Database, query: RawBuilder<unknown>): Promise<Total> {
  const { rows } = await sql<{ found: number }>`
    select count(*)::integer as found from (${query} limit ${totalCeiling + 1}) as counted`.execute(database);
  const found = rows[0]?.found ?? 0;
  return { count: Math.min(found, totalCeiling), isExact: found <= totalCeiling };
}

/** Rows that a count reads at most where no index finds the matches. */
const scannedRows = 50_000;

/** Counts the matches among the first rows of a query, up to the ceiling: an index has the rows, but not the matches. */
export async function loadScannedTotal(
  database: Database,
  query: RawBuilder<unknown>,
  alias: string,
  matches: RawBuilder<unknown>,
): Promise<Total> {
  const { rows } = await sql<{ read: number; found: number }>`
    select count(*)::integer as read, (count(*) filter (where ${matches}))::integer as found
    from (${query} limit ${scannedRows}) as ${sql.id(alias)}`.execute(database);
  const { read = 0, found = 0 } = rows[0] ?? {};
  return { count: Math.min(found, totalCeiling), isExact: found <= totalCeiling && read < scannedRows };
}
