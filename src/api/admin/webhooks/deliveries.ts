import { Type } from 'typebox';
import { lowestIdAt } from '../../../core/identifiers.ts';
import { refuseUnknown } from '../../../core/refusal.ts';
import { instantOf } from '../../../core/values/timestamp.ts';
import { deliveryStatuses } from '../../../core/webhooks/delivery.ts';
import { eventTypes, webhookPayload } from '../../../core/webhooks/event.ts';
import { loadEvents } from '../../../storage/webhooks/events.ts';
import {
  deliveryOrder,
  type LoggedDelivery,
  listDeliveries,
  loadDeliveryTotal,
} from '../../../storage/webhooks/log.ts';
import { listAttempts, type WebhookAttempt } from '../../../storage/webhooks/settle.ts';
import { jsonResponse, oneOf } from '../../schemas.ts';
import { countedPageResponse } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { described, instant, nullable, uuid } from '../schemas.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';
import { endpointsPath } from './endpoint-view.ts';

export const readDeliveryRoutes = adminRoutes('Webhooks', (routes, context) => {
  routes.schemas(WebhookDelivery, WebhookDeliveryDetails);
  routes.get('/workspaces/:workspaceId/webhook-deliveries', {
    access: 'read',
    operationId: 'listWebhookDeliveries',
    summary: 'List deliveries',
    description: 'Of all endpoints of the workspace, removed ones included.',
    querystring: Type.Object({
      ...sortedQuery(deliveryOrder),
      endpointId: Type.Optional(uuid),
      type: Type.Optional(oneOf(eventTypes)),
      tenantId: Type.Optional(uuid),
      outcome: Type.Optional(oneOf(deliveryStatuses)),
      from: Type.Optional(Type.String({ format: 'date-time', description: 'Inclusive.' })),
      until: Type.Optional(Type.String({ format: 'date-time', description: 'Exclusive.' })),
    }),
    responses: { 200: countedPageResponse('Deliveries.', Type.Ref('WebhookDelivery'), deliveryExample) },
    handle: ({ workspaceId, query }) => {
      const { endpointId, type, tenantId, outcome, from, until } = query;
      const filter = {
        endpointId,
        type,
        tenantId: tenantId?.toLowerCase(),
        status: outcome,
        fromEventId: from === undefined ? undefined : lowestIdAt(instantOf(from)),
        toEventId: until === undefined ? undefined : lowestIdAt(instantOf(until)),
      };
      return readSortedPage(query, {
        order: deliveryOrder,
        read: (page) => listDeliveries(context.database, workspaceId, filter, page),
        count: () => loadDeliveryTotal(context.database, workspaceId, filter),
        viewOf: deliveryView,
      });
    },
  });

  routes.get(`${endpointsPath}/:endpointId/deliveries/:eventId`, {
    access: 'read',
    operationId: 'readWebhookDelivery',
    summary: 'Read a delivery with its body and attempts',
    querystring: Type.Object({
      replay: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 999_999_999,
          description: 'The number of the replay; default: the latest.',
        }),
      ),
    }),
    responses: { 200: jsonResponse('The delivery.', Type.Ref('WebhookDeliveryDetails'), detailsExample) },
    handle: async ({ workspaceId, params, query }) => {
      const { endpointId, eventId } = params;
      const question = { endpointId, eventId, replay: query.replay };
      const [logged] = await listDeliveries(context.database, workspaceId, question, { limit: 1 });
      const event = logged && (await loadEvents(context.database, workspaceId, [eventId])).get(eventId);
      if (!event) return refuseUnknown('eventId', 'delivery');
      const attempts = await listAttempts(
        context.database,
        { workspaceId, endpointId, eventId },
        { after: logged.earlierAttempts, upTo: logged.earlierAttempts + logged.attempts },
      );
      return deliveryDetails(logged, webhookPayload(event), attempts);
    },
  });
});

const status = described(nullable.integer, 'The HTTP status of the response; null without a response.');

const delivery = {
  endpointId: uuid,
  eventId: Type.String({ format: 'uuid', description: 'Sent as `webhook-id`.' }),
  replay: Type.Integer({
    description: '0 is the first delivery of the event to the endpoint; each replay is another one.',
  }),
  type: described(oneOf(eventTypes), 'New versions add types.'),
  occurredAt: instant,
  tenantId: nullable.uuid,
  organisation: described(nullable.text, 'The name of the tenant’s organisation; null without one.'),
  outcome: oneOf(deliveryStatuses),
  nextTryAt: described(nullable.instant, 'Null in a final state.'),
  tries: Type.Integer(),
};

const WebhookDelivery = Type.Object(
  {
    ...delivery,
    lastTry: Type.Union([Type.Object({ at: instant, status, error: nullable.text }), Type.Null()], {
      description: 'The last stored attempt.',
    }),
  },
  { $id: 'WebhookDelivery' },
);

const WebhookDeliveryDetails = Type.Object(
  {
    ...delivery,
    body: Type.String({ description: 'The exact body of every attempt.' }),
    attempts: Type.Array(
      Type.Object({
        attempt: Type.Integer({ description: 'The number of the attempt; numbers may be missing.' }),
        at: instant,
        status,
        durationMilliseconds: Type.Integer(),
        answer: described(nullable.text, 'The first 1 KiB.'),
        error: described(nullable.text, 'The error, if there was no response.'),
      }),
      { description: 'The stored attempts, newest first.' },
    ),
  },
  { $id: 'WebhookDeliveryDetails' },
);

const example = {
  endpointId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a8',
  eventId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  replay: 0,
  type: 'subscription.activated',
  occurredAt: '2026-11-15T09:00:00.000Z',
  tenantId: 'b0000000-0000-4000-8000-000000000001',
  organisation: 'Contoso',
  outcome: 'Delivered',
  nextTryAt: null,
  tries: 1,
};

const deliveryExample = {
  ...example,
  lastTry: { at: '2026-11-15T09:00:01.000Z', status: 204, error: null },
};

const detailsExample = {
  ...example,
  body: '{"type":"subscription.activated","timestamp":"2026-11-15T09:00:00.000Z","data":{}}',
  attempts: [
    {
      attempt: 1,
      at: '2026-11-15T09:00:01.000Z',
      status: 204,
      durationMilliseconds: 84,
      answer: '',
      error: null,
    },
  ],
};

function viewOf({ status, dueAt, attempts, ...logged }: LoggedDelivery) {
  const { endpointId, eventId, replay, type, occurredAt, tenantId, organisation } = logged;
  const event = { endpointId, eventId, replay, type, occurredAt, tenantId, organisation };
  return { ...event, outcome: status, nextTryAt: dueAt, tries: attempts };
}

function deliveryView(logged: LoggedDelivery) {
  const { last } = logged;
  const lastTry = last && { at: last.attemptedAt, status: last.status, error: last.error };
  return { ...viewOf(logged), lastTry };
}

function deliveryDetails(logged: LoggedDelivery, body: string, attempts: readonly WebhookAttempt[]) {
  return {
    ...viewOf(logged),
    body,
    attempts: attempts.map(({ attempt, attemptedAt, status, durationMilliseconds, answer, error }) => ({
      attempt: attempt - logged.earlierAttempts,
      at: attemptedAt,
      status,
      durationMilliseconds,
      answer,
      error,
    })),
  };
}
