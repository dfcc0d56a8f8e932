import { Type } from 'typebox';
import {
  correctUsageReport,
  releaseUsageReport,
  reportUsage,
} from '../../../actions/usage/manual-reports.ts';
import { isRefusal, type Refusal, refuseInvalid } from '../../../core/refusal.ts';
import { dimensionMaxLength } from '../../../core/usage/reports/record.ts';
import type { UsageKey } from '../../../core/usage/reports/report.ts';
import { usageHourOf } from '../../../core/usage/reports/window.ts';
import { type Quantity, readQuantity } from '../../../core/values/quantity.ts';
import { instantOf } from '../../../core/values/timestamp.ts';
import { loadReportMappings } from '../../../storage/usage/report-mappings.ts';
import type { StoredReport } from '../../../storage/usage/reports.ts';
import { loadUsageCustomers } from '../../../storage/usage/summaries.ts';
import { jsonResponse } from '../../schemas.ts';
import { adminRoutes } from '../routes.ts';
import { instant, uuid } from '../schemas.ts';
import { usageReportExample, usageReportsPath, usageReportView } from './report-view.ts';

/** The primary key of reports is subscription, hour and dimension; no other index is needed. */
const path = `${usageReportsPath}/:subscriptionId/:hour/:dimension`;
const reportPath = Type.Object({
  workspaceId: uuid,
  subscriptionId: uuid,
  hour: instant,
  dimension: Type.String({ minLength: 1, maxLength: dimensionMaxLength }),
});

export const changeUsageReportRoutes = adminRoutes('Usage', (routes, context) => {
  const theReport = jsonResponse('The report.', Type.Ref('UsageReport'), {
    ...usageReportExample,
    quantity: 15,
  });
  const viewOf = async (changed: StoredReport | Refusal) => {
    if (isRefusal(changed)) return changed;
    const { workspaceId, report } = changed;
    const customers = await loadUsageCustomers(context.database, workspaceId, [report.subscriptionId]);
    const mappings = await loadReportMappings(context.database, workspaceId, [changed]);
    const names = { customer: customers.get(report.subscriptionId), mapping: mappings.get(report.reportId) };
    return usageReportView(changed, names, context.clock.now());
  };

  routes.post(usageReportsPath, {
    access: 'change:usage',
    exactNumbers: true,
    operationId: 'reportUsage',
    summary: 'Report usage by hand',
    description:
      'With the checks of a usage record. An hour without a report is recorded and sent after the hold. An hour that the ' +
      'marketplace rejected is reported again with this quantity: it is sent within seconds, as the plan is mapped now, ' +
      'and its notice is marked as done. With `insteadOf` it is reported as another dimension, once: the rejected report ' +
      'stays, and has the other dimension as `reportedAs`. Any other hour is refused: correct a report on hold instead.',
    body: Type.Object({
      subscriptionId: uuid,
      dimension: Type.String({ minLength: 1, maxLength: dimensionMaxLength }),
      hour: Type.String({ format: 'date-time', description: 'Any moment of the UTC hour.' }),
      quantity: Type.Number({ description: 'As in usage records.' }),
      insteadOf: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: dimensionMaxLength,
          description:
            'The dimension of the rejected report of this hour whose usage this is. The quantity must be the same.',
        }),
      ),
    }),
    responses: { 200: theReport },
    refusals: [
      'metering.window_not_ended',
      'metering.window_too_old',
      'metering.window_already_reported',
      'metering.marketplace_subscription_missing',
      'metering.not_metered',
      'metering.unknown_dimension',
      'metering.subscription_not_active',
      'metering.fed_by_events',
    ],
    handle: async ({ action, caller, workspaceId, body }) => {
      const quantity = readAmount('quantity', body.quantity);
      if (isRefusal(quantity)) return quantity;
      const insteadOf = body.insteadOf === body.dimension ? null : (body.insteadOf ?? null);
      const usage = { ...readKey(body), quantity, insteadOf };
      return viewOf(await reportUsage(action, workspaceId, usage, caller.signature));
    },
  });

  routes.post(`${path}/correct`, {
    access: 'change:usage',
    exactNumbers: true,
    operationId: 'correctUsageReport',
    summary: 'Replace the quantity of an unsent report',
    description:
      '0 skips the hour. `replaces` is the quantity that was read: if the application has sent another one ' +
      'meanwhile, the response is 412. After its first lease a report is frozen: 409.',
    params: reportPath,
    body: Type.Object({
      quantity: Type.Number({ description: 'As in usage records.' }),
      replaces: Type.Number(),
    }),
    responses: { 200: theReport },
    refusals: ['request.precondition_failed', 'metering.window_already_reported', 'metering.window_too_old'],
    handle: async ({ action, workspaceId, params, body }) => {
      const key = readKey(params);
      const quantity = readAmount('quantity', body.quantity);
      if (isRefusal(quantity)) return quantity;
      const replaces = readAmount('replaces', body.replaces);
      if (isRefusal(replaces)) return replaces;
      const correction = { quantity, replaces };
      return viewOf(await correctUsageReport(action, workspaceId, key, correction));
    },
  });

  routes.post(`${path}/release`, {
    access: 'change:usage',
    operationId: 'releaseUsageReport',
    summary: 'Release a report on hold',
    description: 'Ends the hold; the report is sent within seconds.',
    params: reportPath,
    responses: { 200: theReport },
    refusals: ['usage_report.not_held', 'metering.window_too_old'],
    handle: async ({ action, workspaceId, params }) => {
      const key = readKey(params);
      return viewOf(await releaseUsageReport(action, workspaceId, key));
    },
  });
});

function readKey(parameters: { subscriptionId: string; hour: string; dimension: string }): UsageKey {
  const { subscriptionId, dimension } = parameters;
  return { subscriptionId, dimension, hour: usageHourOf(instantOf(parameters.hour)) };
}

function readAmount(path: string, amount: number): Quantity | Refusal {
  const quantity = readQuantity(amount);
  return typeof quantity === 'number' ? quantity : refuseInvalid([{ path, ...quantity }]);
}
