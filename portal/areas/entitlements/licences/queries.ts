import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { operations } from '../../../api/admin-api.generated.ts';
import { api, dataOf, dataWithTag, type Schemas } from '../../../api/client.ts';
import { workspaceKey } from '../../../api/workspace-key.ts';

export type IdpConnection = Schemas['IdpConnection'];

export type IdpConnectionQuestion = NonNullable<operations['listIdpConnections']['parameters']['query']>;

export const idpConnectionsPath = '/api/admin/v1/workspaces/{workspaceId}/idp-connections' as const;
export const idpConnectionPath = `${idpConnectionsPath}/{productId}` as const;

export const idpConnectionsKey = (workspaceId: string) => workspaceKey(workspaceId, 'idp-connections');

export function idpConnectionsQuery(workspaceId: string, question: IdpConnectionQuestion) {
  return queryOptions({
    queryKey: [...idpConnectionsKey(workspaceId), 'list', question],
    queryFn: () =>
      dataOf(api.GET(idpConnectionsPath, { params: { path: { workspaceId }, query: question } })),
    placeholderData: keepPreviousData,
  });
}

export const readIdpConnection = (workspaceId: string, productId: string) =>
  dataWithTag(api.GET(idpConnectionPath, { params: { path: { workspaceId, productId } } }));
