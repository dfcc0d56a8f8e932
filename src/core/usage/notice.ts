import { quantityToNumber } from '../values/quantity.ts';
import type { Notice } from '../workspaces/notice.ts';
import type { QuantitySum } from './events/quantity-sum.ts';
import type { UsageReason, UsageReport, UsageStatus } from './reports/report.ts';
import { expiresAt, expiryWarningAt, isYoungEnough } from './reports/window.ts';

/** A usage report with the facts that support needs. */
export interface ReportOfCustomer {
  readonly report: UsageReport;
  readonly marketplaceSubscriptionId: string | null;
  /** The name of the organisation, or the tenant id. */
  readonly customer: string;
  readonly product: string;
  readonly productName: string;
  /** The mapping by which it was sent; null: it is gone. */
  readonly mapping: ReportMapping | null;
}

export interface ReportMapping {
  readonly mappingId: string;
  /** The name of the dimension; null: the mapping does not have it. */
  readonly dimensionName: string | null;
}

const kindOfEnd = {
  Rejected: 'UsageRejected',
  Expired: 'UsageExpired',
  QuantityMismatch: 'UsageQuantityMismatch',
} as const satisfies Partial<Record<UsageStatus, Notice['kind']>>;

export function endsWithNotice(status: UsageStatus): status is keyof typeof kindOfEnd {
  return status in kindOfEnd;
}

/** The notice of a report that ended without being accepted; null for other reports. */
export function noticeOfEnd(known: ReportOfCustomer): Notice | null {
  const { status } = known.report;
  if (!endsWithNotice(status)) return null;
  const facts = status === 'Rejected' ? factsWithDeadline(known) : factsOf(known);
  return { kind: kindOfEnd[status], key: keyOfEnd(known.report), facts };
}

/** A report that is reported again can be rejected again: that is another notice. Other ends are final. */
function keyOfEnd({ reportId, status, attempts }: UsageReport): string {
  return status === 'Rejected' ? `${reportId} ${attempts}` : reportId;
}

/** The notices that are done once the rejected report is reported again. */
export function closingKeys(rejected: UsageReport): readonly Pick<Notice, 'kind' | 'key'>[] {
  const key = keyOfEnd(rejected);
  return [
    { kind: kindOfEnd.Rejected, key },
    { kind: 'UsageRejectedExpiring', key },
  ];
}

/** A due report that waits longer for its first attempt counts as stuck. */
export const unsentWarningMilliseconds = 5 * 60_000;

/**
 * Whether support gets a warning: the report expires within two hours, and its last attempt failed or it has been due
 * for five minutes without one. The delay spares a warning about a report that was recorded late and is sent at once.
 */
export function needsWarning(report: UsageReport, now: Date): boolean {
  const isExpiring = expiryWarningAt(report.hour, report) <= now && isYoungEnough(report.hour, now, report);
  const couldBeSent = Math.max(report.dueAt.getTime(), report.firstRecordedAt.getTime());
  const isStuck = report.reason !== null || now.getTime() - couldBeSent >= unsentWarningMilliseconds;
  return report.status === 'Pending' && isExpiring && isStuck;
}

export function noticeOfExpiring(known: ReportOfCustomer): Notice {
  return { kind: 'UsageExpiring', key: known.report.reportId, facts: factsWithDeadline(known) };
}

/**
 * Whether support gets a second notice about a rejected report, two hours before the marketplace ceases to accept its
 * hour. A report that is rejected within these two hours has its first notice only.
 */
export function needsCorrection(report: UsageReport, now: Date): boolean {
  const { status, hour, decidedAt } = report;
  const warnedAt = expiryWarningAt(hour, report);
  const isInTime = warnedAt <= now && isYoungEnough(hour, now, report);
  return status === 'Rejected' && isInTime && decidedAt !== null && decidedAt < warnedAt;
}

export function noticeOfLostSoon(known: ReportOfCustomer): Notice {
  return { kind: 'UsageRejectedExpiring', key: keyOfEnd(known.report), facts: factsWithDeadline(known) };
}

function factsWithDeadline(known: ReportOfCustomer) {
  return { ...factsOf(known), expiresAt: expiresAt(known.report.hour, known.report).toISOString() };
}

function factsOf(known: ReportOfCustomer) {
  const { report, marketplaceSubscriptionId, customer, product, productName, mapping } = known;
  return {
    reportId: report.reportId,
    subscriptionId: report.subscriptionId,
    marketplaceSubscriptionId: marketplaceSubscriptionId ?? '',
    customer,
    product,
    productName,
    dimension: report.dimension,
    ...(mapping && { mappingId: mapping.mappingId }),
    ...(mapping?.dimensionName && { dimensionName: mapping.dimensionName }),
    hour: report.hour.toISOString(),
    quantity: quantityToNumber(report.quantity),
    reason: reasonText(report.reason),
  };
}

function reasonText(reason: UsageReason | null): string {
  return reason === null ? 'It has not been sent.' : `${reason.detail} (${reason.code})`;
}

/**
 * The thresholds that a period's use has reached and that were not announced, smallest first. A jump over two reaches both.
 * Each is announced once in a period, also if the quantity is raised and reached again.
 *
 * @param quantity included, or the limit; null: neither
 * @param announced the greatest threshold that was announced; 0 if none was
 * @param thresholds in per cent, ascending
 */
export function reachedThresholds(
  used: QuantitySum,
  quantity: QuantitySum | null,
  announced: number,
  thresholds: readonly number[],
): readonly number[] {
  if (quantity === null || used === 0n) return [];
  return thresholds.filter(
    (threshold) => threshold > announced && used * 100n >= quantity * BigInt(threshold),
  );
}
