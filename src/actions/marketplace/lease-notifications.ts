import { leaseTerms } from '../../core/lease.ts';
import { type KeptCall, leaseDueNotifications } from '../../storage/marketplace/calls.ts';
import type { ActionContext } from '../context.ts';

const mostAtOnce = 10;

/** Leases notifications to apply. Workers in any number of nodes may do this at once; each goes to one of them. */
export async function leaseNotifications({
  database,
  now,
}: Pick<ActionContext, 'database' | 'now'>): Promise<readonly KeptCall[]> {
  return leaseDueNotifications(database, leaseTerms('notification', now), mostAtOnce);
}
