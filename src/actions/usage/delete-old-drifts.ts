import { daysBefore } from '../../core/operations/retention.ts';
import { deleteDriftsBefore } from '../../storage/usage/drifts.ts';
import { walkWorkspaces } from '../operations/walk-workspaces.ts';

const maxBatch = 1_000;

/** Deletes usage drifts of days whose reports were kept long enough. Returns how many. */
export const deleteOldDrifts = (retentionDays: number) =>
  walkWorkspaces<'there may be more'>(async (database, workspaceId, _after, now) => {
    const deleted = await deleteDriftsBefore(database, workspaceId, daysBefore(now, retentionDays), maxBatch);
    return { deleted, last: deleted === maxBatch ? 'there may be more' : null };
  });
