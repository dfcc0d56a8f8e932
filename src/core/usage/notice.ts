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
  return { kind: kindOfEnd[status], key: keyOfEnd(known.report), facts: factsOf(known) };
}

/** A report that is reported again can be rejected again: that is another notice. Other ends are final. */
function keyOfEnd({ reportId, status, attempts }: UsageReport): string {
  return status === 'Rejected' ? `${reportId} ${attempts}` : reportId;
}

/** The notice that is done once the rejected report is reported again. */
export function closingKey(rejected: UsageReport): Pick<Notice, 'kind' | 'key'> {
  return { kind: kindOfEnd.Rejected, key: keyOfEnd(rejected) };
}

/** A due report that waits longer for its first attempt counts as stuck. */
export const unsentWarningMilliseconds = 5 * 60_000;

/**
 * Whether support gets a warning: the report expires within two hours, and its last attempt failed or it has been due
 * for five minutes without one. The delay spares a warning about a report that was recorded late and is sent at once.
 */
export function needsWarning(report: UsageReport, now: Date): boolean {
  const isExpiring = expiryWarningAt(report.hour) <= now && isYoungEnough(report.hour, now);
  const couldBeSent = Math.max(report.dueAt.getTime(), report.firstRecordedAt.getTime());
  const isStuck = report.reason !== null || now.getTime() - couldBeSent >= unsentWarningMilliseconds;
  return report.status === 'Pending' && isExpiring && isStuck;
}

export function noticeOfExpiring(known: ReportOfCustomer): Notice {
  const { hour, reportId } = known.report;
  const facts = { ...factsOf(known), expiresAt: expiresAt(hour).toISOString() };
  return { kind: 'UsageExpiring', key: reportId, facts };
}

function factsOf({ report, marketplaceSubscriptionId, customer, product }: ReportOfCustomer) {
  return {
    reportId: report.reportId,
    subscriptionId: report.subscriptionId,
    marketplaceSubscriptionId: marketplaceSubscriptionId ?? '',
    customer,
    product,
    dimension: report.dimension,
    hour: report.hour.toISOString(),
    quantity: quantityToNumber(report.quantity),
    reason: reasonText(report.reason),
  };
}

function reasonText(reason: UsageReason | null): string {
  return reason === null ? 'It has not been sent.' : `${reason.detail} (${reason.code})`;
}

/** In per cent of the included quantity. */
export const usageThresholds = [50, 80, 100] as const;
export type UsageThreshold = (typeof usageThresholds)[number];

/**
 * The thresholds that a period's use has reached and that were not announced, smallest first. A jump over two reaches both.
 * Each is announced once in a period, also if the included quantity is raised and reached again.
 *
 * @param included null: nothing is included
 * @param announced the greatest threshold that was announced; 0 if none was
 */
export function reachedThresholds(
  used: QuantitySum,
  included: QuantitySum | null,
  announced: number,
): readonly UsageThreshold[] {
  if (included === null) return [];
  return usageThresholds.filter(
    (threshold) => threshold > announced && used * 100n >= included * BigInt(threshold),
  );
}
