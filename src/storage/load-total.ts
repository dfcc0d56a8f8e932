import { type RawBuilder, sql } from 'kysely';
import { type Total, totalCeiling } from '../core/total.ts';
import type { Database } from './database.ts';

/** Counts the rows of a query up to the ceiling. */
export async function loadTotal(database: Database, query: RawBuilder<unknown>): Promise<Total> {
  const { rows } = await sql<{ found: number }>`
    select count(*)::integer as found from (${query} limit ${totalCeiling + 1}) as counted`.execute(database);
  const found = rows[0]?.found ?? 0;
  return { count: Math.min(found, totalCeiling), isExact: found <= totalCeiling };
}
