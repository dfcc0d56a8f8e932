import {
  lockConnectionToCompare,
  updateComparison,
} from '../../storage/marketplace/reconciliation-claims.ts';
import type { ActionContext } from '../context.ts';

/** How often the usage of a connection is compared. */
const intervalMilliseconds = 6 * 3_600_000;
/** Longer than any call takes. A comparison that came to nothing is tried again after this. */
const leaseMilliseconds = 15 * 60_000;

export interface ReconciliationClaim {
  readonly workspaceId: string;
  readonly sourceName: string;
  readonly until: Date;
}

/** Takes the next connection whose usage is to be compared; with any number of nodes, each goes to one of them. */
export async function claimUsageReconciliation({
  database,
  now,
}: Pick<ActionContext, 'database' | 'now'>): Promise<ReconciliationClaim | null> {
  return database.transaction().execute(async (transaction) => {
    const dueBefore = new Date(now.getTime() - intervalMilliseconds);
    const connection = await lockConnectionToCompare(transaction, 'usage', now, dueBefore);
    if (!connection) return null;
    const until = new Date(now.getTime() + leaseMilliseconds);
    await updateComparison(transaction, 'usage', connection, { from: null, until });
    return { ...connection, until };
  });
}
