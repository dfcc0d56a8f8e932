import { leaseTerms } from '../../core/lease.ts';
import { leaseDueNotifications, type StoredNotification } from '../../storage/marketplace/notifications.ts';
import type { ActionContext } from '../context.ts';

const maxBatch = 10;

/** Leases due notifications; workers of several nodes never get the same one. */
export async function leaseNotifications({
  database,
  now,
}: Pick<ActionContext, 'database' | 'now'>): Promise<readonly StoredNotification[]> {
  return leaseDueNotifications(database, leaseTerms('notification', now), maxBatch);
}
