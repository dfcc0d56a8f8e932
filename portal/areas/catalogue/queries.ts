import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { api, dataOf, dataWithTag, type Schemas, type Tagged } from '../../api/client.ts';
import { workspaceKey } from '../../api/workspace-key.ts';
import type { FindQuestion } from '../../parts/list/list-address.ts';
import type { Tone } from '../../parts/status-badge.tsx';
import { useWorkspace } from '../../session/workspace.ts';

export type Product = Schemas['Product'];
export type Plan = Product['plans'][number];
export type Edition = Product['editions'][number];
export type Category = Schemas['Category'];
export type ProductSummary = Schemas['ProductSummary'];
export type Impact = Schemas['CatalogueImpact'];
export type PublicationStatus = Product['status'];

/** All catalogue queries are invalidated together. */
export const productsKey = (workspaceId: string) => workspaceKey(workspaceId, 'products');

export const productPath = '/api/admin/v1/workspaces/{workspaceId}/products/{product}' as const;
const productsPath = '/api/admin/v1/workspaces/{workspaceId}/products' as const;

export interface ProductsQuestion extends FindQuestion {
  readonly status?: string | undefined;
}

export function productsQuery(workspaceId: string, { after, sort, status, search }: ProductsQuestion) {
  const query = { after, sort, status, search } as object;
  return queryOptions({
    queryKey: [...productsKey(workspaceId), 'list', query],
    queryFn: () =>
      dataOf(
        api.GET(productsPath, {
          params: { path: { workspaceId }, query },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function productQuery(workspaceId: string, product: string) {
  return queryOptions({
    queryKey: [...productsKey(workspaceId), 'one', product],
    queryFn: () => dataWithTag(api.GET(productPath, { params: { path: { workspaceId, product } } })),
  });
}

export function categoriesQuery(workspaceId: string) {
  return queryOptions({
    queryKey: [...productsKey(workspaceId), 'categories'],
    queryFn: () =>
      dataWithTag(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/categories', { params: { path: { workspaceId } } }),
      ),
  });
}

/** Called after each catalogue change, with the saved product if the response has it. */
export function useCatalogueChanged() {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  return (changed?: Tagged<Product>) => {
    if (changed) queryClient.setQueryData(productQuery(workspaceId, changed.value.slug).queryKey, changed);
    return queryClient.invalidateQueries({ queryKey: productsKey(workspaceId) });
  };
}

export const publicationTones: Readonly<Record<PublicationStatus, Tone>> = {
  Draft: 'waiting',
  Published: 'good',
  Archived: 'over',
};

/** Options of a select field. */
export const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
