import type { Database } from '../database.ts';

export interface Suspension {
  readonly suspendedAt: Date;
  readonly reason: string;
}

/** Locks the workspace's suspension until the transaction ends; null: not suspended. */
export async function lockSuspension(database: Database, workspaceId: string): Promise<Suspension | null> {
  const row = await database
    .selectFrom('workspaces')
    .select(['suspended_at', 'suspension_reason'])
    .where('workspace_id', '=', workspaceId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return row.suspended_at && { suspendedAt: row.suspended_at, reason: row.suspension_reason ?? '' };
}

export async function updateSuspension(
  database: Database,
  workspaceId: string,
  suspension: Suspension | null,
): Promise<void> {
  await database
    .updateTable('workspaces')
    .set({
      suspended_at: suspension?.suspendedAt ?? null,
      suspension_reason: suspension?.reason ?? null,
    })
    .where('workspace_id', '=', workspaceId)
    .execute();
}

export async function listApiClientIds(database: Database, workspaceId: string): Promise<readonly string[]> {
  const rows = await database
    .selectFrom('api_clients')
    .select('api_client_id')
    .where('workspace_id', '=', workspaceId)
    .execute();
  return rows.map((row) => row.api_client_id);
}
