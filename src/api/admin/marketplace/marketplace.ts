import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { ApiContext } from '../../context.ts';
import { idpConnectionRoutes } from '../entitlements/idp-connections.ts';
import { callRoutes } from './calls.ts';
import { changeConnectionRoutes } from './change-connections.ts';
import { checkConnectionRoute } from './check-connection.ts';
import { MarketplaceConnection } from './connection-view.ts';
import { readConnectionRoutes } from './read-connections.ts';

/** How the workspace is joined to the marketplace and to the identity provider, and what came over that. */
export const marketplaceRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(MarketplaceConnection);
    await app.register(readConnectionRoutes(context));
    await app.register(changeConnectionRoutes(context));
    await app.register(checkConnectionRoute(context));
    await app.register(callRoutes(context));
    await app.register(idpConnectionRoutes(context));
  };
