import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from './client.ts';
import { workspaceKey } from './workspace-key.ts';

const maxListed = 200;

/** The names of the workspace's products, for select fields. */
export function productNamesQuery(workspaceId: string) {
  return queryOptions({
    queryKey: workspaceKey(workspaceId, 'products', 'names'),
    queryFn: async () => {
      const params = { path: { workspaceId }, query: { limit: maxListed } };
      return (await dataOf(api.GET('/api/admin/v1/workspaces/{workspaceId}/products', { params }))).items;
    },
  });
}

/** A product with its plans, of every status, and its labels. */
export function productDetailsQuery(workspaceId: string, product: string) {
  return queryOptions({
    queryKey: workspaceKey(workspaceId, 'products', 'details', product),
    queryFn: () => {
      const params = { path: { workspaceId, product } };
      return dataOf(api.GET('/api/admin/v1/workspaces/{workspaceId}/products/{product}', { params }));
    },
    staleTime: 60_000,
  });
}
