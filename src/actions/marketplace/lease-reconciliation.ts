import { leaseTerms } from '../../core/lease.ts';
import {
  lockConnectionToCompare,
  type ReconciliationResult,
  saveReconciliation,
  updateComparison,
  updateComparisonAsked,
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

/** Leases the next connection to compare; with any number of nodes, each goes to one of them. */
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
    // Whoever asks from here on asks for another.
    await updateComparisonAsked(transaction, connection.workspaceId, connection.sourceName, null);
    return { ...connection, leasedUntil };
  });
}

/** Extends the lease for another page; null when it expired and somebody else took it over. */
export async function holdMarketplaceReconciliation(
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

/** The walk has come to its end: what it came to is kept, and the next is an hour away. */
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

/** The walk came to nothing: why is kept, and the lease expires by itself. */
export async function failMarketplaceReconciliation(
  { database }: Moment,
  lease: MarketplaceReconciliationLease,
  failure: string,
): Promise<void> {
  await saveReconciliation(database, lease, { failure });
}
