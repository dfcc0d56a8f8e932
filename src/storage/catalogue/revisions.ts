import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface CatalogueRevision {
  readonly revision: number;
  /** Time of the last change; never decreases. */
  readonly changedAt: Date;
}

/** Locks the catalogue's revision until the transaction ends. */
export async function lockCatalogue(
  database: Database,
  workspaceId: string,
  now: Date,
): Promise<CatalogueRevision> {
  const { rows } = await sql<{ revision: number; changed_at: Date }>`
    insert into catalogues as catalogue (workspace_id, revision, changed_at)
    values (${workspaceId}, 1, ${now})
    on conflict (workspace_id) do update set revision = catalogue.revision
    returning revision, changed_at`.execute(database);
  const [row] = rows;
  if (!row) throw new Error('The catalogue could not be locked');
  return { revision: row.revision, changedAt: row.changed_at };
}

export async function saveCatalogueRevision(
  database: Database,
  workspaceId: string,
  { revision, changedAt }: CatalogueRevision,
): Promise<void> {
  await database
    .updateTable('catalogues')
    .set({ revision, changed_at: changedAt })
    .where('workspace_id', '=', workspaceId)
    .execute();
}

/** A catalogue without changes is at its first revision. */
export async function findCatalogueRevision(database: Database, workspaceId: string): Promise<number> {
  const row = await database
    .selectFrom('catalogues')
    .select('revision')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row?.revision ?? 1;
}
