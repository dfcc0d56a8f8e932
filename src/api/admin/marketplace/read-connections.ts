import { Type } from 'typebox';
import {
  connectionOrder,
  listConnectionViews,
  loadConnectionTotal,
} from '../../../storage/marketplace/connection-views.ts';
import { countedPageAnswer } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';
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
    querystring: Type.Object(sortedQuery(connectionOrder)),
    answers: {
      200: countedPageAnswer('Connections.', Type.Ref('MarketplaceConnection'), connectionExample),
    },
    handle: ({ workspaceId, query }) => {
      const now = context.clock.now();
      return readSortedPage(query, {
        order: connectionOrder,
        read: (page) => listConnectionViews(context.database, workspaceId, page),
        count: () => loadConnectionTotal(context.database, workspaceId),
        viewOf: (one) => connectionView(one, context.publicUrl, now),
      });
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
