import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Part of a transaction that can be undone alone: when `work` answers undefined, all that it wrote is taken back and
 * every lock that it took is let go.
 */
export async function orUndo<Result>(
  database: Database,
  work: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  await sql`savepoint part`.execute(database);
  const result = await work();
  if (result === undefined) await sql`rollback to savepoint part`.execute(database);
  return result;
}
