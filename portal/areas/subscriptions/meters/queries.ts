import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { operations } from '../../../api/admin-api.generated.ts';
import { api, dataOf, type Schemas } from '../../../api/client.ts';
import { workspaceKey } from '../../../api/workspace-key.ts';

export type UsageMeter = Schemas['UsageMeter'];

/** Of reports and their sums. */
export const usageKey = (workspaceId: string) => workspaceKey(workspaceId, 'usage');
export const metersKey = (workspaceId: string) => workspaceKey(workspaceId, 'meters');

/** Of one subscription, or of all subscriptions of a tenant. */
export type MetersOf = { readonly subscriptionId: string } | { readonly tenantId: string };

export type MeterPage = Pick<
  NonNullable<operations['listUsageMeters']['parameters']['query']>,
  'sort' | 'after'
>;

/** Events arrive at any time, so it is polled. */
export function metersQuery(workspaceId: string, of: MetersOf, page: MeterPage = {}) {
  return queryOptions({
    queryKey: [...metersKey(workspaceId), of, page],
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/usage-meters', {
          params: { path: { workspaceId }, query: { ...of, ...page } },
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
}

/** Reports an hour by hand, or again after the marketplace has rejected it. */
export const reportUsage = (
  workspaceId: string,
  body: operations['reportUsage']['requestBody']['content']['application/json'],
) =>
  dataOf(
    api.POST('/api/admin/v1/workspaces/{workspaceId}/usage-reports', {
      params: { path: { workspaceId } },
      body,
    }),
  );

/** Of a quantity of usage. */
export const quantityRule = { min: 0, decimals: 6 };
