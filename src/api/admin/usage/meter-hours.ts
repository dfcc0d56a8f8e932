import { type Static, type TObject, Type } from 'typebox';
import { recordExport } from '../../../actions/privacy/personal-data.ts';
import { aggregations } from '../../../core/catalogue/meter.ts';
import { type Refusal, refuseUnknown } from '../../../core/refusal.ts';
import { quantitySumToText, readQuantitySum } from '../../../core/usage/events/quantity-sum.ts';
import { type UsageState, usageStates } from '../../../core/usage/reports/state.ts';
import { instantOf } from '../../../core/values/timestamp.ts';
import type { Database } from '../../../storage/database.ts';
import {
  listMeterHours,
  loadMeterHourTotal,
  type MeterHour,
  meterHourOrder,
} from '../../../storage/usage/meters.ts';
import { loadUsageCustomers } from '../../../storage/usage/summaries.ts';
import { oneOf } from '../../schemas.ts';
import { countedPageResponse } from '../paging.ts';
import { csvFile, fileResponse, readInBatches, rowsPerRead } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { instant, nullable, uuid } from '../schemas.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';
import { usageMetersPath } from './meters.ts';

export const meterPath = `${usageMetersPath}/:subscriptionId/:dimension` as const;
export const meterParameters = {
  workspaceId: uuid,
  subscriptionId: uuid,
  dimension: Type.String({ minLength: 1, maxLength: 100 }),
};

/** Tells a meter without events from one that the workspace does not have. */
export async function refuseUnknownSubscription(
  database: Database,
  workspaceId: string,
  subscriptionId: string,
): Promise<Refusal | undefined> {
  const customers = await loadUsageCustomers(database, workspaceId, [subscriptionId]);
  return customers.size === 0 ? refuseUnknown('subscriptionId', 'subscription') : undefined;
}

const count = (description: string) => Type.Integer({ description });

const MeterHourSchema = Type.Object(
  {
    hour: instant,
    aggregation: oneOf(aggregations),
    total: Type.Number({ description: 'The aggregated events of the hour.' }),
    events: count('Events that count in the hour.'),
    carried: count('The part of them that belongs to an earlier hour, which was closed.'),
    duplicates: count('Events that were sent again; they do not count.'),
    closesAt: instant,
    closedAt: Type.Unsafe<Date | null>({ ...nullable.instant, description: 'Null while the hour is open.' }),
    report: Type.Unsafe<{ reportId: string; quantity: number; state: UsageState } | null>({
      type: ['object', 'null'],
      description:
        'Null while the hour is open. `skipped`: nothing of the hour exceeds the included quantity.',
      properties: {
        reportId: uuid,
        quantity: Type.Number(),
        state: oneOf(Object.keys(usageStates)),
      },
      required: ['reportId', 'quantity', 'state'],
    }),
  },
  { $id: 'MeterHour' },
);

const example = {
  hour: '2026-11-15T08:00:00.000Z',
  aggregation: 'Sum',
  total: 12.5,
  events: 40,
  carried: 2,
  duplicates: 1,
  closesAt: '2026-11-15T09:15:00.000Z',
  closedAt: '2026-11-15T09:15:03.000Z',
  report: { reportId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7', quantity: 12.5, state: 'accepted' },
};

/** The filters of the list and of its export. */
const hourFilter = {
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Inclusive.' })),
  until: Type.Optional(Type.String({ format: 'date-time', description: 'Exclusive.' })),
};

function readHourFilter({ from, until }: Static<TObject<typeof hourFilter>>) {
  return {
    from: from === undefined ? undefined : instantOf(from),
    until: until === undefined ? undefined : instantOf(until),
  };
}

const columns = [
  'hour',
  'dimension',
  'aggregation',
  'total',
  'events',
  'carried',
  'duplicates',
  'closesAt',
  'closedAt',
  'reportId',
  'reportQuantity',
  'reportState',
  'subscriptionId',
];

export const meterHourRoutes = adminRoutes((routes, context) => {
  const { database } = context;
  routes.schemas(MeterHourSchema);

  routes.get(`${meterPath}/hours`, {
    access: 'read',
    operationId: 'listMeterHours',
    summary: 'List the hourly totals of a dimension that is fed by events',
    tags: ['Usage'],
    params: Type.Object(meterParameters),
    querystring: Type.Object({ ...sortedQuery(meterHourOrder), ...hourFilter }),
    responses: { 200: countedPageResponse('Hours with events.', Type.Ref('MeterHour'), example) },
    handle: async ({ workspaceId, params, query }) => {
      const unknown = await refuseUnknownSubscription(database, workspaceId, params.subscriptionId);
      if (unknown) return unknown;
      const filter = readHourFilter(query);
      const now = context.clock.now();
      return readSortedPage(query, {
        order: meterHourOrder,
        read: (page) => listMeterHours(database, workspaceId, params, { ...filter, ...page }, now),
        count: () => loadMeterHourTotal(database, workspaceId, params, filter),
        viewOf,
      });
    },
  });

  routes.get(`${meterPath}/hours.csv`, {
    access: 'read',
    operationId: 'exportMeterHours',
    summary: 'Export the hourly totals of a dimension as CSV',
    description: 'With the filters and the order of the list.',
    tags: ['Usage'],
    params: Type.Object(meterParameters),
    querystring: Type.Object({ sort: sortedQuery(meterHourOrder).sort, ...hourFilter }),
    responses: {
      200: {
        description: 'One line for each hour; the first line has the column names.',
        content: { 'text/csv': { schema: { type: 'string' } } },
      },
    },
    handle: async ({ action, workspaceId, params, query }) => {
      const { subscriptionId, dimension } = params;
      const unknown = await refuseUnknownSubscription(database, workspaceId, subscriptionId);
      if (unknown) return unknown;
      const filter = readHourFilter(query);
      const { sort = meterHourOrder.standard } = query;
      const exported = { format: 'csv', subscriptionId, dimension, ...query };
      await recordExport(action, workspaceId, 'usage_hours.exported', exported);
      const now = context.clock.now();
      const read = (last: MeterHour | undefined) => {
        const after = last && meterHourOrder.placeOf(sort, last);
        const page = { ...filter, sort, after, limit: rowsPerRead };
        return listMeterHours(database, workspaceId, params, page, now);
      };
      const lines = csvFile(columns, readInBatches(read), (hour) => [
        hour.hour.toISOString(),
        dimension,
        hour.aggregation,
        exactText(hour.total),
        hour.events,
        hour.carried,
        hour.duplicates,
        hour.closesAt.toISOString(),
        hour.closedAt?.toISOString() ?? null,
        hour.report?.reportId ?? null,
        hour.report && exactText(hour.report.quantity),
        hour.report?.state ?? null,
        subscriptionId,
      ]);
      return fileResponse({ name: 'usage-hours.csv', contentType: 'text/csv; charset=utf-8' }, lines);
    },
  });
});

function viewOf({ total, report, ...hour }: MeterHour) {
  return {
    ...hour,
    total: Number(total),
    report: report && { ...report, quantity: Number(report.quantity) },
  };
}

/** Without trailing zeros. */
export function exactText(quantity: string): string {
  return quantitySumToText(readQuantitySum(quantity));
}
