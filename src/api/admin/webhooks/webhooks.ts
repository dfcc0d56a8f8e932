import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../../context.ts';
import { changeEndpointRoutes } from './change-endpoints.ts';
import { endpointHealthRoute } from './endpoint-health.ts';
import { WebhookEndpoint } from './endpoint-view.ts';
import { eventTypesRoute } from './event-types.ts';
import { operateEndpointRoutes } from './operate-endpoints.ts';
import { readDeliveryRoutes } from './read-deliveries.ts';
import { readEndpointRoutes } from './read-endpoints.ts';
import { replayRoutes } from './replay.ts';

/** Where a workspace's events go, and what became of them. */
export const webhookRoutes =
  (context: ApiContext) =>
  async (app: FastifyInstance): Promise<void> => {
    app.addSchema(WebhookEndpoint);
    await app.register(readEndpointRoutes(context));
    await app.register(changeEndpointRoutes(context));
    await app.register(operateEndpointRoutes(context));
    await app.register(endpointHealthRoute(context));
    await app.register(eventTypesRoute());
    await app.register(readDeliveryRoutes(context));
    await app.register(replayRoutes(context));
  };
