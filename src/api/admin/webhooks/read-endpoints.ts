import { Type } from 'typebox';
import { lowestIdAt } from '../../../core/identifiers.ts';
import { eventTypes, filterValuesFor, wildcard } from '../../../core/webhooks/event.ts';
import {
  endpointOrder,
  listWebhookEndpoints,
  loadEndpointTotal,
} from '../../../storage/webhooks/endpoints.ts';
import { listEndpointHours } from '../../../storage/webhooks/log.ts';
import { describedEvents } from '../../documents/webhook-events.ts';
import { jsonResponse, oneOf } from '../../schemas.ts';
import { countedPageResponse, searchFor } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { instant, uuid } from '../schemas.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';
import {
  endpointExample,
  endpointResponse,
  endpointsPath,
  endpointView,
  findEndpoint,
  theEndpoint,
} from './endpoint-view.ts';

export const readEndpointRoutes = adminRoutes('Webhooks', (routes, context) => {
  routes.get(endpointsPath, {
    access: 'read',
    operationId: 'listWebhookEndpoints',
    summary: 'List webhook endpoints',
    querystring: Type.Object({
      ...sortedQuery(endpointOrder),
      search: searchFor('Part of a description or URL.'),
    }),
    responses: { 200: countedPageResponse('Endpoints.', Type.Ref('WebhookEndpoint'), endpointExample) },
    handle: ({ workspaceId, query }) => {
      const { search } = query;
      const now = context.clock.now();
      return readSortedPage(query, {
        order: endpointOrder,
        read: (page) => listWebhookEndpoints(context.database, workspaceId, { ...page, search }),
        count: () => loadEndpointTotal(context.database, workspaceId, { search }),
        viewOf: (one) => endpointView(one, now),
      });
    },
  });

  routes.get(`${endpointsPath}/:endpointId`, {
    access: 'read',
    operationId: 'readWebhookEndpoint',
    summary: 'Read a webhook endpoint',
    responses: { 200: theEndpoint },
    handle: async ({ workspaceId, params }) => {
      const { endpointId } = params;
      const endpoint = await findEndpoint(context.database, { workspaceId, endpointId });
      return endpointResponse(endpoint, context.clock.now());
    },
  });
});

const hour = 3_600_000;
const hoursShown = 24;

const EndpointHours = Type.Object({
  from: instant,
  items: Type.Array(
    Type.Object({
      endpointId: uuid,
      hour: instant,
      delivered: Type.Integer(),
      failing: Type.Integer({ description: 'Failed, with attempts left.' }),
      failed: Type.Integer({ description: 'All attempts failed.' }),
    }),
    { description: 'By endpoint, oldest hour first. Hours without events are omitted.' },
  ),
});

const example = {
  from: '2026-11-14T10:00:00.000Z',
  items: [
    {
      endpointId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a8',
      hour: '2026-11-15T08:00:00.000Z',
      delivered: 41,
      failing: 1,
      failed: 0,
    },
  ],
};

export const endpointHealthRoute = adminRoutes('Webhooks', (routes, context) => {
  routes.get('/workspaces/:workspaceId/webhook-health', {
    access: 'read',
    operationId: 'readWebhookHealth',
    summary: 'Count deliveries by endpoint and hour',
    description: `The outcomes of the events of this hour and the ${hoursShown - 1} hours before.`,
    responses: { 200: jsonResponse('Counts by the hour of the event.', EndpointHours, example) },
    handle: async ({ workspaceId }) => {
      const thisHour = Math.floor(context.clock.now().getTime() / hour) * hour;
      const from = new Date(thisHour - (hoursShown - 1) * hour);
      const items = await listEndpointHours(context.database, workspaceId, lowestIdAt(from));
      return {
        from: from.toISOString(),
        items: items.map((item) => ({ ...item, hour: item.hour.toISOString() })),
      };
    },
  });
});

const items = describedEvents().map(({ type, summary, example }) => ({
  type,
  summary,
  heardBy: filterValuesFor(type).filter((word) => word !== wildcard),
  example,
}));

const EventType = Type.Object({
  type: oneOf(eventTypes),
  summary: Type.String(),
  heardBy: Type.Array(Type.String(), {
    description:
      'The values of `eventTypes` that include the type; none for a test, which is sent on request.',
  }),
  example: Type.Object(
    {
      type: oneOf(eventTypes),
      timestamp: instant,
      data: Type.Record(Type.String(), Type.Unknown()),
    },
    { description: 'An example payload; its schema is under `webhooks` in `/openapi.json`.' },
  ),
});

export const eventTypesRoute = adminRoutes('Webhooks', (routes) => {
  routes.get('/workspaces/:workspaceId/webhook-event-types', {
    access: 'read',
    operationId: 'listWebhookEventTypes',
    summary: 'List event types',
    responses: {
      200: jsonResponse('All event types.', Type.Object({ items: Type.Array(EventType) }), {
        items: items.slice(0, 1),
      }),
    },
    handle: () => ({ items }),
  });
});
