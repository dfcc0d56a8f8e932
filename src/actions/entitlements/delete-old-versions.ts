import { oldestHistory } from '../../core/operations/retention.ts';
import {
  deleteReplacedVersions,
  type EntitlementKey,
  listEntitlementKeys,
} from '../../storage/entitlements/old-versions.ts';
import { deleteInBatches } from '../operations/delete-in-batches.ts';
import { walkWorkspaces } from '../operations/walk-workspaces.ts';

const maxPage = 500;

/** Deletes versions of entitlements that were replaced long enough ago. Returns how many. */
export const deleteOldVersions = (retentionDays: number) =>
  walkWorkspaces<EntitlementKey>(async (database, workspaceId, after, now) => {
    const keys = await listEntitlementKeys(database, workspaceId, after, maxPage);
    const moment = oldestHistory(now, retentionDays);
    const deleted = await deleteInBatches((most) =>
      deleteReplacedVersions(database, workspaceId, keys, moment, most),
    );
    return { deleted, last: (keys.length === maxPage && keys.at(-1)) || null };
  });
