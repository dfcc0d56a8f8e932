import { type Static, type TObject, Type } from 'typebox';
import { recordExport } from '../../../actions/privacy/personal-data.ts';
import { includedPeriods, limitActions, limitPeriods } from '../../../core/catalogue/meter.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { defaultDays, maxDays, readDayRange } from '../../../core/usage/day-range.ts';
import { quantitySumToNumber, quantitySumToText } from '../../../core/usage/events/quantity-sum.ts';
import { limitSetters } from '../../../core/usage/limits/limit.ts';
import { dayText } from '../../../core/values/day.ts';
import { jsonResponse, oneOf } from '../../schemas.ts';
import { type CsvColumns, csvResponse, sendCsv } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { described, nullable } from '../schemas.ts';
import { readScope, scopeFilter } from './report-view.ts';
import { loadUsageSeries, type UsageSeries } from './usage-series.ts';

const path = '/workspaces/:workspaceId/usage/by-day';

const maxSeries = 100;

const day = Type.String({ format: 'date', description: 'In UTC.' });

/** The filters of the response and of its export. */
const filter = {
  ...scopeFilter,
  from: Type.Optional(
    Type.String({
      format: 'date',
      description: `The first day, in UTC. Default: ${defaultDays} days with \`to\`; at most ${maxDays}.`,
    }),
  ),
  to: Type.Optional(Type.String({ format: 'date', description: 'The last day, in UTC. Default: today.' })),
};

const UsageSeriesSchema = Type.Object(
  {
    product: Type.String({ description: 'The slug of the product; empty if the subscription is unknown.' }),
    productName: Type.String(),
    dimension: Type.String(),
    name: Type.String({ description: 'The id of the dimension if no plan of the product has it.' }),
    unit: described(nullable.text, 'Null if it is not known.'),
    subscriptions: Type.Integer({ description: 'Subscriptions that used it in the range.' }),
    total: Type.Number({ description: 'The usage of all days.' }),
    included: nullable.object(
      { quantity: Type.Number(), per: oneOf(includedPeriods) },
      'Of one subscription, as its plan has it now; null if nothing is included.',
    ),
    limit: described(
      nullable.number,
      'Of one subscription: the limit of its plan with the id of the dimension; null if it has none.',
    ),
    usageLimits: Type.Array(
      Type.Object({
        setBy: oneOf(limitSetters),
        quantity: Type.Number(),
        per: oneOf(limitPeriods),
        action: oneOf(limitActions),
      }),
      { description: 'Of one subscription: the usage limits in force now, but those for a subject.' },
    ),
    days: Type.Array(
      Type.Object({
        day,
        quantity: Type.Number(),
        periodTotal: described(
          nullable.number,
          'The usage from the start of the period in which the day ends; null without an included quantity, a limit or a ' +
            'usage limit of a longer period than a day. The period is that of the included quantity, or else a month ' +
            'for `limit`, or that of the first usage limit.',
        ),
      }),
      { description: 'Every day of the range, days without usage too.' },
    ),
  },
  { $id: 'UsageSeries' },
);

const UsageByDay = Type.Object({
  from: day,
  to: day,
  total: Type.Integer({ description: 'The number of dimensions with usage.' }),
  series: Type.Array(Type.Ref('UsageSeries'), {
    description: 'One for each dimension of a product; the one that the most subscriptions use first.',
  }),
});

const example = {
  from: '2026-11-14',
  to: '2026-11-15',
  total: 1,
  series: [
    {
      product: 'aqueduct',
      productName: 'Aqueduct',
      dimension: 'rows-moved',
      name: 'Rows moved',
      unit: 'million rows',
      subscriptions: 1,
      total: 12.5,
      included: { quantity: 100, per: 'Month' },
      limit: null,
      usageLimits: [{ setBy: 'Plan', quantity: 500, per: 'Month', action: 'Deny' }],
      days: [
        { day: '2026-11-14', quantity: 0, periodTotal: 80 },
        { day: '2026-11-15', quantity: 12.5, periodTotal: 92.5 },
      ],
    },
  ],
};

const columns: CsvColumns<UsageSeries & UsageSeries['days'][number]> = {
  day: (row) => row.day,
  product: (row) => row.product,
  dimension: (row) => row.dimension,
  name: (row) => row.name,
  unit: (row) => row.unit,
  quantity: (row) => quantitySumToText(row.quantity),
  periodTotal: ({ periodTotal }) => (periodTotal === null ? null : quantitySumToText(periodTotal)),
  included: (row) => row.included?.quantity,
  includedPer: (row) => row.included?.per,
  limit: (row) => row.limit,
};

export const usageByDayRoutes = adminRoutes('Usage', (routes, context) => {
  routes.schemas(UsageSeriesSchema);

  const load = async (workspaceId: string, query: Static<TObject<typeof filter>>) => {
    const now = context.clock.now();
    const range = readDayRange(query, now);
    if (isRefusal(range)) return range;
    const series = await loadUsageSeries(context.database, workspaceId, readScope(query), range, now);
    return { range, series };
  };

  routes.get(path, {
    access: 'read',
    operationId: 'readUsageByDay',
    summary: 'Read usage by day',
    description:
      'The usage of each dimension on each day, in UTC: hourly totals of events, and hourly records. Usage within the ' +
      'included quantity counts, although it is not reported. Of a subscription or a customer, every dimension of its plans is ' +
      'in the response; otherwise those with usage.',
    querystring: Type.Object({
      ...filter,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: maxSeries, description: `Dimensions. Default: ${maxSeries}.` }),
      ),
    }),
    responses: { 200: jsonResponse('Usage by day.', UsageByDay, example) },
    handle: async ({ workspaceId, query }) => {
      const loaded = await load(workspaceId, query);
      if (isRefusal(loaded)) return loaded;
      const { range, series } = loaded;
      return {
        from: dayText(range.from),
        to: dayText(range.to),
        total: series.length,
        series: series.slice(0, query.limit ?? maxSeries).map(viewOf),
      };
    },
  });

  routes.get(`${path}.csv`, {
    access: 'read',
    operationId: 'exportUsageByDay',
    summary: 'Export usage by day as CSV',
    description: 'With the filters of the response, and every dimension. Quantities are exact.',
    querystring: Type.Object(filter),
    responses: { 200: csvResponse('day of a dimension') },
    handle: async ({ action, workspaceId, query }) => {
      const loaded = await load(workspaceId, query);
      if (isRefusal(loaded)) return loaded;
      await recordExport(action, workspaceId, 'usage_days.exported', { format: 'csv', ...query });
      return sendCsv('usage-by-day.csv', columns, rowsOf(loaded.series));
    },
  });
});

function viewOf({ days, total, usageLimits, ...series }: UsageSeries) {
  return {
    ...series,
    usageLimits: usageLimits.map(({ subject: _, ...limit }) => limit),
    total: quantitySumToNumber(total),
    days: days.map(({ day, quantity, periodTotal }) => ({
      day,
      quantity: quantitySumToNumber(quantity),
      periodTotal: periodTotal === null ? null : quantitySumToNumber(periodTotal),
    })),
  };
}

/** The lines of one dimension at a time. */
async function* rowsOf(all: readonly UsageSeries[]) {
  for (const series of all) yield series.days.map((day) => ({ ...series, ...day }));
}
