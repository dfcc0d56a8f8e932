import { Type } from 'typebox';
import { listConnectionViews } from '../../../storage/marketplace/connection-views.ts';
import { pageAnswer, pageQuery, readPage } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import {
  connectionAnswer,
  connectionExample,
  connectionsPath,
  connectionView,
  findConnection,
  theConnection,
} from './connection-view.ts';

export const readConnectionRoutes = adminRoutes((routes, context) => {
  routes.get(connectionsPath, {
    access: 'read',
    operationId: 'listMarketplaceConnections',
    summary: 'List marketplace connections',
    tags: ['Marketplace'],
    querystring: Type.Object(pageQuery),
    answers: {
      200: pageAnswer('Connections, newest first.', Type.Ref('MarketplaceConnection'), connectionExample),
    },
    handle: ({ workspaceId, query }) => {
      const now = context.clock.now();
      return readPage(
        query,
        (limit) => listConnectionViews(context.database, workspaceId, { after: query.after, limit }),
        ({ connectionId }) => connectionId,
        (one) => connectionView(one, context.publicUrl, now),
      );
    },
  });

  routes.get(`${connectionsPath}/:connectionId`, {
    access: 'read',
    operationId: 'readMarketplaceConnection',
    summary: 'Read a marketplace connection',
    tags: ['Marketplace'],
    answers: { 200: theConnection },
    handle: async ({ workspaceId, params }) =>
      connectionAnswer(context, await findConnection(context.database, workspaceId, params.connectionId)),
  });
});
