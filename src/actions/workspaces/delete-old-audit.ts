import { daysBefore } from '../../core/operations/retention.ts';
import { deleteAuditEntriesBefore } from '../../storage/workspaces/audit-entries.ts';
import { walkWorkspaces } from '../operations/walk-workspaces.ts';

const maxBatch = 1_000;

/** Deletes audit entries that were kept long enough, up to 1,000 in each statement. Returns how many. */
export const deleteOldAudit = (retentionDays: number) =>
  walkWorkspaces<'there may be more'>(async (database, workspaceId, _after, now) => {
    const moment = daysBefore(now, retentionDays);
    const deleted = await deleteAuditEntriesBefore(database, workspaceId, moment, maxBatch);
    return { deleted, last: deleted === maxBatch ? 'there may be more' : null };
  });
