import { daysBefore } from '../../core/operations/retention.ts';
import { deleteNoticesBefore } from '../../storage/workspaces/notices.ts';
import { deleteDigestsBefore } from '../../storage/workspaces/support-digests.ts';
import { walkWorkspaces } from '../operations/walk-workspaces.ts';

const maxBatch = 1_000;

/** Deletes notices that were kept long enough, done or not, and the mails about them. Returns how many. */
export const deleteOldNotices = (retentionDays: number) =>
  walkWorkspaces<'there may be more'>(async (database, workspaceId, _after, now) => {
    const moment = daysBefore(now, retentionDays);
    const notices = await deleteNoticesBefore(database, workspaceId, moment, maxBatch);
    const digests = await deleteDigestsBefore(database, workspaceId, moment, maxBatch);
    const isFull = notices === maxBatch || digests === maxBatch;
    return { deleted: notices + digests, last: isFull ? 'there may be more' : null };
  });
