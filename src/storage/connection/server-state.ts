import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { UnfitServer } from './database-servers.ts';

/** True on a standby, and on a server that was made read-only. */
export async function isReadOnly(database: Database): Promise<boolean> {
  try {
    const { rows } = await sql<{ readOnly: boolean }>`
      select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "readOnly"`.execute(
      database,
    );
    return rows[0]?.readOnly === true;
  } catch (error) {
    if (error instanceof UnfitServer) return true;
    throw error;
  }
}

/** The database's clock; those of the nodes may differ. */
export async function readDatabaseTime(database: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database);
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL returned no time');
  return row.now;
}
