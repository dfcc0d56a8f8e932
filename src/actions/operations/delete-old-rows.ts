import type { Retention } from '../../core/operations/retention.ts';
import type { Database } from '../../storage/database.ts';
import {
  deleteAtOnce,
  deleteOldest,
  deletePage,
  findNextWorkspace,
  type OldRows,
  type RowKey,
} from '../../storage/retention/old-rows.ts';
import { type RetainedKind, retentionTable } from '../../storage/retention/retention-table.ts';
import type { ActionContext } from '../context.ts';

/** One pass. Returns how many rows were deleted. */
type Delete = (context: Pick<ActionContext, 'database' | 'now'>) => Promise<number>;

/** Deletes the rows of a kind that were kept long enough. */
export function deleteOldRows(kind: RetainedKind, retention: Retention): Delete {
  const { kept, rows } = retentionTable[kind];
  const milliseconds = kept(retention);
  const passes = rows.map((one) => passOf(one, (now) => new Date(now.getTime() - milliseconds)));
  return async (context) => {
    let deleted = 0;
    for (const pass of passes) deleted += await pass(context);
    return deleted;
  };
}

function passOf(rows: OldRows, momentOf: (now: Date) => Date): Delete {
  switch (rows.way) {
    case 'at once':
      return ({ database, now }) => deleteAtOnce(database, rows, momentOf(now));
    case 'oldest first':
      return ({ database, now }) => deleteOldest(database, rows, momentOf(now));
    case 'page by page':
      return walkWorkspaces<RowKey>((database, workspaceId, after, now) =>
        deletePage(database, rows, workspaceId, momentOf(now), after),
      );
  }
}

/** Deletes the old rows of the page after a key, in statements that name the workspace. */
type DeletePage<Key> = (
  database: Database,
  workspaceId: string,
  after: Key | null,
  now: Date,
) => Promise<{
  readonly deleted: number;
  /** The last key of the page; null: it was the workspace's last page. */
  readonly last: Key | null;
}>;

const maxPagesPerPass = 100;

/**
 * Walks through all workspaces, page by page, and begins again at the end. A pass goes on where the one before stopped,
 * so rows that cannot be deleted yet keep no others waiting. Each node walks on its own.
 */
export function walkWorkspaces<Key>(deleteSome: DeletePage<Key>, maxPages = maxPagesPerPass): Delete {
  let workspaceId: string | null = null;
  let after: Key | null = null;
  return async ({ database, now }) => {
    let deleted = 0;
    for (let pages = 0; pages < maxPages; pages += 1) {
      if (after === null) workspaceId = await findNextWorkspace(database, workspaceId);
      if (workspaceId === null) break;
      const page: Awaited<ReturnType<DeletePage<Key>>> = await deleteSome(database, workspaceId, after, now);
      deleted += page.deleted;
      after = page.last;
    }
    return deleted;
  };
}
