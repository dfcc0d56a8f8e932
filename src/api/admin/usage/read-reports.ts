import { Type } from 'typebox';
import { recordExport } from '../../../actions/privacy/personal-data.ts';
import type { Database } from '../../../storage/database.ts';
import {
  listReports,
  loadReportTotal,
  type ReportQuestion,
  reportOrder,
} from '../../../storage/usage/report-list.ts';
import { loadReportMappings } from '../../../storage/usage/report-mappings.ts';
import type { StoredReport } from '../../../storage/usage/reports.ts';
import { loadUsageCustomers, type UsageCustomer } from '../../../storage/usage/summaries.ts';
import { countedPageResponse } from '../paging.ts';
import { type CsvColumns, csvText, mapBatches, sendCsv } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { readSortedBatches, readSortedPage, sortedQuery } from '../sorted-list.ts';
import {
  readReportFilter,
  reportFilter,
  usageReportExample,
  usageReportsPath,
  usageReportView,
} from './report-view.ts';

const columns: CsvColumns<ReturnType<typeof usageReportView>> = {
  hour: (report) => report.hour,
  customer: (report) => report.customer,
  product: (report) => report.product,
  dimension: (report) => report.dimension,
  quantity: (report) => report.quantity,
  status: (report) => report.status,
  dueAt: (report) => report.dueAt,
  expiresAt: (report) => report.expiresAt,
  tries: (report) => report.tries,
  reasonCode: (report) => report.reason?.code,
  reasonDetail: (report) => report.reason?.detail,
  decidedAt: (report) => report.decidedAt,
  subscriptionId: (report) => report.subscriptionId,
  marketplaceSubscriptionId: (report) => report.marketplaceSubscriptionId,
  reportId: (report) => report.reportId,
  origin: (report) => report.origin,
  dimensionName: (report) => report.dimensionName,
  unit: (report) => report.unit,
  sentQuantity: (report) => report.sentQuantity,
};

const { sort } = sortedQuery(reportOrder);

export const readUsageReportRoutes = adminRoutes('Usage', (routes, context) => {
  const viewWith = (customers: ReadonlyMap<string, UsageCustomer>, now: Date) => (stored: StoredReport) =>
    usageReportView(stored, { customer: customers.get(stored.report.subscriptionId) }, now);

  routes.get(usageReportsPath, {
    access: 'read',
    operationId: 'listUsageReports',
    summary: 'List usage reports',
    querystring: Type.Object({
      ...sortedQuery(reportOrder),
      ...reportFilter,
    }),
    responses: { 200: countedPageResponse('Reports.', Type.Ref('UsageReport'), usageReportExample) },
    handle: ({ workspaceId, query }) => {
      const { database } = context;
      const filter = readReportFilter(query);
      const now = context.clock.now();
      return readSortedPage(query, {
        order: reportOrder,
        read: async (page) => {
          const reports = await listReports(database, workspaceId, { ...filter, ...page }, now);
          const customers = await loadUsageCustomers(database, workspaceId, subscriptionsOf(reports));
          const mappings = await loadReportMappings(database, workspaceId, reports);
          return reports.map((stored) => ({
            ...stored,
            customer: customers.get(stored.report.subscriptionId),
            mapping: mappings.get(stored.report.reportId),
          }));
        },
        count: () => loadReportTotal(database, workspaceId, filter, now),
        viewOf: ({ customer, mapping, ...stored }) => usageReportView(stored, { customer, mapping }, now),
      });
    },
  });

  function viewBatches(workspaceId: string, { sort, ...filter }: Omit<ReportQuestion, 'limit'>, now: Date) {
    const { database } = context;
    const read = (page: ReportQuestion) => listReports(database, workspaceId, { ...filter, ...page }, now);
    const customers = new CustomerCache(database, workspaceId);
    return mapBatches(readSortedBatches(reportOrder, read, sort), async (reports) =>
      reports.map(viewWith(await customers.load(subscriptionsOf(reports)), now)),
    );
  }

  routes.get(`${usageReportsPath}.csv`, {
    access: 'read',
    operationId: 'exportUsageReports',
    summary: 'Export usage reports as CSV',
    description:
      'With the filters and the order of the list. A text that a spreadsheet would evaluate as a formula has an ' +
      'apostrophe before it.',
    querystring: Type.Object({ sort, ...reportFilter }),
    responses: { 200: csvText('One line for each report; the first line has the column names.') },
    handle: async ({ action, workspaceId, query }) => {
      const filter = { ...readReportFilter(query), sort: query.sort };
      const exported = { format: 'csv', ...query };
      await recordExport(action, workspaceId, 'usage_reports.exported', exported);
      return sendCsv('usage-reports.csv', columns, viewBatches(workspaceId, filter, context.clock.now()));
    },
  });
});

function subscriptionsOf(reports: readonly StoredReport[]): readonly string[] {
  return [...new Set(reports.map(({ report }) => report.subscriptionId))];
}

/** About 20 MB. */
const maxCached = 100_000;

/**
 * Customers for an export of usage reports, each read once and not with every batch. Nothing is evicted: reports come hour
 * by hour, so each entry is needed again only after all others.
 */
export class CustomerCache {
  readonly #database: Database;
  readonly #workspaceId: string;
  readonly #max: number;
  readonly #cached = new Map<string, UsageCustomer>();

  constructor(database: Database, workspaceId: string, max = maxCached) {
    this.#database = database;
    this.#workspaceId = workspaceId;
    this.#max = max;
  }

  /** Customers by subscription id. */
  async load(subscriptionIds: readonly string[]): Promise<ReadonlyMap<string, UsageCustomer>> {
    const missing = subscriptionIds.filter((id) => !this.#cached.has(id));
    if (missing.length === 0) return this.#cached;
    const read = await loadUsageCustomers(this.#database, this.#workspaceId, missing);
    if (this.#cached.size + read.size > this.#max) {
      return new Map([...subscriptionIds.flatMap((id) => this.#entry(id)), ...read]);
    }
    for (const [id, customer] of read) this.#cached.set(id, customer);
    return this.#cached;
  }

  #entry(id: string): readonly (readonly [string, UsageCustomer])[] {
    const customer = this.#cached.get(id);
    return customer ? [[id, customer]] : [];
  }
}
