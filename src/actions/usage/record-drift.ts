import {
  comparedDays,
  compareUsage,
  type DriftChanges,
  driftChanges,
  type UsageDrift,
  usageDayText,
} from '../../core/usage/drift.ts';
import type { MarketplaceUsage } from '../../core/usage/ports.ts';
import { quantitySumToText } from '../../core/usage/quantity-sum.ts';
import type { Notice } from '../../core/workspaces/notice.ts';
import { updateComparison } from '../../storage/marketplace/reconciliation-leases.ts';
import { loadUsageCustomers } from '../../storage/usage/customers.ts';
import {
  findMarketplaceSubscriptions,
  loadEarlierDrifts,
  loadReportedUsage,
  resolveDrifts,
  saveDrifts,
} from '../../storage/usage/drifts.ts';
import { insertNotices } from '../../storage/workspaces/notices.ts';
import type { ActionContext } from '../context.ts';
import type { ReconciliationLease } from './lease-reconciliation.ts';

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
      const { customer = '', product = '' } = customers.get(subscriptionOf(drift) ?? '') ?? {};
      return noticeOf(drift, { customer, product });
    });
    await insertNotices(transaction, workspaceId, notices, { now, randomBytes });
    return changes;
  });
}

function noticeOf(drift: UsageDrift, names: { readonly customer: string; readonly product: string }): Notice {
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
