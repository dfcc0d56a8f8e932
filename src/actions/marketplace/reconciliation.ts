import { leaseTerms } from '../../core/lease.ts';
import type { MarketplaceSource } from '../../core/marketplace/connections/connection.ts';
import type { MarketplaceSubscription } from '../../core/marketplace/fulfilment-service.ts';
import type { ReconciliationResult } from '../../core/marketplace/notifications/reconciliation-state.ts';
import {
  explainPurchase,
  purchasePatienceMilliseconds,
} from '../../core/marketplace/purchases/pending-purchase.ts';
import { noticeOfWaitingPurchase } from '../../core/marketplace/purchases/purchase-notice.ts';
import { announceChanges } from '../../storage/changes/changes.ts';
import { findConnection } from '../../storage/marketplace/connections.ts';
import { listUnnoticedPurchases } from '../../storage/marketplace/pending-purchases.ts';
import { savePurchasesNoticed } from '../../storage/marketplace/purchases.ts';
import {
  lockConnectionToCompare,
  saveReconciliation,
  updateComparison,
  updateComparisonRequest,
} from '../../storage/marketplace/reconciliation-leases.ts';
import { insertNotices } from '../../storage/workspaces/notices.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/** Requests a reconciliation of one source, or of all when none is given. */
export async function requestReconciliation(
  context: ActionContext,
  workspaceId: string,
  sourceName: string | null = null,
): Promise<{ readonly connections: number }> {
  return context.database.transaction().execute(async (database) => {
    const connections = await updateComparisonRequest(database, workspaceId, sourceName, context.now);
    const connection = sourceName === null ? null : await findConnection(database, workspaceId, sourceName);
    if (connection) {
      await recordAudit({ ...context, database }, workspaceId, {
        action: 'marketplace_connection.reconciliation_asked',
        subject: { kind: 'MarketplaceConnection', id: connection.connectionId },
        before: null,
        after: { sourceName },
      });
    }
    await announceChanges(database, [{ kind: 'marketplace', workspaceId }]);
    return { connections };
  });
}

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
  const isLeased = await updateComparison(database, 'subscriptions', lease, {
    from: lease.leasedUntil,
    until: leasedUntil,
  });
  return isLeased ? { ...lease, leasedUntil } : null;
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

const maxKeyLength = 300;

/**
 * Raises a notice about a subscription that cannot be aligned, once per reason.
 *
 * @param cause what many subscriptions may have in common: one notice for all of them
 */
export async function raiseUnrepairedNotice(
  { database, now, randomBytes }: ActionContext,
  { workspaceId, sourceName }: MarketplaceSource,
  { id, status, beneficiary }: Pick<MarketplaceSubscription, 'id' | 'status' | 'beneficiary'>,
  reason: string,
  cause: string = id,
): Promise<void> {
  const customer = cause === id ? (beneficiary?.email ?? '') : '';
  const facts = { sourceName, marketplaceSubscriptionId: id, status, reason, customer };
  const key = `${sourceName} ${cause} ${reason}`.slice(0, maxKeyLength);
  await insertNotices(database, workspaceId, [{ kind: 'MarketplaceNotRepaired', key, facts }], {
    now,
    randomBytes,
  });
}

/** Of each comparison; the next one raises the rest. */
const maxNotices = 200;

/** Raises one notice for each purchase of the source that has waited for too long. */
export async function raiseWaitingNotices(
  { database, now, randomBytes }: ActionContext,
  source: MarketplaceSource,
): Promise<void> {
  const { workspaceId } = source;
  const boughtBefore = new Date(now.getTime() - purchasePatienceMilliseconds);
  await database.transaction().execute(async (transaction) => {
    const waiting = await listUnnoticedPurchases(transaction, source, boughtBefore, maxNotices);
    const notices = waiting.map((purchase) =>
      noticeOfWaitingPurchase({ ...purchase, sourceName: source.sourceName }, explainPurchase(purchase)),
    );
    await insertNotices(transaction, workspaceId, notices, { now, randomBytes });
    const ids = waiting.map(({ marketplaceSubscriptionId }) => marketplaceSubscriptionId);
    await savePurchasesNoticed(transaction, workspaceId, ids, now);
  });
}
