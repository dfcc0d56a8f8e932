import { sql } from 'kysely';
import type { Database } from '../database.ts';

export type RevisedKind = 'plan' | 'product';

/** The ids of a workspace's plans or products after an id, in order. */
export async function listRevisedIds(
  database: Database,
  workspaceId: string,
  kind: RevisedKind,
  after: string | null,
  limit: number,
): Promise<readonly string[]> {
  const id = sql.ref(`${kind}_id`);
  const { rows } = await sql<{ id: string }>`
    select ${id} as id from ${sql.table(`${kind}s`)}
    where workspace_id = ${workspaceId} ${after === null ? sql`` : sql`and ${id} > ${after}`}
    order by ${id}
    limit ${limit}`.execute(database);
  return rows.map((row) => row.id);
}

/** Deletes revisions that another one replaced by the moment, up to a limit. Returns how many. */
export async function deleteReplacedRevisions(
  database: Database,
  workspaceId: string,
  kind: RevisedKind,
  ids: readonly string[],
  moment: Date,
  limit: number,
): Promise<number> {
  const table = sql.table(`${kind}_revisions`);
  const id = sql.ref(`${kind}_id`);
  const { numAffectedRows = 0n } = await sql`
    delete from ${table} as revised using (
      select entry.${id} as id, entry.revision from ${table} as entry
      join (
        select ${id}, revision, lead(recorded_at) over (partition by ${id} order by revision) as replaced_at
        from ${table}
        where workspace_id = ${workspaceId} and ${id} = any(${ids}::uuid[])
      ) as state using (${id}, revision)
      where entry.workspace_id = ${workspaceId} and entry.${id} = any(${ids}::uuid[])
        and state.replaced_at <= ${moment}
      order by entry.${id}, entry.revision
      limit ${limit}
      for update of entry skip locked
    ) as old
    where revised.workspace_id = ${workspaceId} and revised.${id} = old.id and revised.revision = old.revision`.execute(
    database,
  );
  return Number(numAffectedRows);
}
