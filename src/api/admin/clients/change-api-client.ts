import { Type } from 'typebox';
import { changeApiClient } from '../../../actions/clients/change-api-client.ts';
import { registerApiClient } from '../../../actions/clients/register-api-client.ts';
import { setApiClientEnabled } from '../../../actions/clients/set-api-client-enabled.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { withRevision } from '../answer.ts';
import { adminRoutes } from '../routes.ts';
import {
  apiClientsPath,
  apiClientView,
  editableMembers,
  readApiClient,
  theClient,
} from './api-client-view.ts';

export const changeApiClientRoutes = adminRoutes((routes, context) => {
  routes.post(apiClientsPath, {
    access: 'change:apiClients',
    operationId: 'registerApiClient',
    summary: 'Register an API client',
    tags: ['API clients'],
    body: Type.Object({
      name: editableMembers.name,
      scopes: editableMembers.scopes,
      products: editableMembers.products,
      rateLimitPerMinute: Type.Optional(editableMembers.rateLimitPerMinute),
    }),
    answers: { 201: theClient },
    refusals: ['workspace.limit_reached'],
    handle: async ({ action, workspaceId, body }) => {
      const { name, scopes, products, rateLimitPerMinute = null } = body;
      const registration = { name, scopes, products: products ?? 'all', rateLimitPerMinute } as const;
      const registered = await registerApiClient(action, workspaceId, registration);
      if (isRefusal(registered)) return registered;
      return withRevision(
        await readApiClient(context.database, workspaceId, registered.apiClientId),
        apiClientView,
      );
    },
  });

  routes.patch(`${apiClientsPath}/:apiClientId`, {
    access: 'change:apiClients',
    operationId: 'changeApiClient',
    summary: 'Change an API client',
    description: 'Omitted members stay unchanged. Applies from the next request of the client.',
    tags: ['API clients'],
    isEdit: true,
    body: Type.Partial(Type.Object(editableMembers)),
    answers: { 200: theClient },
    handle: async ({ action, workspaceId, params, body, revision }) => {
      const { name, scopes, products, rateLimitPerMinute } = body;
      const changes = {
        ...(name !== undefined && { name }),
        ...(scopes !== undefined && { scopes }),
        ...(products !== undefined && { products: products ?? ('all' as const) }),
        ...(rateLimitPerMinute !== undefined && { rateLimitPerMinute }),
      };
      return withRevision(
        await changeApiClient(action, workspaceId, params.apiClientId, changes, revision),
        apiClientView,
      );
    },
  });

  for (const [verb, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    routes.post(`${apiClientsPath}/:apiClientId/${verb}`, {
      access: 'change:apiClients',
      operationId: `${verb}ApiClient`,
      summary: enabled ? 'Enable an API client' : 'Disable an API client',
      description: enabled
        ? 'Its credentials work again.'
        : 'All its credentials are refused within a second, until it is enabled again.',
      tags: ['API clients'],
      answers: { 200: theClient },
      handle: async ({ action, workspaceId, params }) => {
        const { apiClientId } = params;
        const set = await setApiClientEnabled(action, workspaceId, apiClientId, enabled);
        if (isRefusal(set)) return set;
        return withRevision(await readApiClient(context.database, workspaceId, apiClientId), apiClientView);
      },
    });
  }
});
