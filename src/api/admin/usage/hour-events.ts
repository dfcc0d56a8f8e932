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
import { type CsvColumns, csvText, mapBatches, sendCsv } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { described, instant, nullable } from '../schemas.ts';
import { readSortedBatches, readSortedPage, sortedQuery } from '../sorted-list.ts';
import { exactText, meterParameters, meterPath, refuseUnknownSubscription } from './meter-hours.ts';

const StoredUsageEvent = Type.Object(
  {
    id: Type.String(),
    source: Type.String({ description: 'An event counts once by its source and id.' }),
    occurredAt: instant,
    receivedAt: instant,
    quantity: described(nullable.number, 'Null if none was sent.'),
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

const columns: CsvColumns<UsageKey & StoredEvent> = {
  hour: (event) => event.hour,
  id: (event) => event.id,
  source: (event) => event.source,
  occurredAt: (event) => event.occurredAt,
  receivedAt: (event) => event.receivedAt,
  quantity: (event) => event.quantity && exactText(event.quantity),
  uniqueKey: (event) => event.uniqueKey,
  isCarried: (event) => event.isCarried,
  dimension: (event) => event.dimension,
  subscriptionId: (event) => event.subscriptionId,
};

const path = `${meterPath}/hours/:hour/events` as const;
const parameters = Type.Object({ ...meterParameters, hour: instant });

export const hourEventRoutes = adminRoutes('Usage', (routes, context) => {
  const { database } = context;
  routes.schemas(StoredUsageEvent);

  routes.get(path, {
    access: 'read',
    operationId: 'listHourEvents',
    summary: 'List the usage events of an hour',
    description:
      'Raw events that count in the hour, as long as they are kept: by default 2 to 3 days after the hour was closed.',
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
    params: parameters,
    querystring: Type.Object(eventFilter),
    responses: { 200: csvText('One line for each event, by id; the first line has the column names.') },
    handle: async ({ action, workspaceId, params, query }) => {
      const { subscriptionId, dimension } = params;
      const unknown = await refuseUnknownSubscription(database, workspaceId, subscriptionId);
      if (unknown) return unknown;
      const key = keyOf(params);
      const hour = key.hour.toISOString();
      const exported = { format: 'csv', subscriptionId, dimension, hour, ...query };
      await recordExport(action, workspaceId, 'usage_events.exported', exported);
      const batches = readSortedBatches(hourEventOrder, (page) =>
        listHourEvents(database, workspaceId, key, { ...query, ...page }),
      );
      const lines = mapBatches(batches, (events) => events.map((event) => ({ ...key, ...event })));
      return sendCsv('usage-events.csv', columns, lines);
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
