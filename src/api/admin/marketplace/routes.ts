import { idpConnectionRoutes } from '../entitlements/idp-connections.ts';
import type { AdminRoutes } from '../routes.ts';
import { checkConnectionRoute } from './check-connection.ts';
import { MarketplaceConnection } from './connection-view.ts';
import { changeConnectionRoutes, readConnectionRoutes } from './connections.ts';
import { importRoutes } from './import.ts';
import { listOffersRoute } from './list-offers.ts';
import { notificationRoutes } from './notifications.ts';
import { purchaseRoutes } from './purchases.ts';
import { sellerConnectionRoutes } from './seller-connections.ts';
import { viewAsCustomerRoute } from './view-as-customer.ts';

/**
 * Connections to the marketplace and to the identity provider, marketplace notifications, pending purchases, and the view of
 * the customer's page.
 */
export const marketplaceRoutes: AdminRoutes = (context) => (app) => {
  app.addSchema(MarketplaceConnection);
  for (const routes of [
    readConnectionRoutes,
    changeConnectionRoutes,
    sellerConnectionRoutes,
    checkConnectionRoute,
    listOffersRoute,
    importRoutes,
    notificationRoutes,
    purchaseRoutes,
    viewAsCustomerRoute,
    idpConnectionRoutes,
  ]) {
    routes(context)(app);
  }
};
