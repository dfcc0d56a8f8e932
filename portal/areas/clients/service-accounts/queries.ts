import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../../api/client.ts';
import { workspaceKey } from '../../../api/workspace-key.ts';
import type { FindQuestion } from '../../../parts/list/list-address.ts';
import { untilFirstCall } from '../queries.ts';

export type ServiceAccount = Schemas['ServiceAccount'];

export const accountsPath = '/api/admin/v1/workspaces/{workspaceId}/service-accounts' as const;

export const serviceAccountsKey = (workspaceId: string) => workspaceKey(workspaceId, 'service-accounts');

export function serviceAccountsQuery(workspaceId: string, { after, sort, search }: FindQuestion = {}) {
  const query = { after, sort, search } as object;
  return queryOptions({
    queryKey: [...serviceAccountsKey(workspaceId), query],
    queryFn: () => dataOf(api.GET(accountsPath, { params: { path: { workspaceId }, query } })),
    placeholderData: keepPreviousData,
  });
}

export function serviceAccountQuery(workspaceId: string, serviceAccountId: string) {
  return queryOptions({
    queryKey: [...serviceAccountsKey(workspaceId), serviceAccountId],
    queryFn: () =>
      dataOf(
        api.GET(`${accountsPath}/{serviceAccountId}`, {
          params: { path: { workspaceId, serviceAccountId } },
        }),
      ),
  });
}

export function serviceAccountKeysQuery(workspaceId: string, serviceAccountId: string) {
  return queryOptions({
    queryKey: [...serviceAccountsKey(workspaceId), serviceAccountId, 'keys'],
    queryFn: async () => {
      const params = { path: { workspaceId, serviceAccountId } };
      return (await dataOf(api.GET(`${accountsPath}/{serviceAccountId}/keys`, { params }))).items;
    },
    refetchInterval: ({ state }) => untilFirstCall(state.data),
  });
}
