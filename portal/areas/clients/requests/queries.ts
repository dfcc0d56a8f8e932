import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../../api/client.ts';
import type { ListSearch } from '../../../parts/list/list-address.ts';
import { apiClientsKey } from '../queries.ts';

export type ClientRequest = Schemas['ApiClientRequest'];
export type RequestFilterName = 'statusClass' | 'code' | 'tenantId' | 'period' | 'from' | 'until';

/** The query parameters from the URL; the API validates them. */
export type RequestQuestion = Omit<ListSearch<RequestFilterName>, 'period' | 'add' | 'next'>;

export function clientRequestsQuery(workspaceId: string, apiClientId: string, question: RequestQuestion) {
  return queryOptions({
    queryKey: [...apiClientsKey(workspaceId), apiClientId, 'requests', question],
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}/requests', {
          params: { path: { workspaceId, apiClientId }, query: question as object },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}
