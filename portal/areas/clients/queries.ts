import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { operations } from '../../api/admin-api.generated.ts';
import { api, dataOf, type Schemas } from '../../api/client.ts';
import { workspaceKey } from '../../api/workspace-key.ts';
import type { FindQuestion } from '../../parts/list/list-address.ts';
import { stateOf } from './application-state.ts';

export type ApiClient = Schemas['ApiClient'];
export type Scope = ApiClient['scopes'][number];
export type ApiKey = Schemas['ApiKey'];
export type ApplicationCredential = Schemas['ApplicationCredential'];
/** The response to adding an application. */
export type Challenge =
  operations['addApplicationCredential']['responses'][201]['content']['application/json'];

export type Activity = operations['readClientActivity']['responses'][200]['content']['application/json'];

/** The settings of a client. */
export type ApiClientSettings = Pick<ApiClient, 'name' | 'scopes' | 'products' | 'rateLimitPerMinute'>;

export const scopeLabels: Readonly<Record<Scope, string>> = {
  'entitlements:read': 'Entitlements of tenants, eligibility of users',
  'catalogue:read': 'Products, editions and plans',
  'usage:write': 'Report metered usage',
};

const clientsPath = '/api/admin/v1/workspaces/{workspaceId}/api-clients' as const;

export const apiClientsKey = (workspaceId: string) => workspaceKey(workspaceId, 'api-clients');

export function apiClientsQuery(workspaceId: string, { after, sort, search }: FindQuestion = {}) {
  const query = { after, sort, search } as object;
  return queryOptions({
    queryKey: [...apiClientsKey(workspaceId), query],
    queryFn: () => dataOf(api.GET(clientsPath, { params: { path: { workspaceId }, query } })),
    placeholderData: keepPreviousData,
  });
}

export function apiClientQuery(workspaceId: string, apiClientId: string) {
  return queryOptions({
    queryKey: [...apiClientsKey(workspaceId), apiClientId],
    queryFn: () =>
      dataOf(api.GET(`${clientsPath}/{apiClientId}`, { params: { path: { workspaceId, apiClientId } } })),
  });
}

export function apiKeysQuery(workspaceId: string, apiClientId: string) {
  return queryOptions({
    queryKey: [...apiClientsKey(workspaceId), apiClientId, 'keys'],
    queryFn: async () => {
      const params = { path: { workspaceId, apiClientId } };
      return (await dataOf(api.GET(`${clientsPath}/{apiClientId}/api-keys`, { params }))).items;
    },
    refetchInterval: ({ state }) => untilFirstCall(state.data),
  });
}

const pollEvery = 2_000;
/** Somebody who has just got a key tries it. */
const triedWithin = 600_000;

/** The polling interval of keys: short while a new key has not been used. */
export function untilFirstCall(keys: readonly ApiKey[] | undefined): number | false {
  const isAwaited = keys?.some(
    ({ status, lastUsedAt, createdAt }) =>
      status === 'Active' && lastUsedAt === null && Date.now() - Date.parse(createdAt) < triedWithin,
  );
  return isAwaited ? pollEvery : false;
}

/** The customer of the newest active subscription of a product, for a sample call; null without one. */
export function sampleTenantQuery(workspaceId: string, product: string | undefined) {
  return queryOptions({
    queryKey: workspaceKey(workspaceId, 'subscriptions', 'sample', product ?? ''),
    queryFn: async () => {
      const query = { product: product ?? '', status: 'Active', limit: 1 } as const;
      const path = '/api/admin/v1/workspaces/{workspaceId}/subscriptions' as const;
      const params = { path: { workspaceId }, query };
      return (await dataOf(api.GET(path, { params }))).items[0]?.tenantId ?? null;
    },
    enabled: product !== undefined,
    // Somebody who has a key may be making the first purchase.
    refetchInterval: ({ state }) => (state.data === null ? pollEvery : false),
  });
}

/** Polled while an application waits for verification. */
export function applicationsQuery(workspaceId: string, apiClientId: string) {
  return queryOptions({
    queryKey: [...apiClientsKey(workspaceId), apiClientId, 'applications'],
    queryFn: async () => {
      const params = { path: { workspaceId, apiClientId } };
      const path = `${clientsPath}/{apiClientId}/application-credentials` as const;
      return (await dataOf(api.GET(path, { params }))).items;
    },
    refetchInterval: ({ state }) =>
      state.data?.some((application) => stateOf(application, new Date()) === 'Pending') ? pollEvery : false,
  });
}

const hourLong = 3_600_000;
const countedWithin = 30_000;

/** The activity of the last hours. */
export function activityQuery(workspaceId: string, apiClientId: string, hours: number) {
  return queryOptions({
    queryKey: [...apiClientsKey(workspaceId), apiClientId, 'activity', hours],
    queryFn: () => {
      const until = (Math.floor(Date.now() / hourLong) + 1) * hourLong;
      const from = new Date(until - hours * hourLong).toISOString();
      return dataOf(
        api.GET(`${clientsPath}/{apiClientId}/activity`, {
          params: {
            path: { workspaceId, apiClientId },
            query: { from, until: new Date(until).toISOString() },
          },
        }),
      );
    },
    placeholderData: keepPreviousData,
    refetchInterval: countedWithin,
  });
}
