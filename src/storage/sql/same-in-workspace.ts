import { type RawBuilder, sql } from 'kysely';

/** The condition of a join: rows of one workspace with the same values in these columns. */
export function sameInWorkspace(
  joined: string,
  other: string,
  ...columns: readonly string[]
): RawBuilder<boolean> {
  const conditions = ['workspace_id', ...columns].map(
    (column) => sql`${sql.ref(`${joined}.${column}`)} = ${sql.ref(`${other}.${column}`)}`,
  );
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
