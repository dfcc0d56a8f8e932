import { sql } from 'kysely';
import { timeOrderedId } from '../core/identifiers.ts';
import type { Notice } from '../core/notice.ts';
import type { RandomBytes } from '../core/ports.ts';
import type { Database } from './database.ts';

/**
 * Writes down what support is to be told, in the transaction of what it tells. What has been raised before is passed
 * over. In the order of the keys, so that two transactions never wait for each other crosswise.
 */
export async function insertNotices(
  database: Database,
  workspaceId: string,
  notices: readonly Notice[],
  { now, randomBytes }: { readonly now: Date; readonly randomBytes: RandomBytes },
): Promise<void> {
  if (notices.length === 0) return;
  await sql`
    insert into notices (workspace_id, notice_id, kind, key, facts, raised_at)
    select ${workspaceId}, notice_id, kind, key, facts, ${now}
    from unnest(
      ${notices.map(() => timeOrderedId(now, randomBytes))}::uuid[],
      ${notices.map(({ kind }) => kind)}::text[],
      ${notices.map(({ key }) => key)}::text[],
      ${notices.map(({ facts }) => JSON.stringify(facts))}::jsonb[]
    ) as raised (notice_id, kind, key, facts)
    order by kind, key
    on conflict (workspace_id, kind, key) do nothing`.execute(database);
}
