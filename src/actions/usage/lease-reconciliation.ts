import { leaseTerms } from '../../core/lease.ts';
import {
  lockConnectionToCompare,
  updateComparison,
} from '../../storage/marketplace/reconciliation-leases.ts';
import type { ActionContext } from '../context.ts';

/** How often the usage of a connection is compared. */
const intervalMilliseconds = 6 * 3_600_000;

export interface ReconciliationLease {
  readonly workspaceId: string;
  readonly sourceName: string;
  readonly leasedUntil: Date;
}

/** Leases the next connection whose usage is to be compared; with any number of nodes, each goes to one of them. */
export async function leaseUsageReconciliation({
  database,
  now,
}: Pick<ActionContext, 'database' | 'now'>): Promise<ReconciliationLease | null> {
  return database.transaction().execute(async (transaction) => {
    const dueBefore = new Date(now.getTime() - intervalMilliseconds);
    const connection = await lockConnectionToCompare(transaction, 'usage', now, dueBefore);
    if (!connection) return null;
    const { leasedUntil } = leaseTerms('usageComparison', now);
    await updateComparison(transaction, 'usage', connection, { from: null, until: leasedUntil });
    return { ...connection, leasedUntil };
  });
}
