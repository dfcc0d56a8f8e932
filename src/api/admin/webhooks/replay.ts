import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { replayableOutcomes, replayDeliveries } from '../../../actions/webhooks/replay-deliveries.ts';
import { replayDelivery } from '../../../actions/webhooks/replay-delivery.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { instantOf } from '../../../core/timestamp.ts';
import { eventTypes } from '../../../core/webhooks/event-type.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer, oneOf } from '../../schemas.ts';
import { actionContext, memberOf } from '../access.ts';
import { changeRefusals, nullable, uuid, workspacePath } from '../schemas.ts';
import { endpointsPath } from './endpoint-view.ts';

const path = `${endpointsPath}/:endpointId`;

export const replayRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      `${path}/deliveries/:eventId/replay`,
      {
        config: { access: 'change:webhooks' },
        schema: {
          operationId: 'replayWebhookDelivery',
          summary: 'Send one delivery once more',
          description:
            'Under the same id, as a new delivery of the event: the old one stays as it ended. One that still waits is sent at ' +
            'once instead, one that is on its way is let go on.',
          tags: ['Webhooks'],
          params: workspacePath('endpointId', 'eventId'),
          response: {
            202: answer('It is on its way.', Type.Object({ eventId: uuid }), {
              eventId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
            }),
            ...changeRefusals('webhook.endpoint_disabled'),
          },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const { endpointId, eventId } = request.params;
        const key = { workspaceId, endpointId, eventId };
        const replayed = await replayDelivery(actionContext(context, request), key);
        if (isRefusal(replayed)) return sendRefusal(reply, replayed);
        return reply.code(202).send({ eventId: replayed.eventId });
      },
    );

    app.post(
      `${path}/replay`,
      {
        config: { access: 'change:webhooks' },
        schema: {
          operationId: 'replayWebhookDeliveries',
          summary: 'Send the deliveries of a time range once more',
          description:
            'Under the same ids, each as a new delivery, the oldest first, a thousand a call. Call again with `next` as `after` until it is null.',
          tags: ['Webhooks'],
          params: workspacePath('endpointId'),
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
            after: Type.Optional(
              Type.String({ format: 'uuid', description: 'The `next` of the call before.' }),
            ),
          }),
          response: {
            202: answer(
              'They are on their way.',
              Type.Object({
                replayed: Type.Integer({ description: 'How many, by this call.' }),
                next: nullable.uuid,
              }),
              { replayed: 12, next: null },
            ),
            ...changeRefusals('webhook.endpoint_disabled'),
          },
        },
      },
      async (request, reply) => {
        const { from, until, outcomes, types, tenantId, after } = request.body;
        const { workspaceId } = memberOf(request);
        const replayed = await replayDeliveries(
          actionContext(context, request),
          { workspaceId, endpointId: request.params.endpointId },
          {
            from: instantOf(from),
            until: instantOf(until),
            outcomes,
            types,
            tenantId: tenantId?.toLowerCase(),
            after: after?.toLowerCase(),
          },
        );
        if (isRefusal(replayed)) return sendRefusal(reply, replayed);
        return reply.code(202).send({ replayed: replayed.replayed, next: replayed.next });
      },
    );
  };
