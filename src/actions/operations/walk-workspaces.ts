import type { Database } from '../../storage/database.ts';
import { findNextWorkspace } from '../../storage/workspace-ids.ts';
import type { ActionContext } from '../context.ts';

type WalkContext = Pick<ActionContext, 'database' | 'now'>;

/** One page of a workspace's rows, in the order of their key. */
interface Page<Key> {
  /** How many rows were deleted. */
  readonly deleted: number;
  /** The last key of the page; null: it was the workspace's last page. */
  readonly last: Key | null;
}

/** Deletes the old rows of the page after a key, in statements that name the workspace. */
export type DeletePage<Key> = (
  database: Database,
  workspaceId: string,
  after: Key | null,
  now: Date,
) => Promise<Page<Key>>;

const maxPagesPerPass = 100;

/**
 * Walks through all workspaces, page by page, and begins again at the end. A pass goes on where the one before stopped,
 * so rows that cannot be deleted yet keep no others waiting. Each node walks on its own. Returns how many rows a pass
 * has deleted.
 */
export function walkWorkspaces<Key>(
  deletePage: DeletePage<Key>,
  maxPages = maxPagesPerPass,
): (context: WalkContext) => Promise<number> {
  let workspaceId: string | null = null;
  let after: Key | null = null;
  return async ({ database, now }) => {
    let deleted = 0;
    for (let pages = 0; pages < maxPages; pages += 1) {
      if (after === null) workspaceId = await findNextWorkspace(database, workspaceId);
      if (workspaceId === null) break;
      const page: Page<Key> = await deletePage(database, workspaceId, after, now);
      deleted += page.deleted;
      after = page.last;
    }
    return deleted;
  };
}
