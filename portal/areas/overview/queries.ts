import { queryOptions, useQuery } from '@tanstack/react-query';
import type { operations } from '../../api/admin-api.generated.ts';
import { api, dataOf } from '../../api/client.ts';
import { workspaceKey } from '../../api/workspace-key.ts';

export type Overview = operations['readOverview']['responses'][200]['content']['application/json'];
export type Attention = Overview['attention'][number];

export function overviewQuery(workspaceId: string) {
  return queryOptions({
    queryKey: workspaceKey(workspaceId, 'overview'),
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/overview', { params: { path: { workspaceId } } }),
      ),
    refetchInterval: 30_000,
  });
}

/** The number of open notices; undefined until it is known. */
export function useOpenNotices(workspaceId: string): number | undefined {
  const { data } = useQuery(overviewQuery(workspaceId));
  return data && (data.attention.find(({ kind }) => kind === 'Notice')?.total ?? 0);
}
