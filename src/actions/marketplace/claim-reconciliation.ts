import {
  lockConnectionToCompare,
  type ReconciliationResult,
  saveReconciliation,
  updateComparison,
  updateComparisonAsked,
} from '../../storage/marketplace/reconciliation-claims.ts';
import type { ActionContext } from '../context.ts';

/** How often the subscriptions of a connection are compared. */
const intervalMilliseconds = 3_600_000;
/** Longer than one page takes. A walk that came to nothing is tried again after this. */
const leaseMilliseconds = 10 * 60_000;

export interface MarketplaceReconciliationClaim {
  readonly workspaceId: string;
  readonly sourceName: string;
  readonly until: Date;
}

type Moment = Pick<ActionContext, 'database' | 'now'>;

/** Takes the next connection to compare; with any number of nodes, each goes to one of them. */
export async function claimMarketplaceReconciliation({
  database,
  now,
}: Moment): Promise<MarketplaceReconciliationClaim | null> {
  return database.transaction().execute(async (transaction) => {
    const dueBefore = new Date(now.getTime() - intervalMilliseconds);
    const connection = await lockConnectionToCompare(transaction, 'subscriptions', now, dueBefore);
    if (!connection) return null;
    const until = new Date(now.getTime() + leaseMilliseconds);
    await updateComparison(transaction, 'subscriptions', connection, { from: null, until });
    await saveReconciliation(transaction, connection, { failure: null });
    // Whoever asks from here on asks for another.
    await updateComparisonAsked(transaction, connection.workspaceId, connection.sourceName, null);
    return { ...connection, until };
  });
}

/** Keeps the claim for another page; null when it has lapsed and somebody else is at it. */
export async function keepMarketplaceReconciliation(
  { database, now }: Moment,
  claim: MarketplaceReconciliationClaim,
): Promise<MarketplaceReconciliationClaim | null> {
  const until = new Date(now.getTime() + leaseMilliseconds);
  const isKept = await updateComparison(database, 'subscriptions', claim, { from: claim.until, until });
  return isKept ? { ...claim, until } : null;
}

/** The walk has come to its end: what it came to is kept, and the next is an hour away. */
export async function endMarketplaceReconciliation(
  { database, now }: Moment,
  claim: MarketplaceReconciliationClaim,
  result: ReconciliationResult,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const end = { from: claim.until, until: null, doneAt: now };
    const isCurrent = await updateComparison(transaction, 'subscriptions', claim, end);
    if (isCurrent) await saveReconciliation(transaction, claim, { result });
  });
}

/** The walk came to nothing: why is kept, and the claim lapses by itself. */
export async function failMarketplaceReconciliation(
  { database }: Moment,
  claim: MarketplaceReconciliationClaim,
  failure: string,
): Promise<void> {
  await saveReconciliation(database, claim, { failure });
}
