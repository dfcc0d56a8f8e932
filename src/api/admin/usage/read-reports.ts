import { Type } from 'typebox';
import { recordExport } from '../../../actions/privacy/record-export.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { loadUsageCustomers, type UsageCustomer } from '../../../storage/usage/customers.ts';
import {
  listReports,
  type ReportQuestion,
  reportSorts,
  type StoredReport,
} from '../../../storage/usage/reports.ts';
import { csvFile, fileAnswer, readInBatches, rowsPerRead } from '../file-answer.ts';
import { afterText, pageAnswer, pageOf, pageQuery, readAfter, readLimit, sortedBy } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { readUsageCursor, usageCursor } from './cursor.ts';
import { CustomerCache } from './customer-cache.ts';
import {
  readReportFilter,
  reportFilter,
  usageReportExample,
  usageReportsPath,
  usageReportView,
} from './report-view.ts';

const columns = [
  'hour',
  'customer',
  'product',
  'dimension',
  'quantity',
  'status',
  'dueAt',
  'expiresAt',
  'tries',
  'reasonCode',
  'reasonDetail',
  'decidedAt',
  'subscriptionId',
  'marketplaceSubscriptionId',
  'reportId',
  'origin',
];

const sort = sortedBy(reportSorts, '-hour');

export const readUsageReportRoutes = adminRoutes((routes, context) => {
  const viewWith = (customers: ReadonlyMap<string, UsageCustomer>, now: Date) => (stored: StoredReport) =>
    usageReportView(stored, customers.get(stored.report.subscriptionId), now);

  routes.get(usageReportsPath, {
    access: 'read',
    operationId: 'listUsageReports',
    summary: 'List usage reports',
    tags: ['Usage'],
    querystring: Type.Object({
      ...pageQuery,
      after: afterText(500),
      sort,
      ...reportFilter,
    }),
    answers: {
      200: pageAnswer('Reports.', Type.Ref('UsageReport'), usageReportExample),
    },
    handle: async ({ workspaceId, query }) => {
      const { limit, toRead } = readLimit(query);
      const after = readAfter(query.after, readUsageCursor);
      if (isRefusal(after)) return after;
      const question = { ...readReportFilter(query), sort: query.sort, after, limit: toRead };
      const now = context.clock.now();
      const reports = await listReports(context.database, workspaceId, question, now);
      const customers = await loadUsageCustomers(context.database, workspaceId, subscriptionsOf(reports));
      return pageOf(reports, limit, ({ report }) => usageCursor(report), viewWith(customers, now));
    },
  });

  async function* viewBatches(workspaceId: string, filter: Omit<ReportQuestion, 'limit'>, now: Date) {
    const read = (last: StoredReport | undefined) => {
      const question = { ...filter, after: last?.report, limit: rowsPerRead };
      return listReports(context.database, workspaceId, question, now);
    };
    const customers = new CustomerCache(context.database, workspaceId);
    for await (const reports of readInBatches(read)) {
      yield reports.map(viewWith(await customers.load(subscriptionsOf(reports)), now));
    }
  }

  routes.get(`${usageReportsPath}.csv`, {
    access: 'read',
    operationId: 'exportUsageReports',
    summary: 'Export usage reports as CSV',
    description:
      'With the filters and the order of the list. A text that a spreadsheet would evaluate as a formula has an ' +
      'apostrophe before it.',
    tags: ['Usage'],
    querystring: Type.Object({ sort, ...reportFilter }),
    answers: {
      200: {
        description: 'One line for each report; the first line has the column names.',
        content: { 'text/csv': { schema: { type: 'string' } } },
      },
    },
    handle: async ({ action, workspaceId, query }) => {
      const filter = { ...readReportFilter(query), sort: query.sort };
      const exported = { format: 'csv', ...query };
      await recordExport(action, workspaceId, 'usage_reports.exported', exported);
      const lines = csvFile(columns, viewBatches(workspaceId, filter, context.clock.now()), cellsOf);
      return fileAnswer({ name: 'usage-reports.csv', contentType: 'text/csv; charset=utf-8' }, lines);
    },
  });
});

function subscriptionsOf(reports: readonly StoredReport[]): readonly string[] {
  return [...new Set(reports.map(({ report }) => report.subscriptionId))];
}

function cellsOf(report: ReturnType<typeof usageReportView>) {
  const { hour, dueAt, expiresAt, decidedAt, reason } = report;
  return [
    hour.toISOString(),
    report.customer,
    report.product,
    report.dimension,
    report.quantity,
    report.status,
    dueAt.toISOString(),
    expiresAt.toISOString(),
    report.tries,
    reason?.code ?? null,
    reason?.detail ?? null,
    decidedAt?.toISOString() ?? null,
    report.subscriptionId,
    report.marketplaceSubscriptionId,
    report.reportId,
    report.origin,
  ];
}
