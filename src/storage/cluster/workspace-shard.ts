import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

/**
 * The workspace's row of `catalogues`, on the machine that has its other rows. An INSERT of many rows selects from it, so that a
 * cluster sends the statement to that machine instead of collecting the rows on the coordinator.
 *
 * Named `shard`; its `workspace_id` is the one to insert.
 */
export function onShardOf(workspaceId: string): RawBuilder<unknown> {
  return sql`(select workspace_id from catalogues where workspace_id = ${workspaceId}) as shard`;
}

/**
 * Runs an INSERT that selects from `onShardOf`, and returns the number of rows. Workspaces that a node of the previous
 * version has created have no such row before their catalogue is first changed: it is added, and the INSERT repeated.
 */
export async function insertOnShard(
  database: Database,
  workspaceId: string,
  insert: () => Promise<{ readonly numAffectedRows?: bigint | undefined }>,
): Promise<number> {
  const { numAffectedRows = 0n } = await insert();
  if (numAffectedRows > 0n || !(await addShardRow(database, workspaceId))) return Number(numAffectedRows);
  return Number((await insert()).numAffectedRows ?? 0n);
}

/** False: it was there. */
async function addShardRow(database: Database, workspaceId: string): Promise<boolean> {
  const { rows } = await sql`select from ${onShardOf(workspaceId)}`.execute(database);
  if (rows.length > 0) return false;
  const { numAffectedRows = 0n } = await sql`
    insert into catalogues (workspace_id, revision, changed_at)
    select workspace_id, 1, created_at from workspaces where workspace_id = ${workspaceId}
    on conflict do nothing`.execute(database);
  return numAffectedRows > 0n;
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
