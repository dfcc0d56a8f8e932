import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from './client.ts';
import { workspaceKey } from './workspace-key.ts';

const maxListed = 200;

/** The marketplaces that the workspace is connected to. */
export function marketplacesQuery(workspaceId: string) {
  return queryOptions({
    queryKey: workspaceKey(workspaceId, 'marketplace-connections', 'names'),
    queryFn: async () => {
      const params = { path: { workspaceId }, query: { limit: maxListed } };
      const path = '/api/admin/v1/workspaces/{workspaceId}/marketplace-connections' as const;
      return (await dataOf(api.GET(path, { params }))).items;
    },
    select: (items) =>
      items.map(({ connectionId, sourceName, testPurchaseUrl }) => ({
        connectionId,
        sourceName,
        testPurchaseUrl,
      })),
  });
}

export interface Marketplace {
  readonly connectionId: string;
  readonly sourceName: string;
  /** The purchase page of the emulator; null for a real marketplace. */
  readonly testPurchaseUrl: string | null;
}
