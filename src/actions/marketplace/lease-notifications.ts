import { leaseTerms } from '../../core/lease.ts';
import { leaseDueNotifications, type StoredNotification } from '../../storage/marketplace/notifications.ts';
import type { ActionContext } from '../context.ts';

const maxBatch = 10;

/**
 * Leases due notifications; workers of several nodes never get the same one. A worker, by its random id, gets its own
 * leases again, so it must have ended all work on them.
 */
export async function leaseNotifications(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  holder: string,
): Promise<readonly StoredNotification[]> {
  return leaseDueNotifications(database, holder, leaseTerms('notification', now), maxBatch);
}
