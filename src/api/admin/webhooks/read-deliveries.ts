import { Type } from 'typebox';
import { lowestIdAt } from '../../../core/identifiers.ts';
import { refuseUnknown } from '../../../core/refusal.ts';
import { instantOf } from '../../../core/timestamp.ts';
import { deliveryStatuses } from '../../../core/webhooks/delivery.ts';
import { eventTypes } from '../../../core/webhooks/event-type.ts';
import { webhookPayload } from '../../../core/webhooks/payload.ts';
import { listAttempts } from '../../../storage/webhooks/attempts.ts';
import { loadEvents } from '../../../storage/webhooks/events.ts';
import { deliveryOrder, listDeliveries, loadDeliveryTotal } from '../../../storage/webhooks/log.ts';
import { answer, oneOf } from '../../schemas.ts';
import { countedPageAnswer } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { uuid } from '../schemas.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';
import {
  deliveryDetails,
  deliveryExample,
  deliveryView,
  detailsExample,
  WebhookDelivery,
  WebhookDeliveryDetails,
} from './delivery-view.ts';
import { endpointsPath } from './endpoint-view.ts';

export const readDeliveryRoutes = adminRoutes((routes, context) => {
  routes.schemas(WebhookDelivery, WebhookDeliveryDetails);
  routes.get('/workspaces/:workspaceId/webhook-deliveries', {
    access: 'read',
    operationId: 'listWebhookDeliveries',
    summary: 'List deliveries',
    description: 'Of all endpoints of the workspace, removed ones included.',
    tags: ['Webhooks'],
    querystring: Type.Object({
      ...sortedQuery(deliveryOrder),
      endpointId: Type.Optional(uuid),
      type: Type.Optional(oneOf(eventTypes)),
      tenantId: Type.Optional(uuid),
      outcome: Type.Optional(oneOf(deliveryStatuses)),
      from: Type.Optional(Type.String({ format: 'date-time', description: 'Inclusive.' })),
      until: Type.Optional(Type.String({ format: 'date-time', description: 'Exclusive.' })),
    }),
    answers: {
      200: countedPageAnswer('Deliveries.', Type.Ref('WebhookDelivery'), deliveryExample),
    },
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
    tags: ['Webhooks'],
    querystring: Type.Object({
      replay: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 999_999_999,
          description: 'The number of the replay; default: the latest.',
        }),
      ),
    }),
    answers: { 200: answer('The delivery.', Type.Ref('WebhookDeliveryDetails'), detailsExample) },
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
