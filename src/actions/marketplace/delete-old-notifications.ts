import { deleteNotificationsDecidedBefore } from '../../storage/marketplace/notifications.ts';
import type { ActionContext } from '../context.ts';

/** Long enough to check the bill of a quarter. */
const retentionMilliseconds = 90 * 24 * 3_600_000;
const maxBatch = 1_000;

/** Deletes up to 1,000 marketplace notifications that were decided more than 90 days ago. Returns how many. */
export async function deleteOldNotifications({
  database,
  now,
}: Pick<ActionContext, 'database' | 'now'>): Promise<number> {
  return deleteNotificationsDecidedBefore(
    database,
    new Date(now.getTime() - retentionMilliseconds),
    maxBatch,
  );
}
