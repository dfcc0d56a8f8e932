import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { quantityToNumber } from '../../core/quantity.ts';
import { refuseInvalid } from '../../core/refusal.ts';
import { isReplaceable, usageStatuses } from '../../core/usage-report.ts';
import { expiresAt } from '../../core/usage-window.ts';
import { loadUsageCustomers, type UsageCustomer } from '../../storage/usage-customers.ts';
import { listReports, type StoredReport } from '../../storage/usage-reports.ts';
import type { ApiContext } from '../context.ts';
import { sendRefusal } from '../problem.ts';
import { oneOf } from '../schemas.ts';
import { memberOf } from './access.ts';
import { pageAnswer, pageOf, pageQuery, readLimit } from './paging.ts';
import { instant, nullable, readRefusals, uuid, workspacePath } from './schemas.ts';
import { readUsageCursor, usageCursor } from './usage-cursor.ts';

const UsageReport = Type.Object(
  {
    reportId: uuid,
    subscriptionId: uuid,
    customer: Type.String({ description: "The organisation's name, or else the tenant's id." }),
    product: Type.String(),
    dimension: Type.String(),
    hour: instant,
    quantity: Type.Number(),
    status: oneOf(usageStatuses),
    isReplaceable: Type.Boolean({
      description: 'No sender has taken it: another quantity would replace it.',
    }),
    firstRecordedAt: instant,
    dueAt: Type.String({
      format: 'date-time',
      description: 'When its hold is over, later when the next try is.',
    }),
    expiresAt: Type.String({ format: 'date-time', description: 'The marketplace takes it until then.' }),
    tries: Type.Integer(),
    reason: Type.Unsafe<{ code: string; detail: string } | null>({
      type: ['object', 'null'],
      properties: { code: Type.String(), detail: Type.String() },
      required: ['code', 'detail'],
    }),
    decidedAt: nullable.instant,
    marketplaceSubscriptionId: Type.String(),
  },
  { $id: 'UsageReport' },
);

const example = {
  reportId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  subscriptionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8',
  customer: 'Contoso',
  product: 'aqueduct',
  dimension: 'rows-moved',
  hour: '2026-11-15T08:00:00.000Z',
  quantity: 12.5,
  status: 'Pending',
  isReplaceable: true,
  firstRecordedAt: '2026-11-15T09:00:00.000Z',
  dueAt: '2026-11-15T09:15:00.000Z',
  expiresAt: '2026-11-16T08:00:00.000Z',
  tries: 0,
  reason: null,
  decidedAt: null,
  marketplaceSubscriptionId: 'f0000000-0000-4000-8000-000000000001',
};

function viewOf({ report, marketplaceSubscriptionId }: StoredReport, customer: UsageCustomer | undefined) {
  return {
    reportId: report.reportId,
    subscriptionId: report.subscriptionId,
    customer: customer?.customer ?? '',
    product: customer?.product ?? '',
    dimension: report.dimension,
    hour: report.hour,
    quantity: quantityToNumber(report.quantity),
    status: report.status,
    isReplaceable: isReplaceable(report),
    firstRecordedAt: report.firstRecordedAt,
    dueAt: report.dueAt,
    expiresAt: expiresAt(report.hour),
    tries: report.claims,
    reason: report.reason,
    decidedAt: report.decidedAt,
    marketplaceSubscriptionId,
  };
}

export const usageReportRoute =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(UsageReport);
    app.get(
      '/workspaces/:workspaceId/usage-reports',
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
            status: Type.Optional(oneOf(usageStatuses)),
            subscriptionId: Type.Optional(uuid),
            from: Type.Optional(Type.String({ format: 'date-time', description: 'Hours from then on.' })),
            until: Type.Optional(Type.String({ format: 'date-time', description: 'Hours before then.' })),
          }),
          response: {
            200: pageAnswer('Reports, the newest hour first.', Type.Ref('UsageReport'), example),
            ...readRefusals(),
          },
        },
      },
      async (request, reply) => {
        const { limit, toRead } = readLimit(request.query);
        const { status, subscriptionId, from, until, after } = request.query;
        const key = after === undefined ? undefined : readUsageCursor(after);
        if (after !== undefined && !key) {
          const message = 'must be the next of another page';
          return sendRefusal(reply, refuseInvalid([{ path: 'after', rule: 'cursor', message }]));
        }
        const { workspaceId } = memberOf(request);
        const reports = await listReports(context.database, workspaceId, {
          status,
          subscriptionId,
          from: from === undefined ? undefined : new Date(from),
          until: until === undefined ? undefined : new Date(until),
          after: key,
          limit: toRead,
        });
        const ids = [...new Set(reports.map(({ report }) => report.subscriptionId))];
        const customers = await loadUsageCustomers(context.database, workspaceId, ids);
        return pageOf(
          reports,
          limit,
          ({ report }) => usageCursor(report),
          (stored) => viewOf(stored, customers.get(stored.report.subscriptionId)),
        );
      },
    );
  };
