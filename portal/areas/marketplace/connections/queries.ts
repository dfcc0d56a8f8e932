import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { operations } from '../../../api/admin-api.generated.ts';
import { api, dataOf, dataWithTag, type Schemas } from '../../../api/client.ts';
import { workspaceKey } from '../../../api/workspace-key.ts';
import type { PageQuestion } from '../../../parts/list/list-address.ts';
import type { Tone } from '../../../parts/status-badge.tsx';

export type Connection = Schemas['MarketplaceConnection'];
export type Finding = Schemas['ConnectionFinding'];
export type ConnectionEntry = operations['connectMarketplace']['requestBody']['content']['application/json'];
export type ConnectionChange = NonNullable<
  operations['changeMarketplaceConnection']['requestBody']
>['content']['application/json'];

export const connectionPath =
  '/api/admin/v1/workspaces/{workspaceId}/marketplace-connections/{connectionId}' as const;

export const connectionsKey = (workspaceId: string) => workspaceKey(workspaceId, 'marketplace-connections');

export function connectionsQuery(workspaceId: string, { after, sort }: PageQuestion = {}) {
  const query = { after, sort } as object;
  return queryOptions({
    queryKey: [...connectionsKey(workspaceId), 'list', query],
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/marketplace-connections', {
          params: { path: { workspaceId }, query },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function connectionQuery(workspaceId: string, connectionId: string) {
  return queryOptions({
    queryKey: [...connectionsKey(workspaceId), 'one', connectionId],
    queryFn: () => dataOf(api.GET(connectionPath, { params: { path: { workspaceId, connectionId } } })),
    // Polls faster while a reconciliation runs.
    refetchInterval: ({ state }) =>
      state.data && state.data.reconciliation.state !== 'Idle' ? 1_500 : 60_000,
  });
}

export const readConnection = (workspaceId: string, connectionId: string) =>
  dataWithTag(api.GET(connectionPath, { params: { path: { workspaceId, connectionId } } }));

export const connectionTones: Readonly<Record<Connection['state'], Tone>> = {
  Fine: 'good',
  Warning: 'attention',
  Failing: 'bad',
};

/** The result of the last reconciliation. */
export function reconciliationLabels({ doneAt, result, failure }: Connection['reconciliation']): string {
  if (failure !== null) return failure;
  if (result === null) return doneAt === null ? 'Not run yet' : 'No counts recorded';
  const { compared, repaired, unrepaired, unreadable } = result;
  const rest = [
    ...(unrepaired > 0 ? [`${unrepaired} not repaired`] : []),
    ...(unreadable > 0 ? [`${unreadable} not readable`] : []),
  ];
  return [`${compared} compared`, repaired > 0 ? `${repaired} repaired` : 'nothing to repair', ...rest].join(
    ', ',
  );
}
