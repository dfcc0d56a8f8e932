import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { refuseUnknown } from '../../../core/refusal.ts';
import { findWebhookEndpoint, listWebhookEndpoints } from '../../../storage/webhooks/endpoints.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { memberOf } from '../access.ts';
import { pageAnswer, pageOf, pageQuery, readLimit } from '../paging.ts';
import { readRefusals, workspacePath } from '../schemas.ts';
import { endpointExample, endpointsPath, endpointView, sendEndpoint, theEndpoint } from './endpoint-view.ts';

export const readEndpointRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      endpointsPath,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'listWebhookEndpoints',
          summary: 'List webhook endpoints',
          tags: ['Webhooks'],
          params: workspacePath(),
          querystring: Type.Object(pageQuery),
          response: {
            200: pageAnswer('Endpoints, the newest first.', Type.Ref('WebhookEndpoint'), endpointExample),
            ...readRefusals(),
          },
        },
      },
      async (request) => {
        const { limit, toRead } = readLimit(request.query);
        const question = { after: request.query.after, limit: toRead };
        const { workspaceId } = memberOf(request);
        const endpoints = await listWebhookEndpoints(context.database, workspaceId, question);
        const now = context.clock.now();
        return pageOf(
          endpoints,
          limit,
          ({ endpointId }) => endpointId,
          (one) => endpointView(one, now),
        );
      },
    );

    app.get(
      `${endpointsPath}/:endpointId`,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'readWebhookEndpoint',
          summary: 'One webhook endpoint',
          tags: ['Webhooks'],
          params: workspacePath('endpointId'),
          response: { 200: theEndpoint, ...readRefusals() },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const { endpointId } = request.params;
        const endpoint = await findWebhookEndpoint(context.database, { workspaceId, endpointId });
        if (!endpoint) return sendRefusal(reply, refuseUnknown('endpointId', 'webhook endpoint'));
        return sendEndpoint(reply, endpoint, context.clock.now());
      },
    );
  };
