import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client.ts';
import { workspaceKey } from '../../api/workspace-key.ts';

export type UsageSeries = Schemas['UsageSeries'];

/** Of one subscription, customer or product, or of the whole workspace. */
export interface UsageScope {
  readonly subscriptionId?: string;
  readonly tenantId?: string;
  readonly product?: string;
}

/** Below the key of usage, so that a change of a report is shown. Events arrive at any time, so it is polled. */
export function usageDaysQuery(workspaceId: string, question: UsageScope & { readonly from: string }) {
  return queryOptions({
    queryKey: workspaceKey(workspaceId, 'usage', 'days', question),
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/usage/by-day', {
          params: { path: { workspaceId }, query: question },
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}
