import { type Static, type TObject, Type } from 'typebox';
import { recordExport } from '../../../actions/privacy/personal-data.ts';
import { aggregations } from '../../../core/catalogue/meter.ts';
import { type Refusal, refuseUnknown } from '../../../core/refusal.ts';
import { quantitySumToText, readQuantitySum } from '../../../core/usage/events/quantity-sum.ts';
import type { UsageKey } from '../../../core/usage/reports/report.ts';
import { usageStates } from '../../../core/usage/reports/state.ts';
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
import { type CsvColumns, csvText, mapBatches, sendCsv } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { described, instant, nullable, uuid } from '../schemas.ts';
import { readSortedBatches, readSortedPage, sortedQuery } from '../sorted-list.ts';
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
    closedAt: described(nullable.instant, 'Null while the hour is open.'),
    report: nullable.object(
      {
        reportId: uuid,
        quantity: Type.Number(),
        state: oneOf(Object.keys(usageStates)),
      },
      'Null while the hour is open. `skipped`: nothing of the hour exceeds the included quantity.',
    ),
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

const columns: CsvColumns<MeterHour & Omit<UsageKey, 'hour'>> = {
  hour: (hour) => hour.hour,
  dimension: (hour) => hour.dimension,
  aggregation: (hour) => hour.aggregation,
  total: (hour) => exactText(hour.total),
  events: (hour) => hour.events,
  carried: (hour) => hour.carried,
  duplicates: (hour) => hour.duplicates,
  closesAt: (hour) => hour.closesAt,
  closedAt: (hour) => hour.closedAt,
  reportId: (hour) => hour.report?.reportId,
  reportQuantity: (hour) => hour.report && exactText(hour.report.quantity),
  reportState: (hour) => hour.report?.state,
  subscriptionId: (hour) => hour.subscriptionId,
};

export const meterHourRoutes = adminRoutes('Usage', (routes, context) => {
  const { database } = context;
  routes.schemas(MeterHourSchema);

  routes.get(`${meterPath}/hours`, {
    access: 'read',
    operationId: 'listMeterHours',
    summary: 'List the hourly totals of a dimension that is fed by events',
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
    params: Type.Object(meterParameters),
    querystring: Type.Object({ sort: sortedQuery(meterHourOrder).sort, ...hourFilter }),
    responses: { 200: csvText('One line for each hour; the first line has the column names.') },
    handle: async ({ action, workspaceId, params, query }) => {
      const { subscriptionId, dimension } = params;
      const unknown = await refuseUnknownSubscription(database, workspaceId, subscriptionId);
      if (unknown) return unknown;
      const filter = readHourFilter(query);
      const exported = { format: 'csv', subscriptionId, dimension, ...query };
      await recordExport(action, workspaceId, 'usage_hours.exported', exported);
      const now = context.clock.now();
      const batches = readSortedBatches(
        meterHourOrder,
        (page) => listMeterHours(database, workspaceId, params, { ...filter, ...page }, now),
        query.sort,
      );
      const lines = mapBatches(batches, (hours) =>
        hours.map((hour) => ({ ...hour, subscriptionId, dimension })),
      );
      return sendCsv('usage-hours.csv', columns, lines);
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
