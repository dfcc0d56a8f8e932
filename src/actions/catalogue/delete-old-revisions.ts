import { oldestHistory } from '../../core/operations/retention.ts';
import {
  deleteReplacedRevisions,
  listRevisedIds,
  type RevisedKind,
} from '../../storage/catalogue/old-revisions.ts';
import { deleteInBatches } from '../operations/delete-in-batches.ts';
import { walkWorkspaces } from '../operations/walk-workspaces.ts';

const maxPage = 500;

/** Deletes revisions of plans or products that were replaced before the first moment that `asOf` reads. Returns how many. */
export const deleteOldRevisions = (kind: RevisedKind, retentionDays: number) =>
  walkWorkspaces<string>(async (database, workspaceId, after, now) => {
    const ids = await listRevisedIds(database, workspaceId, kind, after, maxPage);
    const moment = oldestHistory(now, retentionDays);
    const deleted = await deleteInBatches((most) =>
      deleteReplacedRevisions(database, workspaceId, kind, ids, moment, most),
    );
    return { deleted, last: (ids.length === maxPage && ids.at(-1)) || null };
  });
