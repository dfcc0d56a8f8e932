import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { refuseUnknown } from '../../../core/refusal.ts';
import { findApiClientView, listApiClientViews } from '../../../storage/clients/api-client-views.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer } from '../../schemas.ts';
import { memberOf } from '../access.ts';
import { pageAnswer, pageOf, pageQuery, readLimit } from '../paging.ts';
import { revisionHeaders, sendRevision } from '../precondition.ts';
import { readRefusals, workspacePath } from '../schemas.ts';
import { apiClientExample, apiClientsPath, apiClientView } from './api-client-view.ts';

export const readApiClientRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      apiClientsPath,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'listApiClients',
          summary: 'List API clients',
          tags: ['API clients'],
          params: workspacePath(),
          querystring: Type.Object(pageQuery),
          response: {
            200: pageAnswer('API clients, the newest first.', Type.Ref('ApiClient'), apiClientExample),
            ...readRefusals(),
          },
        },
      },
      async (request) => {
        const { limit, toRead } = readLimit(request.query);
        const question = { after: request.query.after, limit: toRead };
        const clients = await listApiClientViews(context.database, memberOf(request).workspaceId, question);
        return pageOf(clients, limit, ({ apiClientId }) => apiClientId, apiClientView);
      },
    );

    app.get(
      `${apiClientsPath}/:apiClientId`,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'readApiClient',
          summary: 'One API client',
          tags: ['API clients'],
          params: workspacePath('apiClientId'),
          response: {
            200: answer('The API client.', Type.Ref('ApiClient'), apiClientExample, revisionHeaders),
            ...readRefusals(),
          },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const client = await findApiClientView(context.database, workspaceId, request.params.apiClientId);
        if (!client) return sendRefusal(reply, refuseUnknown('apiClientId', 'API client'));
        return sendRevision(reply, client, apiClientView(client));
      },
    );
  };
