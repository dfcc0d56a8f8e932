import { type Static, Type } from 'typebox';
import { recordExport } from '../../../actions/privacy/personal-data.ts';
import { sampleRules, statusClasses } from '../../../core/clients/request-log.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { instantOf } from '../../../core/values/timestamp.ts';
import {
  listClientRequests,
  loadRequestTotal,
  type RequestFilter,
  requestOrder,
  type StoredRequest,
} from '../../../storage/clients/requests.ts';
import { loadOrganisationNames } from '../../../storage/subscriptions/customer-views.ts';
import { oneOf } from '../../schemas.ts';
import { countedPageResponse } from '../paging.ts';
import { type CsvColumns, csvResponse, sendCsv } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { described, instant, nullable, uuid } from '../schemas.ts';
import { readSortedBatches, readSortedPage, sortedQuery } from '../sorted-list.ts';
import { apiClientsPath, readApiClient } from './api-clients.ts';

export const ClientRequest = Type.Object(
  {
    entryId: uuid,
    requestedAt: instant,
    method: Type.String(),
    route: Type.String({ description: 'The URL pattern of the route.' }),
    status: Type.Integer(),
    code: described(nullable.text, 'Null: it was not refused.'),
    tenantId: described(nullable.uuid, 'Null: it was about no tenant, or about several.'),
    organisation: described(nullable.text, 'The name, if known.'),
    milliseconds: Type.Number({ description: 'Until the response was sent.' }),
    requestId: Type.String({ description: 'As in the response header and the log.' }),
    requests: Type.Integer({
      description:
        'How many requests the entry stands for: itself, and those before it that the node did not store. Of the successful ' +
        `requests of a client it stores ${sampleRules.succeeded.atOnce} at once, then one in 10 seconds; of the failed ones ` +
        `${sampleRules.failed.atOnce} at once, then one in 10 seconds.`,
    }),
  },
  { $id: 'ApiClientRequest' },
);

const requestExample = {
  entryId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010e5',
  requestedAt: '2026-11-15T08:59:12.345Z',
  method: 'GET',
  route: '/api/v1/entitlements/:tenantId',
  status: 404,
  code: 'product.not_found',
  tenantId: 'b0000000-0000-4000-8000-000000000001',
  organisation: 'Contoso',
  milliseconds: 1.4,
  requestId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  requests: 1,
};

/** The filters of the list and of the file. */
const filters = {
  statusClass: Type.Optional(oneOf(statusClasses)),
  code: Type.Optional(Type.String({ maxLength: 100, description: 'The code of a refusal.' })),
  tenantId: Type.Optional(Type.String({ format: 'uuid' })),
  from: Type.Optional(instant),
  until: Type.Optional(Type.String({ format: 'date-time', description: 'Exclusive.' })),
};
const filterSchema = Type.Object(filters);

function readFilter({
  statusClass,
  code,
  tenantId,
  from,
  until,
}: Static<typeof filterSchema>): RequestFilter {
  return {
    statusClass,
    code,
    tenantId: tenantId?.toLowerCase(),
    from: from === undefined ? undefined : instantOf(from),
    until: until === undefined ? undefined : instantOf(until),
  };
}

const columns: CsvColumns<StoredRequest> = {
  requestedAt: (request) => request.requestedAt,
  method: (request) => request.method,
  route: (request) => request.route,
  status: (request) => request.status,
  code: (request) => request.code,
  tenantId: (request) => request.tenantId,
  milliseconds: (request) => request.milliseconds,
  requestId: (request) => request.requestId,
  requests: (request) => request.requests,
};

const requestsPath = `${apiClientsPath}/:apiClientId/requests`;

/** The request log of an API client. */
export const clientRequestRoutes = adminRoutes('API clients', (routes, context) => {
  const { database, retention } = context;
  routes.get(requestsPath, {
    access: 'read',
    operationId: 'listClientRequests',
    summary: 'List the requests of an API client',
    description:
      'Failed requests, and a sample of the successful ones, a second after the response; `requests` says how many an entry ' +
      'stands for. Neither queries nor bodies are stored. A request with an invalid credential belongs to no client.',
    querystring: Type.Object({ ...sortedQuery(requestOrder), ...filters }),
    responses: {
      200: countedPageResponse('Requests.', Type.Ref('ApiClientRequest'), requestExample, {
        properties: {
          keptDays: Type.Integer({ description: 'How long requests are kept; 0: they are not logged.' }),
        },
        example: { keptDays: 7 },
      }),
    },
    handle: async ({ workspaceId, params, query }) => {
      const client = await readApiClient(database, workspaceId, params.apiClientId);
      if (isRefusal(client)) return client;
      const key = { workspaceId, apiClientId: client.apiClientId };
      const filter = readFilter(query);
      const page = await readSortedPage(query, {
        order: requestOrder,
        read: (place) => listClientRequests(database, key, { ...filter, ...place }),
        count: () => loadRequestTotal(database, key, filter),
        viewOf: (request) => request,
      });
      if (isRefusal(page)) return page;
      const tenantIds = page.items.flatMap(({ tenantId }) => tenantId ?? []);
      const organisations = await loadOrganisationNames(database, workspaceId, tenantIds);
      const items = page.items.map((request) => ({
        ...request,
        organisation: organisations.get(request.tenantId ?? '') ?? null,
      }));
      return { ...page, items, keptDays: retention.requestLogDays };
    },
  });

  routes.get(`${requestsPath}.csv`, {
    access: 'read',
    operationId: 'exportClientRequests',
    summary: 'Export the requests of an API client as CSV',
    description: 'With the filters and the order of the list.',
    querystring: Type.Object({ sort: sortedQuery(requestOrder).sort, ...filters }),
    responses: { 200: csvResponse('request') },
    handle: async ({ action, workspaceId, params, query }) => {
      const client = await readApiClient(database, workspaceId, params.apiClientId);
      if (isRefusal(client)) return client;
      const { apiClientId } = client;
      const exported = { format: 'csv', apiClientId, ...query };
      await recordExport(action, workspaceId, 'api_client_requests.exported', exported);
      const filter = readFilter(query);
      const batches = readSortedBatches(
        requestOrder,
        (page) => listClientRequests(database, { workspaceId, apiClientId }, { ...filter, ...page }),
        query.sort,
      );
      return sendCsv('requests.csv', columns, batches);
    },
  });
});
