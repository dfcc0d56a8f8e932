import { oldestHistory } from '../../core/operations/retention.ts';
import { deleteReplacedHistory, listSubscriptionIds } from '../../storage/subscriptions/old-history.ts';
import { deleteInBatches } from '../operations/delete-in-batches.ts';
import { walkWorkspaces } from '../operations/walk-workspaces.ts';

const maxPage = 500;

/** Deletes states of subscriptions that were replaced long enough ago. Returns how many. */
export const deleteOldHistory = (retentionDays: number) =>
  walkWorkspaces<string>(async (database, workspaceId, after, now) => {
    const ids = await listSubscriptionIds(database, workspaceId, after, maxPage);
    const moment = oldestHistory(now, retentionDays);
    const deleted = await deleteInBatches((most) =>
      deleteReplacedHistory(database, workspaceId, ids, moment, most),
    );
    return { deleted, last: (ids.length === maxPage && ids.at(-1)) || null };
  });
