import { remainderOf, scaleReport } from '../../core/usage/reports/whole-units.ts';
import type { Database } from '../../storage/database.ts';
import type { UsageQueueAddress } from '../../storage/usage/leases.ts';
import {
  closeReports,
  loadRemainders,
  noRemainder,
  openReports,
  type RemainderKey,
  remainderText,
} from '../../storage/usage/remainders.ts';
import type { StoredReport } from '../../storage/usage/reports.ts';
import type { TakenReport } from '../../storage/usage/sending.ts';

/**
 * Fixes what the marketplace is told, in the transaction that leases the reports: the lock of their queue makes one take wait
 * for the other. Of each subscription and dimension one report is undecided at a time, the oldest hour first, because the
 * next one relies on its remainder; the others are left out. An undecided report is sent again with the same quantity.
 */
export async function fixSentQuantities(
  transaction: Database,
  queue: UsageQueueAddress,
  reports: readonly StoredReport[],
  scale: number,
  now: Date,
): Promise<readonly TakenReport[]> {
  const keys = new Map(reports.map((stored) => [remainderText(keyOf(stored)), keyOf(stored)]));
  const known = await loadRemainders(transaction, queue, [...keys.values()]);
  const taken = new Map<string, TakenReport>();
  for (const stored of reports.toSorted((a, b) => a.report.hour.getTime() - b.report.hour.getTime())) {
    const key = remainderText(keyOf(stored));
    const { remainder, open } = known.get(key) ?? noRemainder;
    const { reportId, quantity } = stored.report;
    if (taken.has(key) || (open && open.reportId !== reportId)) continue;
    const sentQuantity = open?.sentQuantity ?? scaleReport(remainder, quantity, scale);
    taken.set(key, { ...stored, report: { ...stored.report, sentQuantity }, isRepeated: open !== null });
  }
  const fixed = [...taken.values()];
  const opened = fixed.flatMap(({ isRepeated, ...stored }) =>
    isRepeated ? [] : [{ ...keyOf(stored), reportId: stored.report.reportId, sentQuantity: sentOf(stored) }],
  );
  await openReports(transaction, queue, opened, now);
  return fixed;
}

/** Carries what decided reports leave into the next ones, in the transaction that decides them. */
export async function carryRemainders(
  transaction: Database,
  workspaceId: string,
  reports: readonly StoredReport[],
  now: Date,
): Promise<void> {
  const decided = reports.flatMap((stored) => {
    const { kind, reportId } = stored.report;
    const added = kind === undefined ? null : remainderOf(stored.report);
    return added === null ? [] : [{ ...keyOf(stored), sourceName: stored.sourceName, reportId, added }];
  });
  await closeReports(transaction, workspaceId, decided, now);
}

function sentOf({ report: { quantity, sentQuantity = quantity } }: StoredReport) {
  return sentQuantity;
}

function keyOf({ marketplaceSubscriptionId, report }: StoredReport): RemainderKey {
  return { marketplaceSubscriptionId: marketplaceSubscriptionId ?? '', dimension: report.dimension };
}
