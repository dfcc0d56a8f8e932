import { sql } from 'kysely';
import type { Database } from '../../../src/storage/database.ts';
import { citusUrl } from './citus.ts';

/** How many sessions of the database wait for a lock, on whichever machine. */
export async function countLockWaits(database: Database): Promise<number> {
  // Within a transaction PostgreSQL shows the activity of its first read.
  await sql`select pg_stat_clear_snapshot()`.execute(database);
  const waiting = citusUrl
    ? sql`select from citus_lock_waits`
    : sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await waiting.execute(database)).rows.length;
}
