import { leaseTerms } from '../../core/lease.ts';
import { leaseDueNotifications, type StoredNotification } from '../../storage/marketplace/notifications.ts';
import type { ActionContext } from '../context.ts';

const mostAtOnce = 10;

/** Leases notifications to apply. Workers in any number of nodes may do this at once; each goes to one of them. */
export async function leaseNotifications({
  database,
  now,
}: Pick<ActionContext, 'database' | 'now'>): Promise<readonly StoredNotification[]> {
  return leaseDueNotifications(database, leaseTerms('notification', now), mostAtOnce);
}
