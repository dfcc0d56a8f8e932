import { Type } from 'typebox';
import { listWebhookEndpoints } from '../../../storage/webhooks/endpoints.ts';
import { pageAnswer, pageQuery, readPage } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
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
    querystring: Type.Object(pageQuery),
    answers: {
      200: pageAnswer('Endpoints, newest first.', Type.Ref('WebhookEndpoint'), endpointExample),
    },
    handle: ({ workspaceId, query }) => {
      const now = context.clock.now();
      return readPage(
        query,
        (limit) => listWebhookEndpoints(context.database, workspaceId, { after: query.after, limit }),
        ({ endpointId }) => endpointId,
        (one) => endpointView(one, now),
      );
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
