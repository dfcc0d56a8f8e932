import { Type } from 'typebox';
import {
  changeApiClient,
  registerApiClient,
  setApiClientEnabled,
} from '../../../actions/clients/api-clients.ts';
import { effectiveRateLimit, scopes } from '../../../core/clients/api-client.ts';
import { slugMaxLength } from '../../../core/identifiers.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../../core/refusal.ts';
import { partnerPlans } from '../../../core/workspaces/limits.ts';
import {
  type ApiClientView,
  apiClientOrder,
  findApiClientView,
  listApiClientViews,
  loadApiClientTotal,
} from '../../../storage/clients/api-client-views.ts';
import type { Database } from '../../../storage/database.ts';
import { jsonResponse, nameText, oneOf } from '../../schemas.ts';
import { countedPageResponse, searchFor } from '../paging.ts';
import { revisionHeaders, withRevision } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { described, instant, nullable, uuid } from '../schemas.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';

export const readApiClientRoutes = adminRoutes('API clients', (routes, context) => {
  routes.get(apiClientsPath, {
    access: 'read',
    operationId: 'listApiClients',
    summary: 'List API clients',
    querystring: Type.Object({ ...sortedQuery(apiClientOrder), search: searchFor('Part of a name.') }),
    responses: { 200: countedPageResponse('API clients.', Type.Ref('ApiClient'), apiClientExample) },
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
    responses: { 200: theClient },
    handle: async ({ workspaceId, params }) =>
      withRevision(await readApiClient(context.database, workspaceId, params.apiClientId), apiClientView),
  });
});

export const changeApiClientRoutes = adminRoutes('API clients', (routes, context) => {
  routes.post(apiClientsPath, {
    access: 'change:apiClients',
    operationId: 'registerApiClient',
    summary: 'Register an API client',
    body: Type.Object({
      name: editableMembers.name,
      scopes: editableMembers.scopes,
      products: editableMembers.products,
      rateLimitPerMinute: Type.Optional(editableMembers.rateLimitPerMinute),
    }),
    responses: { 201: theClient },
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
    isEdit: true,
    body: Type.Partial(Type.Object(editableMembers)),
    responses: { 200: theClient },
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
      responses: { 200: theClient },
      handle: async ({ action, workspaceId, params }) => {
        const { apiClientId } = params;
        const set = await setApiClientEnabled(action, workspaceId, apiClientId, enabled);
        if (isRefusal(set)) return set;
        return withRevision(await readApiClient(context.database, workspaceId, apiClientId), apiClientView);
      },
    });
  }
});

export const apiClientsPath = '/workspaces/:workspaceId/api-clients';

const products = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: { type: 'string', maxLength: slugMaxLength },
  maxItems: 1_000,
  description: 'Slugs of the allowed products; null: all, including later ones.',
});
const rateLimitPerMinute = described(
  nullable.integer,
  "From 60 to the quota of the workspace's partner plan; null: the plan's default.",
);

/** The editable settings: all of them to register a client, some to change it. */
const editableMembers = {
  name: nameText(200),
  scopes: Type.Array(oneOf(scopes), { uniqueItems: true, maxItems: scopes.length }),
  products,
  rateLimitPerMinute,
};

export const ApiClient = Type.Object(
  {
    apiClientId: uuid,
    ...editableMembers,
    effectiveRateLimit: Type.Integer({ description: 'Requests per minute, set or by default.' }),
    rateLimitQuota: Type.Integer({ description: 'The maximum of `rateLimitPerMinute`.' }),
    enabled: Type.Boolean(),
    createdAt: instant,
    lastUsedAt: nullable.instant,
  },
  { $id: 'ApiClient' },
);

export const apiClientExample = {
  apiClientId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  name: 'Billing service',
  scopes: ['entitlements:read', 'usage:write'],
  products: ['aqueduct'],
  rateLimitPerMinute: null,
  effectiveRateLimit: 600,
  rateLimitQuota: 3_000,
  enabled: true,
  createdAt: '2026-11-15T09:00:00.000Z',
  lastUsedAt: null,
};

export function apiClientView(client: ApiClientView) {
  return {
    apiClientId: client.apiClientId,
    name: client.name,
    scopes: [...client.scopes],
    products: client.products === 'all' ? null : [...client.products],
    rateLimitPerMinute: client.rateLimitPerMinute,
    effectiveRateLimit: effectiveRateLimit(client.rateLimitPerMinute, client.partnerPlan),
    rateLimitQuota: partnerPlans[client.partnerPlan].quota,
    enabled: client.enabled,
    createdAt: client.createdAt,
    lastUsedAt: client.lastUsedAt,
  };
}

const theClient = jsonResponse('The API client.', Type.Ref('ApiClient'), apiClientExample, revisionHeaders);

export async function readApiClient(
  database: Database,
  workspaceId: string,
  apiClientId: string,
): Promise<ApiClientView | Refusal> {
  const client = await findApiClientView(database, workspaceId, apiClientId);
  return client ?? refuseUnknown('apiClientId', 'API client');
}
