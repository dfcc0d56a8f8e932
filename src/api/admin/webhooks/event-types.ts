import { Type } from 'typebox';
import { eventTypes } from '../../../core/webhooks/event-type.ts';
import { filterValuesFor, wildcard } from '../../../core/webhooks/filter.ts';
import { describedEvents } from '../../documents/webhook-events.ts';
import { answer, oneOf } from '../../schemas.ts';
import { adminRoutes } from '../routes.ts';
import { instant } from '../schemas.ts';

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

export const eventTypesRoute = adminRoutes((routes) => {
  routes.get('/workspaces/:workspaceId/webhook-event-types', {
    access: 'read',
    operationId: 'listWebhookEventTypes',
    summary: 'List event types',
    tags: ['Webhooks'],
    answers: {
      200: answer('All event types.', Type.Object({ items: Type.Array(EventType) }), {
        items: items.slice(0, 1),
      }),
    },
    handle: () => ({ items }),
  });
});
