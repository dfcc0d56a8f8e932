import { leaseTerms } from '../../core/lease.ts';
import {
  comparedDays,
  compareUsage,
  type DriftChanges,
  driftChanges,
  type UsageDrift,
  usageDayText,
} from '../../core/usage/drift.ts';
import { quantitySumToText } from '../../core/usage/events/quantity-sum.ts';
import type { MarketplaceUsage } from '../../core/usage/ports.ts';
import type { Notice } from '../../core/workspaces/notice.ts';
import {
  lockConnectionToCompare,
  updateComparison,
} from '../../storage/marketplace/reconciliation-leases.ts';
import {
  findMarketplaceSubscriptions,
  loadEarlierDrifts,
  loadReportedUsage,
  resolveDrifts,
  saveDrifts,
} from '../../storage/usage/drifts.ts';
import { loadUsageCustomers, type UsageCustomer } from '../../storage/usage/summaries.ts';
import { insertNotices } from '../../storage/workspaces/notices.ts';
import type { ActionContext } from '../context.ts';

/** How often the usage of a connection is compared. */
const intervalMilliseconds = 6 * 3_600_000;

interface ReconciliationLease {
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

const longestNoticeKey = 300;

/**
 * Compares the marketplace's usage with ours and records new and resolved drifts, with one notice per new drift. Null:
 * the lease was lost, and nothing was recorded.
 */
export async function recordUsageDrift(
  { database, now, randomBytes }: ActionContext,
  lease: ReconciliationLease,
  rows: readonly MarketplaceUsage[],
): Promise<DriftChanges | null> {
  return database.transaction().execute(async (transaction) => {
    const end = { from: lease.leasedUntil, until: null, doneAt: now };
    if (!(await updateComparison(transaction, 'usage', lease, end))) return null;
    const { workspaceId } = lease;
    const { first } = comparedDays(now);
    const held = await loadReportedUsage(transaction, lease, first);
    const ids = [
      ...rows.map(({ resourceId }) => resourceId.toLowerCase()),
      ...held.map(({ marketplaceSubscriptionId }) => marketplaceSubscriptionId),
    ];
    const subscriptions = await findMarketplaceSubscriptions(transaction, lease, [...new Set(ids)]);
    const sold = [...subscriptions].filter(([, { isSoldThroughSource }]) => isSoldThroughSource);
    const comparison = compareUsage(held, rows, new Set(sold.map(([id]) => id)), now);
    const changes = driftChanges(await loadEarlierDrifts(transaction, lease, first), comparison, now);
    await saveDrifts(transaction, lease, changes.seen, now);
    await resolveDrifts(transaction, lease, changes.resolved, now);

    const subscriptionOf = ({ marketplaceSubscriptionId }: UsageDrift) =>
      subscriptions.get(marketplaceSubscriptionId)?.subscriptionId ?? null;
    const subscriptionIds = changes.appeared.flatMap((drift) => subscriptionOf(drift) ?? []);
    const customers = await loadUsageCustomers(transaction, workspaceId, [...new Set(subscriptionIds)]);
    const notices = changes.appeared.map((drift) => {
      const {
        customer = '',
        product = '',
        productName = '',
      } = customers.get(subscriptionOf(drift) ?? '') ?? {};
      return noticeOf(drift, { customer, product, productName });
    });
    await insertNotices(transaction, workspaceId, notices, { now, randomBytes });
    return changes;
  });
}

function noticeOf(drift: UsageDrift, names: Omit<UsageCustomer, 'dimensions'>): Notice {
  const { marketplaceSubscriptionId, dimension, day, held, marketplace } = drift;
  return {
    kind: 'UsageDrift',
    key: usageDayText(drift).slice(0, longestNoticeKey),
    facts: {
      marketplaceSubscriptionId,
      dimension,
      day,
      ...names,
      ourQuantity: quantitySumToText(held),
      marketplaceQuantity: quantitySumToText(marketplace),
    },
  };
}
