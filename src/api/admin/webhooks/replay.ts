import { type Static, type TObject, Type } from 'typebox';
import {
  countReplayableDeliveries,
  replayableOutcomes,
  replayDeliveries,
  replayDelivery,
} from '../../../actions/webhooks/replays.ts';
import { instantOf } from '../../../core/values/timestamp.ts';
import { eventTypes } from '../../../core/webhooks/event.ts';
import { jsonResponse, oneOf } from '../../schemas.ts';
import { total } from '../paging.ts';
import { unlessRefused } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { described, instant, nullable, uuid } from '../schemas.ts';
import { endpointsPath } from './endpoint-view.ts';

const path = `${endpointsPath}/:endpointId`;

const range = {
  from: Type.String({ format: 'date-time', description: 'Within the last 30 days.' }),
  until: described(instant, 'Exclusive.'),
  outcomes: Type.Array(oneOf(replayableOutcomes), {
    maxItems: replayableOutcomes.length,
    minItems: 1,
    uniqueItems: true,
    description:
      '`Missed`: matching events without a delivery, from before it was added or while it was disabled.',
  }),
  types: Type.Optional(
    Type.Array(oneOf(eventTypes), { minItems: 1, maxItems: eventTypes.length, uniqueItems: true }),
  ),
  tenantId: Type.Optional(uuid),
};

function readRange({ from, until, outcomes, types, tenantId }: Static<TObject<typeof range>>) {
  return {
    from: instantOf(from),
    until: instantOf(until),
    outcomes,
    types,
    tenantId: tenantId?.toLowerCase(),
  };
}

export const replayRoutes = adminRoutes('Webhooks', (routes) => {
  routes.post(`${path}/deliveries/:eventId/replay`, {
    access: 'change:webhooks',
    operationId: 'replayWebhookDelivery',
    summary: 'Replay a delivery',
    description:
      'With the same id, as a new delivery of the event; the earlier delivery keeps its outcome. A waiting delivery is sent at ' +
      'once instead; a leased one is not changed.',
    responses: {
      202: jsonResponse('The delivery is queued.', Type.Object({ eventId: uuid }), {
        eventId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
      }),
    },
    refusals: ['webhook.endpoint_disabled'],
    handle: async ({ action, workspaceId, params }) => {
      const { endpointId, eventId } = params;
      const replayed = await replayDelivery(action, { workspaceId, endpointId, eventId });
      return unlessRefused(replayed, (delivery) => ({ eventId: delivery.eventId }));
    },
  });

  routes.post(`${path}/replay`, {
    access: 'change:webhooks',
    operationId: 'replayWebhookDeliveries',
    summary: 'Replay the deliveries of a time range',
    description:
      'With the same ids, each as a new delivery, oldest first, at most 1,000 per call. Call again with `next` as `after` until it is null.',
    body: Type.Object({
      ...range,
      after: Type.Optional(Type.String({ format: 'uuid', description: 'The `next` of the previous call.' })),
    }),
    responses: {
      202: jsonResponse(
        'They will be sent at once.',
        Type.Object({
          replayed: Type.Integer({ description: 'The number replayed by this call.' }),
          next: nullable.uuid,
        }),
        { replayed: 12, next: null },
      ),
    },
    refusals: ['webhook.endpoint_disabled'],
    handle: async ({ action, workspaceId, params, body }) => {
      const replayed = await replayDeliveries(
        action,
        { workspaceId, endpointId: params.endpointId },
        { ...readRange(body), after: body.after?.toLowerCase() },
      );
      return unlessRefused(replayed, (range) => ({ replayed: range.replayed, next: range.next }));
    },
  });

  routes.post(`${path}/replay/preview`, {
    access: 'change:webhooks',
    operationId: 'previewWebhookReplay',
    summary: 'Count the deliveries of a time range',
    description: 'The number that a replay of the range would send; nothing is sent.',
    body: Type.Object(range),
    responses: { 200: jsonResponse('The number.', total, { count: 1_234, isExact: true }) },
    refusals: ['webhook.endpoint_disabled'],
    handle: ({ action, workspaceId, params, body }) =>
      countReplayableDeliveries(action, { workspaceId, endpointId: params.endpointId }, readRange(body)),
  });
});
