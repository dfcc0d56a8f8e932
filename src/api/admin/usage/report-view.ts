import { type Static, type TObject, Type } from 'typebox';
import type { ReportMapping } from '../../../core/usage/notice.ts';
import { dimensionMaxLength } from '../../../core/usage/reports/record.ts';
import {
  isReplaceable,
  sentQuantityOf,
  usageOrigins,
  usageStatuses,
} from '../../../core/usage/reports/report.ts';
import { type UsageState, usageStateOf, usageStates } from '../../../core/usage/reports/state.ts';
import { scaleOf } from '../../../core/usage/reports/whole-units.ts';
import { expiresAt } from '../../../core/usage/reports/window.ts';
import { quantityToNumber } from '../../../core/values/quantity.ts';
import { instantOf } from '../../../core/values/timestamp.ts';
import type { ReportFilter } from '../../../storage/usage/report-list.ts';
import type { StoredReport } from '../../../storage/usage/reports.ts';
import type { UsageCustomer } from '../../../storage/usage/summaries.ts';
import { anySlug, oneOf } from '../../schemas.ts';
import { described, instant, nullable, uuid } from '../schemas.ts';

export const usageReportsPath = '/workspaces/:workspaceId/usage-reports';

const stateNames = Object.keys(usageStates) as UsageState[];

/** Whose reports, of which product and dimension. */
export const scopeFilter = {
  subscriptionId: Type.Optional(uuid),
  tenantId: Type.Optional(uuid),
  product: Type.Optional(anySlug("A product's slug.")),
  dimension: Type.Optional(
    Type.String({ minLength: 1, maxLength: dimensionMaxLength, description: 'The id of a dimension.' }),
  ),
};

/** The filters of the list and of its export. */
export const reportFilter = {
  status: Type.Optional(oneOf(usageStatuses)),
  state: Type.Optional(
    described(
      oneOf([...stateNames, 'failing', 'notSkipped']),
      '`failing`: undecided, and the last attempt failed. `notSkipped`: every state but `skipped`.',
    ),
  ),
  ...scopeFilter,
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Inclusive.' })),
  until: Type.Optional(Type.String({ format: 'date-time', description: 'Exclusive.' })),
};

export function readReportFilter({
  status,
  state,
  from,
  until,
  ...query
}: Static<TObject<typeof reportFilter>>): ReportFilter {
  return {
    status,
    state,
    ...readScope(query),
    from: from === undefined ? undefined : instantOf(from),
    until: until === undefined ? undefined : instantOf(until),
  };
}

export function readScope(holder: Static<TObject<typeof scopeFilter>>) {
  const { subscriptionId, tenantId, product, dimension } = holder;
  return { subscriptionId, tenantId: tenantId?.toLowerCase(), product, dimension };
}

/** How people name a dimension. */
export const dimensionLabel = {
  dimensionName: Type.String({ description: 'The id of a dimension that the plan does not have.' }),
  unit: described(nullable.text, 'Null if it is not known.'),
};

export function dimensionLabelOf(dimension: string, customer: UsageCustomer | undefined) {
  const label = customer?.dimensions[dimension];
  return { dimensionName: label?.name ?? dimension, unit: label?.unit ?? null };
}

export const UsageReport = Type.Object(
  {
    reportId: uuid,
    subscriptionId: uuid,
    customer: Type.String({ description: "The organisation's name, or else the tenant's id." }),
    product: Type.String(),
    dimension: Type.String(),
    ...dimensionLabel,
    hour: instant,
    quantity: Type.Number(),
    sentQuantity: described(
      nullable.number,
      'What the marketplace is told. It differs from the quantity where the marketplace takes whole units: the remainder is ' +
        'carried into later reports. Null before the first attempt, or while it is not known.',
    ),
    origin: described(
      oneOf(usageOrigins),
      'Whether an hourly record was reported, or the events of the hour were added up.',
    ),
    status: oneOf(usageStatuses),
    state: described(oneOf(stateNames), 'The status; a `Pending` report has the cause of its wait.'),
    isReplaceable: Type.Boolean({ description: 'It was never leased: another quantity replaces it.' }),
    firstRecordedAt: instant,
    dueAt: described(instant, 'The end of its hold, later the next attempt.'),
    expiresAt: Type.String({ format: 'date-time', description: 'The marketplace accepts it until then.' }),
    tries: Type.Integer(),
    reason: nullable.object({ code: Type.String(), detail: Type.String() }),
    decidedAt: nullable.instant,
    reportedAs: described(
      nullable.text,
      'Of a rejected report: the dimension as which its usage was reported instead.',
    ),
    mappingId: described(nullable.uuid, 'The plan mapping by which it is sent; null if it is gone.'),
    marketplaceSubscriptionId: Type.String({
      description: 'Empty: sold without a marketplace; the status is `NotBilled`.',
    }),
  },
  { $id: 'UsageReport' },
);

/** The usage of a customer in examples. */
export const usedExample = {
  subscriptionId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8',
  customer: 'Contoso',
  product: 'aqueduct',
  dimension: 'rows-moved',
  dimensionName: 'Rows moved',
  unit: 'million rows',
};

export const usageReportExample = {
  reportId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  ...usedExample,
  hour: '2026-11-15T08:00:00.000Z',
  quantity: 12.5,
  sentQuantity: null,
  origin: 'Records',
  status: 'Pending',
  state: 'held',
  isReplaceable: true,
  firstRecordedAt: '2026-11-15T09:00:00.000Z',
  dueAt: '2026-11-15T09:15:00.000Z',
  expiresAt: '2026-11-16T08:00:00.000Z',
  tries: 0,
  reason: null,
  decidedAt: null,
  reportedAs: null,
  mappingId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010d4',
  marketplaceSubscriptionId: 'f0000000-0000-4000-8000-000000000001',
};

/** Null where it is not fixed, or not known yet because the report is being sent. */
function knownSentQuantity(report: StoredReport['report']): number | null {
  const isKnown = scaleOf(report) === null ? report.attempts > 0 : report.sentQuantity !== undefined;
  return isKnown ? quantityToNumber(sentQuantityOf(report)) : null;
}

export function usageReportView(
  { report, marketplaceSubscriptionId, origin, reportedAs }: StoredReport,
  {
    customer,
    mapping,
  }: { readonly customer: UsageCustomer | undefined; readonly mapping?: ReportMapping | undefined },
  now: Date,
) {
  return {
    reportId: report.reportId,
    subscriptionId: report.subscriptionId,
    customer: customer?.customer ?? '',
    product: customer?.product ?? '',
    dimension: report.dimension,
    ...dimensionLabelOf(report.dimension, customer),
    hour: report.hour,
    quantity: quantityToNumber(report.quantity),
    sentQuantity: knownSentQuantity(report),
    origin,
    status: report.status,
    state: usageStateOf(report, now),
    isReplaceable: isReplaceable(report),
    firstRecordedAt: report.firstRecordedAt,
    dueAt: report.dueAt,
    expiresAt: expiresAt(report.hour, report),
    tries: report.attempts,
    reason: report.reason,
    decidedAt: report.decidedAt,
    reportedAs,
    mappingId: mapping?.mappingId ?? null,
    marketplaceSubscriptionId: marketplaceSubscriptionId ?? '',
  };
}
