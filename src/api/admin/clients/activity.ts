import { Type } from 'typebox';
import { maxStoredRefusals } from '../../../core/clients/activity.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { readHourRange } from '../../../core/usage/reports/hour-range.ts';
import { listClientHours, listClientRefusals } from '../../../storage/clients/activity.ts';
import { jsonResponse } from '../../schemas.ts';
import { adminRoutes } from '../routes.ts';
import { described, instant, nullable, uuid } from '../schemas.ts';
import { apiClientExample, apiClientsPath, apiClientView, readApiClient } from './api-clients.ts';

const Activity = Type.Object({
  apiClientId: uuid,
  effectiveRateLimit: Type.Integer({ description: 'Requests per minute.' }),
  rateLimitQuota: Type.Integer(),
  lastUsedAt: nullable.instant,
  from: instant,
  until: instant,
  calls: Type.Integer({ description: 'In the range, refused ones included.' }),
  refused: Type.Integer(),
  hours: Type.Array(Type.Object({ hour: instant, calls: Type.Integer(), refused: Type.Integer() }), {
    description: 'Hours with calls, oldest first.',
  }),
  refusals: Type.Array(
    Type.Object({
      refusedAt: instant,
      code: Type.String(),
      status: Type.Integer(),
      method: Type.String(),
      route: Type.String({ description: 'The URL pattern of the route.' }),
      requestId: Type.String({ description: 'As in the response header and the log.' }),
    }),
    { description: `The latest ${maxStoredRefusals}, also outside the range, newest first.` },
  ),
});

const { apiClientId, effectiveRateLimit, rateLimitQuota } = apiClientExample;
const example = {
  apiClientId,
  effectiveRateLimit,
  rateLimitQuota,
  lastUsedAt: '2026-11-15T08:59:00.000Z',
  from: '2026-11-08T10:00:00.000Z',
  until: '2026-11-15T10:00:00.000Z',
  calls: 1_204,
  refused: 3,
  hours: [{ hour: '2026-11-15T08:00:00.000Z', calls: 1_204, refused: 3 }],
  refusals: [
    {
      refusedAt: '2026-11-15T08:59:12.345Z',
      code: 'product.not_found',
      status: 404,
      method: 'GET',
      route: '/api/v1/entitlements/:tenantId',
      requestId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
    },
  ],
};

export const clientActivityRoute = adminRoutes('API clients', (routes, context) => {
  routes.get(`${apiClientsPath}/:apiClientId/activity`, {
    access: 'read',
    operationId: 'readClientActivity',
    summary: 'Read the calls and refusals of an API client',
    description:
      'Updated within half a minute, stored for 90 days. A call with an invalid credential is not counted.',
    querystring: Type.Object({
      from: Type.Optional(described(instant, 'Default: seven days before `until`; at most 31 days before.')),
      until: Type.Optional(Type.String({ format: 'date-time', description: 'Default: now.' })),
    }),
    responses: { 200: jsonResponse('The calls and refusals.', Activity, example) },
    handle: async ({ workspaceId, params, query }) => {
      const range = readHourRange(query, context.clock.now());
      if (isRefusal(range)) return range;
      const key = { workspaceId, apiClientId: params.apiClientId };
      const [client, hours, refusals] = await Promise.all([
        readApiClient(context.database, workspaceId, key.apiClientId),
        listClientHours(context.database, key, range),
        listClientRefusals(context.database, key),
      ]);
      if (isRefusal(client)) return client;
      const { apiClientId, effectiveRateLimit, rateLimitQuota, lastUsedAt } = apiClientView(client);
      return {
        apiClientId,
        effectiveRateLimit,
        rateLimitQuota,
        lastUsedAt,
        ...range,
        calls: hours.reduce((sum, { calls }) => sum + calls, 0),
        refused: hours.reduce((sum, { refused }) => sum + refused, 0),
        hours,
        refusals,
      };
    },
  });
});
