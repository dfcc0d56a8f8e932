import { Type } from 'typebox';
import { replayableOutcomes, replayDeliveries } from '../../../actions/webhooks/replay-deliveries.ts';
import { replayDelivery } from '../../../actions/webhooks/replay-delivery.ts';
import { instantOf } from '../../../core/timestamp.ts';
import { eventTypes } from '../../../core/webhooks/event-type.ts';
import { answer, oneOf } from '../../schemas.ts';
import { unlessRefused } from '../answer.ts';
import { adminRoutes } from '../routes.ts';
import { nullable, uuid } from '../schemas.ts';
import { endpointsPath } from './endpoint-view.ts';

const path = `${endpointsPath}/:endpointId`;

export const replayRoutes = adminRoutes((routes) => {
  routes.post(`${path}/deliveries/:eventId/replay`, {
    access: 'change:webhooks',
    operationId: 'replayWebhookDelivery',
    summary: 'Send one delivery once more',
    description:
      'Under the same id, as a new delivery of the event: the old one stays as it ended. One that still waits is sent at ' +
      'once instead, one that is on its way is let go on.',
    tags: ['Webhooks'],
    answers: {
      202: answer('It is on its way.', Type.Object({ eventId: uuid }), {
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
    summary: 'Send the deliveries of a time range once more',
    description:
      'Under the same ids, each as a new delivery, the oldest first, a thousand a call. Call again with `next` as `after` until it is null.',
    tags: ['Webhooks'],
    body: Type.Object({
      from: Type.String({ format: 'date-time', description: 'Within the last 30 days.' }),
      until: Type.String({
        format: 'date-time',
        description: 'The moment itself is not part of it.',
      }),
      outcomes: Type.Array(oneOf(replayableOutcomes), {
        maxItems: replayableOutcomes.length,
        minItems: 1,
        uniqueItems: true,
        description:
          '`Missed` is what it would hear of and was never sent: from before it was there, or while it was disabled.',
      }),
      types: Type.Optional(
        Type.Array(oneOf(eventTypes), { minItems: 1, maxItems: eventTypes.length, uniqueItems: true }),
      ),
      tenantId: Type.Optional(uuid),
      after: Type.Optional(Type.String({ format: 'uuid', description: 'The `next` of the call before.' })),
    }),
    answers: {
      202: answer(
        'They are on their way.',
        Type.Object({
          replayed: Type.Integer({ description: 'How many, by this call.' }),
          next: nullable.uuid,
        }),
        { replayed: 12, next: null },
      ),
    },
    refusals: ['webhook.endpoint_disabled'],
    handle: async ({ action, workspaceId, params, body }) => {
      const { from, until, outcomes, types, tenantId, after } = body;
      const replayed = await replayDeliveries(
        action,
        { workspaceId, endpointId: params.endpointId },
        {
          from: instantOf(from),
          until: instantOf(until),
          outcomes,
          types,
          tenantId: tenantId?.toLowerCase(),
          after: after?.toLowerCase(),
        },
      );
      return unlessRefused(replayed, (range) => ({ replayed: range.replayed, next: range.next }));
    },
  });
});
