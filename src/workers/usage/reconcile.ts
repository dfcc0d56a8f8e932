import type { ActionContext } from '../../actions/context.ts';
import { openConnection } from '../../actions/marketplace/account.ts';
import { leaseUsageReconciliation } from '../../actions/usage/lease-reconciliation.ts';
import { recordUsageDrift } from '../../actions/usage/record-drift.ts';
import { comparedDays } from '../../core/usage/drift.ts';
import type { MeteringService } from '../../core/usage/ports.ts';
import type { EncryptionKey } from '../../secrets/seal.ts';

export interface ReconcileOptions {
  readonly context: () => ActionContext;
  readonly metering: MeteringService;
  readonly encryptionKey: EncryptionKey;
}

/**
 * Compares the usage of one connection whose turn it is with what the marketplace holds. One that cannot be read, or
 * whose reader dies, has its turn again when the lease has expired; meanwhile the others have theirs.
 */
export function reconcileUsage({
  context,
  metering,
  encryptionKey,
}: ReconcileOptions): () => Promise<boolean> {
  return async () => {
    const lease = await leaseUsageReconciliation(context());
    if (!lease) return false;
    const { database, now } = context();
    const connection = await openConnection(database, lease, encryptionKey);
    const { first, last } = comparedDays(now);
    const answer = await metering.readUsage(connection, new Date(first), new Date(last));
    if (answer.outcome !== 'read') {
      throw new Error(`The usage of ${lease.sourceName} could not be compared: ${answer.reason}`);
    }
    await recordUsageDrift(context(), lease, answer.rows);
    return true;
  };
}
