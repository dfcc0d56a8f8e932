import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from './client.ts';
import { workspaceKey } from './workspace-key.ts';

const maxListed = 200;
const connectionsPath = '/api/admin/v1/workspaces/{workspaceId}/marketplace-connections' as const;

async function readConnections(workspaceId: string) {
  const params = { path: { workspaceId }, query: { limit: maxListed } };
  return (await dataOf(api.GET(connectionsPath, { params }))).items;
}

/** The marketplaces that the workspace is connected to. */
export function marketplacesQuery(workspaceId: string) {
  return queryOptions({
    queryKey: workspaceKey(workspaceId, 'marketplace-connections', 'names'),
    queryFn: () => readConnections(workspaceId),
    select: (items) =>
      items.map(({ connectionId, kind, traits, sourceName, testPurchaseUrl, accountUrl }) => ({
        connectionId,
        kind,
        traits,
        sourceName,
        testPurchaseUrl,
        accountUrl,
      })),
  });
}

export interface Marketplace extends Pick<Schemas['MarketplaceConnection'], 'kind' | 'traits'> {
  readonly connectionId: string;
  readonly sourceName: string;
  /** The purchase page of the emulator; null for a real marketplace. */
  readonly testPurchaseUrl: string | null;
}

/** The comparison of a marketplace's subscriptions with ours. */
export interface Comparison extends Pick<Marketplace, 'connectionId' | 'sourceName'> {
  readonly isIdle: boolean;
  readonly doneAt: string | null;
  readonly failure: string | null;
}

/** Polls faster while a comparison runs. */
export function comparisonsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: workspaceKey(workspaceId, 'marketplace-connections', 'comparisons'),
    queryFn: () => readConnections(workspaceId),
    select: (items): readonly Comparison[] =>
      items.map(({ connectionId, sourceName, reconciliation: { state, doneAt, failure } }) => ({
        connectionId,
        sourceName,
        isIdle: state === 'Idle',
        doneAt,
        failure,
      })),
    refetchInterval: ({ state: { data = [] } }) =>
      data.some(({ reconciliation }) => reconciliation.state !== 'Idle') ? 1_500 : 60_000,
  });
}

/** Requests a comparison; it starts within seconds. */
export const compareNow = (workspaceId: string, connectionId: string) =>
  dataOf(
    api.POST(`${connectionsPath}/{connectionId}/reconcile`, {
      params: { path: { workspaceId, connectionId } },
    }),
  );
