import { Type } from 'typebox';
import { recordExport } from '../../../actions/privacy/personal-data.ts';
import { eventIdMaxLength } from '../../../core/usage/events/event.ts';
import type { UsageKey } from '../../../core/usage/reports/report.ts';
import { usageHourOf } from '../../../core/usage/reports/window.ts';
import { instantOf } from '../../../core/values/timestamp.ts';
import {
  hourEventOrder,
  listHourEvents,
  loadHourEventTotal,
  type StoredEvent,
} from '../../../storage/usage/hour-events.ts';
import { afterText, countedPageResponse } from '../paging.ts';
import { csvFile, fileResponse, readInBatches, rowsPerRead } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { instant, nullable } from '../schemas.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';
import { exactText, meterParameters, meterPath, refuseUnknownSubscription } from './meter-hours.ts';

const StoredUsageEvent = Type.Object(
  {
    id: Type.String(),
    source: Type.String({ description: 'An event counts once by its source and id.' }),
    occurredAt: instant,
    receivedAt: instant,
    quantity: Type.Unsafe<number | null>({ type: ['number', 'null'], description: 'Null if none was sent.' }),
    uniqueKey: nullable.text,
    isCarried: Type.Boolean({ description: 'It belongs to an earlier hour, which was closed.' }),
  },
  { $id: 'StoredUsageEvent' },
);

const example = {
  id: 'job-4711-part-1',
  source: 'worker-3',
  occurredAt: '2026-11-15T08:12:30.000Z',
  receivedAt: '2026-11-15T08:12:31.000Z',
  quantity: 2.5,
  uniqueKey: null,
  isCarried: false,
};

/** The filters of the list and of its export. */
const eventFilter = {
  id: Type.Optional(
    Type.String({ minLength: 1, maxLength: eventIdMaxLength, description: 'The exact id of the event.' }),
  ),
  idPrefix: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: eventIdMaxLength,
      description: 'The first characters of the id.',
    }),
  ),
};

const columns = [
  'hour',
  'id',
  'source',
  'occurredAt',
  'receivedAt',
  'quantity',
  'uniqueKey',
  'isCarried',
  'dimension',
  'subscriptionId',
];

const path = `${meterPath}/hours/:hour/events` as const;
const parameters = Type.Object({ ...meterParameters, hour: instant });

export const hourEventRoutes = adminRoutes((routes, context) => {
  const { database } = context;
  routes.schemas(StoredUsageEvent);

  routes.get(path, {
    access: 'read',
    operationId: 'listHourEvents',
    summary: 'List the usage events of an hour',
    description:
      'Raw events that count in the hour, as long as they are kept: by default 2 to 3 days after the hour was closed.',
    tags: ['Usage'],
    params: parameters,
    querystring: Type.Object({ ...sortedQuery(hourEventOrder), after: afterText(3_000), ...eventFilter }),
    responses: { 200: countedPageResponse('Events.', Type.Ref('StoredUsageEvent'), example) },
    handle: async ({ workspaceId, params, query }) => {
      const unknown = await refuseUnknownSubscription(database, workspaceId, params.subscriptionId);
      if (unknown) return unknown;
      const key = keyOf(params);
      const { id, idPrefix } = query;
      return readSortedPage(query, {
        order: hourEventOrder,
        read: (page) => listHourEvents(database, workspaceId, key, { id, idPrefix, ...page }),
        count: () => loadHourEventTotal(database, workspaceId, key, { id, idPrefix }),
        viewOf,
      });
    },
  });

  routes.get(`${path}.csv`, {
    access: 'read',
    operationId: 'exportHourEvents',
    summary: 'Export the usage events of an hour as CSV',
    description:
      'With the filters of the list. A text that a spreadsheet would evaluate as a formula has an apostrophe before it.',
    tags: ['Usage'],
    params: parameters,
    querystring: Type.Object(eventFilter),
    responses: {
      200: {
        description: 'One line for each event, by id; the first line has the column names.',
        content: { 'text/csv': { schema: { type: 'string' } } },
      },
    },
    handle: async ({ action, workspaceId, params, query }) => {
      const { subscriptionId, dimension } = params;
      const unknown = await refuseUnknownSubscription(database, workspaceId, subscriptionId);
      if (unknown) return unknown;
      const key = keyOf(params);
      const hour = key.hour.toISOString();
      const exported = { format: 'csv', subscriptionId, dimension, hour, ...query };
      await recordExport(action, workspaceId, 'usage_events.exported', exported);
      const read = (last: StoredEvent | undefined) => {
        const after = last && hourEventOrder.placeOf(hourEventOrder.standard, last);
        return listHourEvents(database, workspaceId, key, { ...query, after, limit: rowsPerRead });
      };
      const lines = csvFile(columns, readInBatches(read), (event) => [
        hour,
        event.id,
        event.source,
        event.occurredAt.toISOString(),
        event.receivedAt.toISOString(),
        event.quantity && exactText(event.quantity),
        event.uniqueKey,
        String(event.isCarried),
        dimension,
        subscriptionId,
      ]);
      return fileResponse({ name: 'usage-events.csv', contentType: 'text/csv; charset=utf-8' }, lines);
    },
  });
});

function keyOf({
  subscriptionId,
  dimension,
  hour,
}: {
  subscriptionId: string;
  dimension: string;
  hour: string;
}): UsageKey {
  return { subscriptionId, dimension, hour: usageHourOf(instantOf(hour)) };
}

function viewOf({ quantity, ...event }: StoredEvent) {
  return { ...event, quantity: quantity === null ? null : Number(quantity) };
}
