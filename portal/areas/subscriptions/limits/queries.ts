import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { operations } from '../../../api/admin-api.generated.ts';
import { api, dataOf, type Schemas } from '../../../api/client.ts';
import { customersKey } from '../customers/queries.ts';

export type UsageLimits = Schemas['UsageLimits'];

const path = '/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}/usage-limits' as const;
const limitPath = `${path}/{product}/{dimension}` as const;

export const limitsKey = (workspaceId: string, tenantId: string) => [
  ...customersKey(workspaceId),
  tenantId,
  'limits',
];

type LimitPage = Pick<NonNullable<operations['listUsageLimits']['parameters']['query']>, 'sort' | 'after'>;

/** Usage changes at any time, so it is polled. */
export function limitsQuery(workspaceId: string, tenantId: string, question: object) {
  const query = question as LimitPage;
  return queryOptions({
    queryKey: [...limitsKey(workspaceId, tenantId), query],
    queryFn: () => dataOf(api.GET(path, { params: { path: { workspaceId, tenantId }, query } })),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
}

export type LimitChange = operations['setUsageLimit']['requestBody']['content']['application/json'];

/** Names the limit of a customer. */
type LimitOf = operations['setUsageLimit']['parameters']['path'];

export const setUsageLimit = (limit: LimitOf, body: LimitChange) =>
  dataOf(api.PUT(limitPath, { params: { path: limit }, body }));

export const removeUsageLimit = (limit: LimitOf) =>
  dataOf(api.DELETE(limitPath, { params: { path: limit } }));
