import type { ReportOfCustomer } from '../../core/usage/notice.ts';
import type { Notice } from '../../core/workspaces/notice.ts';
import { loadUsageCustomers } from '../../storage/usage/customers.ts';
import type { StoredReport } from '../../storage/usage/reports.ts';
import { insertNotices } from '../../storage/workspaces/notices.ts';
import type { ActionContext } from '../context.ts';

const noCustomer = { customer: '', product: '' };

/** Raises the notices of changed reports, in the transaction of the change. */
export async function raiseUsageNotices(
  { database, now, randomBytes }: ActionContext,
  reports: readonly StoredReport[],
  noticeOf: (report: ReportOfCustomer) => Notice | null,
): Promise<void> {
  const notable = reports.filter((stored) => noticeOf({ ...stored, ...noCustomer }) !== null);
  for (const workspaceId of new Set(notable.map((stored) => stored.workspaceId).sort())) {
    const own = notable.filter((stored) => stored.workspaceId === workspaceId);
    const subscriptionIds = [...new Set(own.map(({ report }) => report.subscriptionId))];
    const customers = await loadUsageCustomers(database, workspaceId, subscriptionIds);
    const notices = own.flatMap((stored) => {
      const customer = customers.get(stored.report.subscriptionId) ?? noCustomer;
      return noticeOf({ ...stored, ...customer }) ?? [];
    });
    await insertNotices(database, workspaceId, notices, { now, randomBytes });
  }
}
