import type { AdminRoutes } from '../routes.ts';
import { changeEndpointRoutes, operateEndpointRoutes } from './change-endpoints.ts';
import { readDeliveryRoutes } from './deliveries.ts';
import { WebhookEndpoint } from './endpoint-view.ts';
import { endpointHealthRoute, eventTypesRoute, readEndpointRoutes } from './read-endpoints.ts';
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
