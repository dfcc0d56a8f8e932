import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { operations } from '../../../api/admin-api.generated.ts';
import { api, dataOf, type Schemas } from '../../../api/client.ts';
import { workspaceKey } from '../../../api/workspace-key.ts';
import type { FindQuestion } from '../../../parts/list/list-address.ts';
import { productsKey } from '../../catalogue/queries.ts';

export type PlanMapping = Schemas['PlanMapping'];
export type Dimension = PlanMapping['dimensions'][number];

/** The values of the mapping form. */
export interface MappingValues {
  product: string;
  plan: string;
  sourceName: string;
  offerId: string;
  planId: string;
  dimensions: Dimension[];
}

export const planMappingsPath = '/api/admin/v1/workspaces/{workspaceId}/plan-mappings' as const;
export const planMappingPath = `${planMappingsPath}/{mappingId}` as const;

type MappingsFilter = NonNullable<operations['listPlanMappings']['parameters']['query']>;

export interface MappingsQuestion extends FindQuestion {
  readonly product?: string | undefined;
  readonly plan?: string | undefined;
}

export function planMappingsQuery(workspaceId: string, question: MappingsQuestion) {
  const { after, sort, search, product, plan } = question;
  const query = { after, sort, search, product, plan } as MappingsFilter;
  return queryOptions({
    queryKey: [...productsKey(workspaceId), 'mappings', query],
    queryFn: () => dataOf(api.GET(planMappingsPath, { params: { path: { workspaceId }, query } })),
    placeholderData: keepPreviousData,
  });
}

export function mappingQuery(workspaceId: string, mappingId: string) {
  return queryOptions({
    queryKey: [...productsKey(workspaceId), 'mappings', 'one', mappingId],
    queryFn: () => dataOf(api.GET(planMappingPath, { params: { path: { workspaceId, mappingId } } })),
  });
}

export function readOffers(workspaceId: string, connectionId: string, query: { readonly refresh?: boolean }) {
  return dataOf(
    api.GET('/api/admin/v1/workspaces/{workspaceId}/marketplace-connections/{connectionId}/offers', {
      params: { path: { workspaceId, connectionId }, query },
    }),
  );
}

/** The offers and plans that a marketplace lists; the service asks it every few minutes. */
export function offersQuery(workspaceId: string, connectionId: string) {
  return queryOptions({
    queryKey: workspaceKey(workspaceId, 'marketplace-offers', connectionId),
    queryFn: () => readOffers(workspaceId, connectionId, {}),
    staleTime: 60_000,
  });
}

/** Options of a product field. */
export const choicesFrom = (products: readonly { readonly slug: string; readonly name: string }[] = []) =>
  products.map(({ slug, name }) => ({ value: slug, label: name }));
