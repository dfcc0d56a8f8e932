import type { Database } from './database.ts';

/** The id of the first workspace after another; null: there is none. */
export async function findNextWorkspace(database: Database, after: string | null): Promise<string | null> {
  let query = database.selectFrom('workspaces').select('workspace_id');
  if (after !== null) query = query.where('workspace_id', '>', after);
  const row = await query.orderBy('workspace_id').limit(1).executeTakeFirst();
  return row?.workspace_id ?? null;
}
