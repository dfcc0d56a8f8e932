import { idpConnectionRoutes } from '../entitlements/idp-connections.ts';
import type { AdminPlugin } from '../routes.ts';
import { changeConnectionRoutes } from './change-connections.ts';
import { checkConnectionRoute } from './check-connection.ts';
import { MarketplaceConnection } from './connection-view.ts';
import { notificationRoutes } from './notifications.ts';
import { readConnectionRoutes } from './read-connections.ts';

/** Connections to the marketplace and to the identity provider, and marketplace notifications. */
export const marketplaceRoutes: AdminPlugin = (context) => async (app) => {
  app.addSchema(MarketplaceConnection);
  for (const routes of [
    readConnectionRoutes,
    changeConnectionRoutes,
    checkConnectionRoute,
    notificationRoutes,
    idpConnectionRoutes,
  ]) {
    await app.register(routes(context));
  }
};
