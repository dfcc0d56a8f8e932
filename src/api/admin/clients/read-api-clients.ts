import { Type } from 'typebox';
import {
  apiClientOrder,
  listApiClientViews,
  loadApiClientTotal,
} from '../../../storage/clients/api-client-views.ts';
import { withRevision } from '../answer.ts';
import { countedPageAnswer, searchFor } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';
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
    querystring: Type.Object({ ...sortedQuery(apiClientOrder), search: searchFor('Part of a name.') }),
    answers: { 200: countedPageAnswer('API clients.', Type.Ref('ApiClient'), apiClientExample) },
    handle: ({ workspaceId, query }) => {
      const { search } = query;
      return readSortedPage(query, {
        order: apiClientOrder,
        read: (page) => listApiClientViews(context.database, workspaceId, { ...page, search }),
        count: () => loadApiClientTotal(context.database, workspaceId, { search }),
        viewOf: apiClientView,
      });
    },
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
