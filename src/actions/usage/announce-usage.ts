import { accessAt } from '../../core/entitlements/in-force.ts';
import { timeOrderedIds } from '../../core/identifiers.ts';
import { overage } from '../../core/usage/events/closing.ts';
import { type QuantitySum, quantitySumToNumber } from '../../core/usage/events/quantity-sum.ts';
import type { ReportOfCustomer } from '../../core/usage/notice.ts';
import { type EventUsage, eventData } from '../../core/webhooks/event.ts';
import type { Notice } from '../../core/workspaces/notice.ts';
import { loadFactsOfSubscriptions } from '../../storage/entitlements/entitlement-sets.ts';
import type { MeterPeriod } from '../../storage/usage/periods.ts';
import { loadReportMappings } from '../../storage/usage/report-mappings.ts';
import type { StoredReport } from '../../storage/usage/reports.ts';
import { loadUsageCustomers } from '../../storage/usage/summaries.ts';
import { insertEvents } from '../../storage/webhooks/events.ts';
import { insertNotices } from '../../storage/workspaces/notices.ts';
import type { ActionContext } from '../context.ts';
import { queueAlertMails } from './queue-alert-mails.ts';

/** An event about the use of a period. */
export interface UsageAnnouncement {
  readonly type: 'usage.threshold_reached' | 'usage.period_closed';
  readonly subscriptionId: string;
  readonly usage: EventUsage;
}

/**
 * Writes the events in the caller's transaction, with a constant number of statements. The entitlement does not change, so
 * they have its current version. A subscription that was removed has none. Thresholds are also mailed.
 */
export async function announceUsage(
  context: ActionContext,
  workspaceId: string,
  announcements: readonly UsageAnnouncement[],
): Promise<void> {
  if (announcements.length === 0) return;
  const { database, now, randomBytes } = context;
  const facts = await loadFactsOfSubscriptions(database, workspaceId, [
    ...new Set(announcements.map(({ subscriptionId }) => subscriptionId)),
  ]);
  const ids = timeOrderedIds(announcements.length, now, randomBytes);
  const events = announcements.flatMap(({ type, subscriptionId, usage }, index) => {
    const its = facts.get(subscriptionId);
    const subscribed = its?.subscriptions.find(
      ({ subscription }) => subscription.subscriptionId === subscriptionId,
    );
    if (!its || !subscribed) return [];
    const { accessLevel } = accessAt(its, now);
    const data = eventData({ ...its, ...subscribed, previousPlan: null, accessLevel, usage });
    return [{ eventId: ids[index] ?? '', type, occurredAt: now, data }];
  });
  await insertEvents(database, workspaceId, events);
  await queueAlertMails(context, workspaceId, announcements);
}

/** The use of a period as events have it. */
export function usageOf(
  { dimension, start, end, included }: MeterPeriod & { readonly included: QuantitySum | null },
  used: QuantitySum,
): EventUsage {
  return {
    dimension,
    period: { start, end },
    used: quantitySumToNumber(used),
    included: included === null ? null : quantitySumToNumber(included),
    overage: quantitySumToNumber(overage(used, included ?? 0n)),
  };
}

const noCustomer = { customer: '', product: '', productName: '' };

/** Raises the notices of changed reports, in the transaction of the change. */
export async function raiseUsageNotices(
  { database, now, randomBytes }: ActionContext,
  reports: readonly StoredReport[],
  noticeOf: (report: ReportOfCustomer) => Notice | null,
): Promise<void> {
  const notable = reports.filter((stored) => noticeOf({ ...stored, ...noCustomer, mapping: null }) !== null);
  for (const workspaceId of new Set(notable.map((stored) => stored.workspaceId).sort())) {
    const own = notable.filter((stored) => stored.workspaceId === workspaceId);
    const subscriptionIds = [...new Set(own.map(({ report }) => report.subscriptionId))];
    const customers = await loadUsageCustomers(database, workspaceId, subscriptionIds);
    const mappings = await loadReportMappings(database, workspaceId, own);
    const notices = own.flatMap((stored) => {
      const customer = customers.get(stored.report.subscriptionId) ?? noCustomer;
      const mapping = mappings.get(stored.report.reportId) ?? null;
      return noticeOf({ ...stored, ...customer, mapping }) ?? [];
    });
    await insertNotices(database, workspaceId, notices, { now, randomBytes });
  }
}
