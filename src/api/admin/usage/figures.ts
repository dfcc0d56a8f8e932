import { Type } from 'typebox';
import { isRefusal } from '../../../core/refusal.ts';
import { dimensionKey } from '../../../core/usage/dimension-label.ts';
import {
  type QuantitySum,
  quantitySumToNumber,
  readQuantitySum,
} from '../../../core/usage/events/quantity-sum.ts';
import { readHourRange } from '../../../core/usage/reports/hour-range.ts';
import { type UsageState, usageStates } from '../../../core/usage/reports/state.ts';
import type { Database } from '../../../storage/database.ts';
import { loadReportCounts, type StateCount } from '../../../storage/usage/figures.ts';
import { loadDimensionLabels } from '../../../storage/usage/labels.ts';
import {
  loadUsageCustomers,
  loadUsageSummaries,
  loadUsageSummaryTotal,
  type UsageSummary,
  usageSummaryOrder,
} from '../../../storage/usage/summaries.ts';
import { jsonResponse } from '../../schemas.ts';
import { countedPageResponse } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { described, instant, nullable, uuid } from '../schemas.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';
import { dimensionLabel, dimensionLabelOf, readScope, scopeFilter, usedExample } from './report-view.ts';

const range = {
  from: Type.Optional(described(instant, 'Default: seven days before `until`; at most 31 days before.')),
  until: Type.Optional(Type.String({ format: 'date-time', description: 'Default: now.' })),
};

const counts = Object.fromEntries(
  Object.entries(usageStates).map(([state, description]) => [state, Type.Integer({ description })]),
) as Record<UsageState, ReturnType<typeof Type.Integer>>;

const HeatMap = Type.Object({
  from: instant,
  until: instant,
  hours: Type.Array(
    Type.Object({
      hour: instant,
      ...counts,
      failing: Type.Integer({ description: 'Undecided, and the last attempt failed.' }),
      quantities: Type.Array(
        Type.Object({ product: Type.String(), dimension: Type.String(), quantity: Type.Number() }),
        { description: 'The sum of the reports of each dimension.' },
      ),
    }),
    { description: 'Hours with reports, oldest first.' },
  ),
  dimensions: Type.Array(
    Type.Object({ product: Type.String(), dimension: Type.String(), ...dimensionLabel }),
    { description: 'The dimensions with reports.' },
  ),
});

const nothing = Object.fromEntries(Object.keys(usageStates).map((state) => [state, 0])) as Record<
  UsageState,
  number
>;

const heatMapExample = {
  from: '2026-11-08T10:00:00.000Z',
  until: '2026-11-15T10:00:00.000Z',
  hours: [
    {
      hour: '2026-11-15T08:00:00.000Z',
      ...nothing,
      held: 3,
      accepted: 40,
      failing: 0,
      quantities: [{ product: 'aqueduct', dimension: 'rows-moved', quantity: 512.5 }],
    },
  ],
  dimensions: [
    { product: 'aqueduct', dimension: 'rows-moved', dimensionName: 'Rows moved', unit: 'million rows' },
  ],
};

interface CountedHour extends Record<UsageState, number> {
  readonly hour: Date;
  failing: number;
  /** By `dimensionKey`. */
  readonly sums: Map<string, { product: string; dimension: string; sum: QuantitySum }>;
}

function hoursOf(rows: readonly StateCount[]) {
  const hours = new Map<number, CountedHour>();
  for (const { hour, state, product, dimension, count, failing, quantity } of rows) {
    const counted = hours.get(hour.getTime()) ?? { hour, ...nothing, failing: 0, sums: new Map() };
    hours.set(hour.getTime(), counted);
    counted[state] += count;
    counted.failing += failing;
    const key = dimensionKey(product, dimension);
    const sum = (counted.sums.get(key)?.sum ?? 0n) + readQuantitySum(quantity);
    counted.sums.set(key, { product, dimension, sum });
  }
  return [...hours.values()].map(({ sums, ...counted }) => ({
    ...counted,
    quantities: [...sums.values()].map(({ sum, ...one }) => ({ ...one, quantity: quantitySumToNumber(sum) })),
  }));
}

async function dimensionsOf(database: Database, workspaceId: string, rows: readonly StateCount[]) {
  const found = new Map(rows.map((row) => [dimensionKey(row.product, row.dimension), row]));
  const labels = await loadDimensionLabels(
    database,
    workspaceId,
    rows.map(({ dimension }) => dimension),
  );
  return [...found].map(([key, { product, dimension }]) => {
    const label = labels.get(key);
    return { product, dimension, dimensionName: label?.name ?? dimension, unit: label?.unit ?? null };
  });
}

const Summary = Type.Object(
  {
    subscriptionId: uuid,
    customer: Type.String(),
    product: Type.String(),
    dimension: Type.String(),
    ...dimensionLabel,
    marketplaceSubscriptionId: Type.String(),
    reports: Type.Integer(),
    reported: Type.Number({ description: 'The quantity reported by applications.' }),
    sent: Type.Number({ description: 'The part of it that was sent to the marketplace.' }),
    accepted: Type.Number(),
    lost: Type.Number({
      description:
        'Rejected, expired or with a different quantity at the marketplace: not billed as reported.',
    }),
    processed: described(
      nullable.number,
      'The quantity at the marketplace on the compared days; null if no day was compared.',
    ),
    differingDays: Type.Integer({
      description: 'Days on which the marketplace has a different quantity than it accepted.',
    }),
    comparedAt: nullable.instant,
  },
  { $id: 'UsageSummary' },
);

const summaryExample = {
  ...usedExample,
  marketplaceSubscriptionId: 'f0000000-0000-4000-8000-000000000001',
  reports: 24,
  reported: 300,
  sent: 290.5,
  accepted: 290.5,
  lost: 0,
  processed: 250,
  differingDays: 0,
  comparedAt: '2026-11-15T06:00:00.000Z',
};

type LabelledSummary = UsageSummary & ReturnType<typeof dimensionLabelOf>;

function summaryView(sum: LabelledSummary) {
  return {
    ...sum,
    reported: Number(sum.reported),
    sent: Number(sum.sent),
    accepted: Number(sum.accepted),
    lost: Number(sum.lost),
    processed: sum.processed === null ? null : Number(sum.processed),
  };
}

export const usageFigureRoutes = adminRoutes('Usage', (routes, context) => {
  const { database } = context;
  routes.schemas(Summary);

  routes.get('/workspaces/:workspaceId/usage-hours', {
    access: 'read',
    operationId: 'countUsageReports',
    summary: 'Count usage reports by hour and state',
    querystring: Type.Object({ ...range, ...scopeFilter }),
    responses: { 200: jsonResponse('Counts by hour and state.', HeatMap, heatMapExample) },
    handle: async ({ workspaceId, query }) => {
      const now = context.clock.now();
      const range = readHourRange(query, now);
      if (isRefusal(range)) return range;
      const rows = await loadReportCounts(database, workspaceId, range, readScope(query), now);
      const dimensions = await dimensionsOf(database, workspaceId, rows);
      return { ...range, hours: hoursOf(rows), dimensions };
    },
  });

  routes.get('/workspaces/:workspaceId/usage-summary', {
    access: 'read',
    operationId: 'summariseUsage',
    summary: 'Compare reported, sent and accepted usage with the marketplace',
    description: 'By subscription and dimension, over a range of hours.',
    querystring: Type.Object({
      ...sortedQuery(usageSummaryOrder),
      ...range,
      ...scopeFilter,
    }),
    responses: {
      200: countedPageResponse(
        'Sums of a subscription and dimension.',
        Type.Ref('UsageSummary'),
        summaryExample,
      ),
    },
    handle: async ({ workspaceId, query }) => {
      const range = readHourRange(query, context.clock.now());
      if (isRefusal(range)) return range;
      const holder = readScope(query);
      return readSortedPage(query, {
        order: usageSummaryOrder,
        read: async (page) => {
          const sums = await loadUsageSummaries(database, workspaceId, range, { ...holder, ...page });
          const subscriptionIds = [...new Set(sums.map(({ subscriptionId }) => subscriptionId))];
          const customers = await loadUsageCustomers(database, workspaceId, subscriptionIds);
          return sums.map((sum) => ({
            ...sum,
            ...dimensionLabelOf(sum.dimension, customers.get(sum.subscriptionId)),
          }));
        },
        count: () => loadUsageSummaryTotal(database, workspaceId, range, holder),
        viewOf: summaryView,
      });
    },
  });
});
