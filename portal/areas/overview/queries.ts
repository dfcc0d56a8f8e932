import { queryOptions } from '@tanstack/react-query';
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
    refetchInterval: 60_000,
  });
}

export const counted = (count: number): string => count.toLocaleString('en-GB');

/** `1 report`, `2 reports`. */
export const many = (count: number, one: string, more = `${one}s`): string =>
  `${counted(count)} ${count === 1 ? one : more}`;
