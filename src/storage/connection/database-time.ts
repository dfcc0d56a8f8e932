import { sql } from 'kysely';
import type { Database } from '../database.ts';

export async function readDatabaseTime(database: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database);
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL returned no time');
  return row.now;
}
