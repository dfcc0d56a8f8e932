import { type RawBuilder, sql } from 'kysely';

/**
 * The workspace's row of `catalogues`, on the machine that has its other rows. An INSERT of many rows selects from it, so that a
 * cluster sends the statement to that machine instead of collecting the rows on the coordinator.
 *
 * Named `shard`; its `workspace_id` is the one to insert.
 */
export function onShardOf(workspaceId: string): RawBuilder<unknown> {
  return sql`(select workspace_id from catalogues where workspace_id = ${workspaceId}) as shard`;
}

/** Rows of several workspaces, by workspace: a statement that locks or writes is about one of them. */
export function byWorkspace<Row extends { readonly workspaceId: string }>(
  rows: readonly Row[],
): ReadonlyMap<string, readonly Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const own = found.get(row.workspaceId);
    if (own) own.push(row);
    else found.set(row.workspaceId, [row]);
  }
  return found;
}
