import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { recordExport } from '../../../actions/privacy/record-export.ts';
import { csvLine } from '../../../core/csv.ts';
import { refuseInvalid } from '../../../core/refusal.ts';
import { loadUsageCustomers } from '../../../storage/usage/customers.ts';
import { listReports, type ReportQuestion, type StoredReport } from '../../../storage/usage/reports.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { actionContext, memberOf } from '../access.ts';
import { pageAnswer, pageOf, pageQuery, readLimit } from '../paging.ts';
import { readRefusals, workspacePath } from '../schemas.ts';
import { sendFile } from '../send-file.ts';
import { readUsageCursor, usageCursor } from './cursor.ts';
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
];
const linesAtOnce = 1_000;

export const readUsageReportRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const viewsOf = async (workspaceId: string, reports: readonly StoredReport[], now: Date) => {
      const ids = [...new Set(reports.map(({ report }) => report.subscriptionId))];
      const customers = await loadUsageCustomers(context.database, workspaceId, ids);
      return (stored: StoredReport) =>
        usageReportView(stored, customers.get(stored.report.subscriptionId), now);
    };

    app.get(
      usageReportsPath,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'listUsageReports',
          summary: 'List usage reports',
          tags: ['Usage'],
          params: workspacePath(),
          querystring: Type.Object({
            ...pageQuery,
            after: Type.Optional(
              Type.String({ maxLength: 500, description: 'The `next` of the page before.' }),
            ),
            ...reportFilter,
          }),
          response: {
            200: pageAnswer('Reports, the newest hour first.', Type.Ref('UsageReport'), usageReportExample),
            ...readRefusals(),
          },
        },
      },
      async (request, reply) => {
        const { limit, toRead } = readLimit(request.query);
        const { after } = request.query;
        const key = after === undefined ? undefined : readUsageCursor(after);
        if (after !== undefined && !key) {
          const message = 'must be the next of another page';
          return sendRefusal(reply, refuseInvalid([{ path: 'after', rule: 'cursor', message }]));
        }
        const { workspaceId } = memberOf(request);
        const question = { ...readReportFilter(request.query), after: key, limit: toRead };
        const now = context.clock.now();
        const reports = await listReports(context.database, workspaceId, question, now);
        return pageOf(
          reports,
          limit,
          ({ report }) => usageCursor(report),
          await viewsOf(workspaceId, reports, now),
        );
      },
    );

    async function* csvOf(workspaceId: string, filter: Omit<ReportQuestion, 'limit'>, now: Date) {
      let heading = csvLine(columns);
      let after: ReportQuestion['after'];
      do {
        const question = { ...filter, after, limit: linesAtOnce };
        const reports = await listReports(context.database, workspaceId, question, now);
        const view = await viewsOf(workspaceId, reports, now);
        yield heading + reports.map((stored) => csvOfReport(view(stored))).join('');
        heading = '';
        after = reports.length === linesAtOnce ? reports.at(-1)?.report : undefined;
      } while (after);
    }

    app.get(
      `${usageReportsPath}.csv`,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'exportUsageReports',
          summary: 'Usage reports as a CSV file',
          description:
            'The same filters as the list, every report that fits. A text that a spreadsheet would take for a formula has an ' +
            'apostrophe before it.',
          tags: ['Usage'],
          params: workspacePath(),
          querystring: Type.Object(reportFilter),
          response: {
            200: {
              description: 'One line a report, the newest hour first; the first line names the columns.',
              content: { 'text/csv': { schema: { type: 'string' } } },
            },
            ...readRefusals(),
          },
        },
      },
      async (request, reply) => {
        const filter = readReportFilter(request.query);
        const { workspaceId } = memberOf(request);
        const exported = { format: 'csv', ...request.query };
        await recordExport(actionContext(context, request), workspaceId, 'usage_reports.exported', exported);
        const lines = csvOf(workspaceId, filter, context.clock.now());
        return sendFile(reply, { name: 'usage-reports.csv', contentType: 'text/csv; charset=utf-8' }, lines);
      },
    );
  };

function csvOfReport(report: ReturnType<typeof usageReportView>): string {
  const { hour, dueAt, expiresAt, decidedAt, reason } = report;
  return csvLine([
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
  ]);
}
