import type { AdminRoutes } from '../routes.ts';
import { changeEndpointRoutes } from './change-endpoints.ts';
import { endpointHealthRoute } from './endpoint-health.ts';
import { WebhookEndpoint } from './endpoint-view.ts';
import { eventTypesRoute } from './event-types.ts';
import { operateEndpointRoutes } from './operate-endpoints.ts';
import { readDeliveryRoutes } from './read-deliveries.ts';
import { readEndpointRoutes } from './read-endpoints.ts';
import { replayRoutes } from './replay.ts';

/** Webhook endpoints and the log of their deliveries. */
export const webhookRoutes: AdminRoutes = (context) => (app) => {
  app.addSchema(WebhookEndpoint);
  for (const routes of [
    readEndpointRoutes,
    changeEndpointRoutes,
    operateEndpointRoutes,
    endpointHealthRoute,
    eventTypesRoute,
    readDeliveryRoutes,
    replayRoutes,
  ]) {
    routes(context)(app);
  }
};
