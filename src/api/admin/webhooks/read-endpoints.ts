import { Type } from 'typebox';
import {
  endpointOrder,
  listWebhookEndpoints,
  loadEndpointTotal,
} from '../../../storage/webhooks/endpoints.ts';
import { countedPageAnswer, searchFor } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';
import {
  endpointAnswer,
  endpointExample,
  endpointsPath,
  endpointView,
  findEndpoint,
  theEndpoint,
} from './endpoint-view.ts';

export const readEndpointRoutes = adminRoutes((routes, context) => {
  routes.get(endpointsPath, {
    access: 'read',
    operationId: 'listWebhookEndpoints',
    summary: 'List webhook endpoints',
    tags: ['Webhooks'],
    querystring: Type.Object({
      ...sortedQuery(endpointOrder),
      search: searchFor('Part of a description or URL.'),
    }),
    answers: {
      200: countedPageAnswer('Endpoints.', Type.Ref('WebhookEndpoint'), endpointExample),
    },
    handle: ({ workspaceId, query }) => {
      const { search } = query;
      const now = context.clock.now();
      return readSortedPage(query, {
        order: endpointOrder,
        read: (page) => listWebhookEndpoints(context.database, workspaceId, { ...page, search }),
        count: () => loadEndpointTotal(context.database, workspaceId, { search }),
        viewOf: (one) => endpointView(one, now),
      });
    },
  });

  routes.get(`${endpointsPath}/:endpointId`, {
    access: 'read',
    operationId: 'readWebhookEndpoint',
    summary: 'Read a webhook endpoint',
    tags: ['Webhooks'],
    answers: { 200: theEndpoint },
    handle: async ({ workspaceId, params }) => {
      const { endpointId } = params;
      const endpoint = await findEndpoint(context.database, { workspaceId, endpointId });
      return endpointAnswer(endpoint, context.clock.now());
    },
  });
});
