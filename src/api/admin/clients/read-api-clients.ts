import { Type } from 'typebox';
import { listApiClientViews } from '../../../storage/clients/api-client-views.ts';
import { withRevision } from '../answer.ts';
import { pageAnswer, pageQuery, readPage } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import {
  apiClientExample,
  apiClientsPath,
  apiClientView,
  readApiClient,
  theClient,
} from './api-client-view.ts';

export const readApiClientRoutes = adminRoutes((routes, context) => {
  routes.get(apiClientsPath, {
    access: 'read',
    operationId: 'listApiClients',
    summary: 'List API clients',
    tags: ['API clients'],
    querystring: Type.Object(pageQuery),
    answers: { 200: pageAnswer('API clients, newest first.', Type.Ref('ApiClient'), apiClientExample) },
    handle: ({ workspaceId, query }) =>
      readPage(
        query,
        (limit) => listApiClientViews(context.database, workspaceId, { after: query.after, limit }),
        ({ apiClientId }) => apiClientId,
        apiClientView,
      ),
  });

  routes.get(`${apiClientsPath}/:apiClientId`, {
    access: 'read',
    operationId: 'readApiClient',
    summary: 'Read an API client',
    tags: ['API clients'],
    answers: { 200: theClient },
    handle: async ({ workspaceId, params }) =>
      withRevision(await readApiClient(context.database, workspaceId, params.apiClientId), apiClientView),
  });
});
