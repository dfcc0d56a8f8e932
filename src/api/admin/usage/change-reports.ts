import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { correctUsageReport } from '../../../actions/usage/correct-report.ts';
import { releaseUsageReport } from '../../../actions/usage/release-report.ts';
import { isRefusal, type Refusal, refuseInvalid } from '../../../core/refusal.ts';
import { instantOf } from '../../../core/timestamp.ts';
import { type Quantity, readQuantity } from '../../../core/usage/quantity.ts';
import type { UsageKey } from '../../../core/usage/report.ts';
import { usageHourOf } from '../../../core/usage/window.ts';
import { loadUsageCustomers } from '../../../storage/usage/customers.ts';
import type { StoredReport } from '../../../storage/usage/reports.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer } from '../../schemas.ts';
import { actionContext, memberOf } from '../access.ts';
import { changeRefusals, instant, workspacePath } from '../schemas.ts';
import { usageReportExample, usageReportsPath, usageReportView } from './report-view.ts';

/** A report is known by subscription, hour and dimension: the key of its table, which needs no other index. */
const path = `${usageReportsPath}/:subscriptionId/:hour/:dimension`;
const reportPath = Type.Object({
  ...workspacePath('subscriptionId').properties,
  hour: instant,
  dimension: Type.String({ minLength: 1, maxLength: 100 }),
});

export const changeUsageReportRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const theReport = answer('The report.', Type.Ref('UsageReport'), {
      ...usageReportExample,
      quantity: 15,
    });
    const sendReport = async (reply: FastifyReply, changed: StoredReport | Refusal) => {
      if (isRefusal(changed)) return sendRefusal(reply, changed);
      const { workspaceId, report } = changed;
      const customers = await loadUsageCustomers(context.database, workspaceId, [report.subscriptionId]);
      return reply.send(usageReportView(changed, customers.get(report.subscriptionId), context.clock.now()));
    };

    app.post(
      `${path}/correct`,
      {
        config: { access: 'change:usage', exactNumbers: true },
        schema: {
          operationId: 'correctUsageReport',
          summary: 'Give a report that was not sent another quantity',
          description:
            '0 skips the hour. `replaces` is the quantity that was read: when the application has sent another one ' +
            'meanwhile, it is 412. From the moment a sender takes it a report is frozen: 409.',
          tags: ['Usage'],
          params: reportPath,
          body: Type.Object({
            quantity: Type.Number({ description: 'As usage records have it.' }),
            replaces: Type.Number(),
          }),
          response: {
            200: theReport,
            ...changeRefusals(
              'request.precondition_failed',
              'metering.window_already_reported',
              'metering.window_too_old',
            ),
          },
        },
      },
      async (request, reply) => {
        const key = readKey(request.params);
        const quantity = readAmount('quantity', request.body.quantity);
        if (isRefusal(quantity)) return sendRefusal(reply, quantity);
        const replaces = readAmount('replaces', request.body.replaces);
        if (isRefusal(replaces)) return sendRefusal(reply, replaces);
        const { workspaceId } = memberOf(request);
        const correction = { quantity, replaces };
        return sendReport(
          reply,
          await correctUsageReport(actionContext(context, request), workspaceId, key, correction),
        );
      },
    );

    app.post(
      `${path}/release`,
      {
        config: { access: 'change:usage' },
        schema: {
          operationId: 'releaseUsageReport',
          summary: 'Send a held report now',
          description: 'Its hold is over at once, and a sender takes it within seconds.',
          tags: ['Usage'],
          params: reportPath,
          response: {
            200: theReport,
            ...changeRefusals('usage_report.not_held', 'metering.window_too_old'),
          },
        },
      },
      async (request, reply) => {
        const key = readKey(request.params);
        const { workspaceId } = memberOf(request);
        return sendReport(reply, await releaseUsageReport(actionContext(context, request), workspaceId, key));
      },
    );
  };

function readKey(parameters: { subscriptionId: string; hour: string; dimension: string }): UsageKey {
  const { subscriptionId, dimension } = parameters;
  return { subscriptionId, dimension, hour: usageHourOf(instantOf(parameters.hour)) };
}

function readAmount(path: string, amount: number): Quantity | Refusal {
  const quantity = readQuantity(amount);
  return typeof quantity === 'number' ? quantity : refuseInvalid([{ path, ...quantity }]);
}
