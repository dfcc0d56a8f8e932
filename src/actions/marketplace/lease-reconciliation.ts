import { leaseTerms } from '../../core/lease.ts';
import type { ReconciliationResult } from '../../core/marketplace/reconciliation-state.ts';
import {
  lockConnectionToCompare,
  saveReconciliation,
  updateComparison,
  updateComparisonRequest,
} from '../../storage/marketplace/reconciliation-leases.ts';
import type { ActionContext } from '../context.ts';

/** How often the subscriptions of a connection are compared. */
const intervalMilliseconds = 3_600_000;

export interface MarketplaceReconciliationLease {
  readonly workspaceId: string;
  readonly sourceName: string;
  readonly leasedUntil: Date;
}

type Moment = Pick<ActionContext, 'database' | 'now'>;

/** Leases the next connection to compare. Safe on any number of nodes at once. */
export async function leaseMarketplaceReconciliation({
  database,
  now,
}: Moment): Promise<MarketplaceReconciliationLease | null> {
  return database.transaction().execute(async (transaction) => {
    const dueBefore = new Date(now.getTime() - intervalMilliseconds);
    const connection = await lockConnectionToCompare(transaction, 'subscriptions', now, dueBefore);
    if (!connection) return null;
    const { leasedUntil } = leaseTerms('subscriptionComparison', now);
    await updateComparison(transaction, 'subscriptions', connection, { from: null, until: leasedUntil });
    await saveReconciliation(transaction, connection, { failure: null });
    // A later request is for another comparison.
    await updateComparisonRequest(transaction, connection.workspaceId, connection.sourceName, null);
    return { ...connection, leasedUntil };
  });
}

/** Extends the lease for another page; null: it expired and another node took it over. */
export async function extendMarketplaceReconciliation(
  { database, now }: Moment,
  lease: MarketplaceReconciliationLease,
): Promise<MarketplaceReconciliationLease | null> {
  const { leasedUntil } = leaseTerms('subscriptionComparison', now);
  const isHeld = await updateComparison(database, 'subscriptions', lease, {
    from: lease.leasedUntil,
    until: leasedUntil,
  });
  return isHeld ? { ...lease, leasedUntil } : null;
}

/** Ends the lease with the result; the next comparison is due in an hour. */
export async function endMarketplaceReconciliation(
  { database, now }: Moment,
  lease: MarketplaceReconciliationLease,
  result: ReconciliationResult,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const end = { from: lease.leasedUntil, until: null, doneAt: now };
    const isCurrent = await updateComparison(transaction, 'subscriptions', lease, end);
    if (isCurrent) await saveReconciliation(transaction, lease, { result });
  });
}

/** Saves the failure; the lease expires by itself. */
export async function failMarketplaceReconciliation(
  { database }: Moment,
  lease: MarketplaceReconciliationLease,
  failure: string,
): Promise<void> {
  await saveReconciliation(database, lease, { failure });
}
