import type { ActionContext } from '../../actions/context.ts';
import { openConnection } from '../../actions/marketplace/account.ts';
import { leaseUsageReconciliation, recordUsageDrift } from '../../actions/usage/reconciliation.ts';
import { comparedDays } from '../../core/usage/drift.ts';
import type { MeteringService } from '../../core/usage/ports.ts';
import type { EncryptionKey } from '../../secrets/seal.ts';

export interface ReconcileOptions {
  readonly context: () => ActionContext;
  readonly metering: MeteringService;
  readonly encryptionKey: EncryptionKey;
}

/**
 * Compares the usage of the connection that is due with the marketplace's. After a failure, or when the node dies, the
 * connection is due again when the lease expires.
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
