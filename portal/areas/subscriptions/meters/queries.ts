import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../../api/client.ts';
import { workspaceKey } from '../../../api/workspace-key.ts';

export type UsageMeter = Schemas['UsageMeter'];

export const metersKey = (workspaceId: string) => workspaceKey(workspaceId, 'meters');

/** Of one subscription, or of all subscriptions of a tenant. */
export type MetersOf = { readonly subscriptionId: string } | { readonly tenantId: string };

/** Events arrive at any time, so it is polled. */
export function metersQuery(workspaceId: string, of: MetersOf, after?: string) {
  return queryOptions({
    queryKey: [...metersKey(workspaceId), of, after],
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/usage-meters', {
          params: { path: { workspaceId }, query: { ...of, after } },
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
}
