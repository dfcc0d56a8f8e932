import { Type } from 'typebox';
import { recordExport } from '../../../actions/privacy/personal-data.ts';
import type { Database } from '../../../storage/database.ts';
import { loadReportMappings } from '../../../storage/usage/report-mappings.ts';
import {
  listReports,
  loadReportTotal,
  type ReportQuestion,
  reportOrder,
  type StoredReport,
} from '../../../storage/usage/reports.ts';
import { loadUsageCustomers, type UsageCustomer } from '../../../storage/usage/summaries.ts';
import { countedPageResponse } from '../paging.ts';
import { csvFile, fileResponse, readInBatches, rowsPerRead } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';
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
  'dimensionName',
  'unit',
  'sentQuantity',
];

const { sort } = sortedQuery(reportOrder);

export const readUsageReportRoutes = adminRoutes((routes, context) => {
  const viewWith = (customers: ReadonlyMap<string, UsageCustomer>, now: Date) => (stored: StoredReport) =>
    usageReportView(stored, { customer: customers.get(stored.report.subscriptionId) }, now);

  routes.get(usageReportsPath, {
    access: 'read',
    operationId: 'listUsageReports',
    summary: 'List usage reports',
    tags: ['Usage'],
    querystring: Type.Object({
      ...sortedQuery(reportOrder),
      ...reportFilter,
    }),
    responses: {
      200: countedPageResponse('Reports.', Type.Ref('UsageReport'), usageReportExample),
    },
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

  async function* viewBatches(workspaceId: string, filter: Omit<ReportQuestion, 'limit'>, now: Date) {
    const read = (last: StoredReport | undefined) => {
      const { sort = reportOrder.standard } = filter;
      const after = last && reportOrder.placeOf(sort, last);
      const question = { ...filter, after, limit: rowsPerRead };
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
    responses: {
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
      return fileResponse({ name: 'usage-reports.csv', contentType: 'text/csv; charset=utf-8' }, lines);
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
    report.dimensionName,
    report.unit,
    report.sentQuantity,
  ];
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
