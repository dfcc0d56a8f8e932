import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../../api/client.ts';
import { productPath, productsKey } from '../queries.ts';

export type ProductVersion = Schemas['ProductVersion'];

export const versionPath = `${productPath}/versions/{revision}` as const;

const shown = 5;

interface VersionsQuestion {
  readonly product: string;
  readonly plan: string | undefined;
  readonly after: string | undefined;
}

export function versionsQuery(workspaceId: string, { product, plan, after }: VersionsQuestion) {
  const query = { limit: shown, plan, after } as object;
  return queryOptions({
    queryKey: [...productsKey(workspaceId), 'versions', product, query],
    queryFn: () =>
      dataOf(api.GET(`${productPath}/versions`, { params: { path: { workspaceId, product }, query } })),
    placeholderData: keepPreviousData,
  });
}

/** A version as a whole; it never changes. */
export function versionQuery(workspaceId: string, product: string, revision: number) {
  return queryOptions({
    queryKey: [...productsKey(workspaceId), 'version', product, revision],
    queryFn: () => dataOf(api.GET(versionPath, { params: { path: { workspaceId, product, revision } } })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
