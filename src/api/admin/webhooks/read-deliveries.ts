import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { lowestIdAt } from '../../../core/identifiers.ts';
import { refuseInvalid, refuseUnknown } from '../../../core/refusal.ts';
import { instantOf } from '../../../core/timestamp.ts';
import { deliveryStatuses } from '../../../core/webhooks/delivery.ts';
import { eventTypes } from '../../../core/webhooks/event-type.ts';
import { webhookPayload } from '../../../core/webhooks/payload.ts';
import { listAttempts } from '../../../storage/webhooks/attempts.ts';
import { findEvent } from '../../../storage/webhooks/events.ts';
import { listDeliveries } from '../../../storage/webhooks/log.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer, oneOf } from '../../schemas.ts';
import { memberOf } from '../access.ts';
import { pageAnswer, pageOf, pageQuery, readLimit } from '../paging.ts';
import { readRefusals, uuid, workspacePath } from '../schemas.ts';
import {
  deliveryCursor,
  deliveryDetails,
  deliveryExample,
  deliveryView,
  detailsExample,
  readDeliveryCursor,
  WebhookDelivery,
  WebhookDeliveryDetails,
} from './delivery-view.ts';
import { endpointsPath } from './endpoint-view.ts';

export const readDeliveryRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(WebhookDelivery);
    app.addSchema(WebhookDeliveryDetails);
    app.get(
      '/workspaces/:workspaceId/webhook-deliveries',
      {
        config: { access: 'read' },
        schema: {
          operationId: 'listWebhookDeliveries',
          summary: 'What became of deliveries',
          description: 'To all endpoints of the workspace, removed ones included.',
          tags: ['Webhooks'],
          params: workspacePath(),
          querystring: Type.Object({
            ...pageQuery,
            after: Type.Optional(
              Type.String({ maxLength: 100, description: 'The `next` of the page before.' }),
            ),
            endpointId: Type.Optional(uuid),
            type: Type.Optional(oneOf(eventTypes)),
            tenantId: Type.Optional(uuid),
            outcome: Type.Optional(oneOf(deliveryStatuses)),
            from: Type.Optional(Type.String({ format: 'date-time', description: 'Events from then on.' })),
            until: Type.Optional(Type.String({ format: 'date-time', description: 'Events before then.' })),
          }),
          response: {
            200: pageAnswer(
              'Deliveries, the newest event first.',
              Type.Ref('WebhookDelivery'),
              deliveryExample,
            ),
            ...readRefusals(),
          },
        },
      },
      async (request, reply) => {
        const { limit, toRead } = readLimit(request.query);
        const { endpointId, type, tenantId, outcome, from, until, after } = request.query;
        const cursor = after === undefined ? undefined : readDeliveryCursor(after);
        if (after !== undefined && !cursor) {
          const message = 'must be the next of another page';
          return sendRefusal(reply, refuseInvalid([{ path: 'after', rule: 'cursor', message }]));
        }
        const deliveries = await listDeliveries(
          context.database,
          memberOf(request).workspaceId,
          {
            endpointId,
            type,
            tenantId: tenantId?.toLowerCase(),
            status: outcome,
            fromEventId: from === undefined ? undefined : lowestIdAt(instantOf(from)),
            toEventId: until === undefined ? undefined : lowestIdAt(instantOf(until)),
          },
          { most: toRead, after: cursor },
        );
        return pageOf(deliveries, limit, deliveryCursor, deliveryView);
      },
    );

    app.get(
      `${endpointsPath}/:endpointId/deliveries/:eventId`,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'readWebhookDelivery',
          summary: 'One delivery, with what was sent and every try',
          tags: ['Webhooks'],
          params: workspacePath('endpointId', 'eventId'),
          querystring: Type.Object({
            replay: Type.Optional(
              Type.Integer({
                minimum: 0,
                maximum: 999_999_999,
                description: 'Which delivery of the event; the latest unless told.',
              }),
            ),
          }),
          response: {
            200: answer('The delivery.', Type.Ref('WebhookDeliveryDetails'), detailsExample),
            ...readRefusals(),
          },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const { endpointId, eventId } = request.params;
        const question = { endpointId, eventId, replay: request.query.replay };
        const [logged] = await listDeliveries(context.database, workspaceId, question, { most: 1 });
        const event = logged && (await findEvent(context.database, workspaceId, eventId));
        if (!event) return sendRefusal(reply, refuseUnknown('eventId', 'delivery'));
        const attempts = await listAttempts(
          context.database,
          { workspaceId, endpointId, eventId },
          { after: logged.earlierAttempts, upTo: logged.earlierAttempts + logged.attempts },
        );
        return reply.send(deliveryDetails(logged, webhookPayload(event), attempts));
      },
    );
  };
