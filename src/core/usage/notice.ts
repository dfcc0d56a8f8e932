import type { Notice } from '../workspaces/notice.ts';
import { quantityToNumber } from './quantity.ts';
import type { UsageReason, UsageReport, UsageStatus } from './report.ts';
import { expiresAt, expiryWarningAt, isYoungEnough } from './window.ts';

/** A report as support knows it: whose it is, of what. */
export interface ReportOfCustomer {
  readonly report: UsageReport;
  readonly marketplaceSubscriptionId: string;
  /** The organisation's name, or else the tenant's id. */
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

/** What support is told of a report that has ended badly; null for any other. */
export function noticeOfEnd(known: ReportOfCustomer): Notice | null {
  const { status } = known.report;
  if (!endsWithNotice(status)) return null;
  return { kind: kindOfEnd[status], key: known.report.reportId, facts: factsOf(known) };
}

/** For how long a report that is due may wait for its first try before that is worth a warning. */
export const unsentWarningMilliseconds = 5 * 60_000;

/**
 * Whether support is warned that the report may expire: two hours before it would, when the last try has failed, or
 * when there has been none for five minutes since it could be sent. One that is recorded that late is sent at once, and
 * nobody is bothered.
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
    marketplaceSubscriptionId,
    customer,
    product,
    dimension: report.dimension,
    hour: report.hour.toISOString(),
    quantity: quantityToNumber(report.quantity),
    reason: reasonText(report.reason),
  };
}

function reasonText(reason: UsageReason | null): string {
  return reason === null ? 'It has not been sent.' : `${reason.code}: ${reason.detail}`;
}
