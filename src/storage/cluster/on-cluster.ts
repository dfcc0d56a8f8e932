import { type Database, poolOf } from '../database.ts';

const known = new WeakMap<Database, Promise<boolean>>();

/** Whether the database is that of a cluster, where a statement that locks or writes is about one workspace. Asked once. */
export function isOnCluster(database: Database): Promise<boolean> {
  const answer =
    known.get(database) ??
    poolOf(database)
      .query("select from pg_extension where extname = 'citus'")
      .then(({ rows }) => rows.length > 0);
  known.set(database, answer);
  answer.catch(() => known.delete(database));
  return answer;
}
