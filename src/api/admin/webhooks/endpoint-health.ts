import { Type } from 'typebox';
import { lowestIdAt } from '../../../core/identifiers.ts';
import { listEndpointHours } from '../../../storage/webhooks/figures.ts';
import { answer } from '../../schemas.ts';
import { adminRoutes } from '../routes.ts';
import { instant, uuid } from '../schemas.ts';

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

export const endpointHealthRoute = adminRoutes((routes, context) => {
  routes.get('/workspaces/:workspaceId/webhook-health', {
    access: 'read',
    operationId: 'readWebhookHealth',
    summary: 'Count deliveries by endpoint and hour',
    description: `The outcomes of the events of this hour and the ${hoursShown - 1} hours before.`,
    tags: ['Webhooks'],
    answers: { 200: answer('Counts by the hour of the event.', EndpointHours, example) },
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
