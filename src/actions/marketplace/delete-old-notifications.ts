import { daysBefore } from '../../core/operations/retention.ts';
import { deleteNotificationsDecidedBefore } from '../../storage/marketplace/notifications.ts';
import type { ActionContext } from '../context.ts';

const maxBatch = 1_000;

/** Deletes up to 1,000 marketplace notifications that were decided long enough ago. Returns how many. */
export const deleteOldNotifications =
  (retentionDays: number) =>
  ({ database, now }: Pick<ActionContext, 'database' | 'now'>): Promise<number> =>
    deleteNotificationsDecidedBefore(database, daysBefore(now, retentionDays), maxBatch);
