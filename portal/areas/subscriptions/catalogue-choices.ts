import { useQuery } from '@tanstack/react-query';
import { productDetailsQuery, productNamesQuery } from '../../api/product-names.ts';
import { useWorkspace } from '../../session/workspace.ts';

/** The products of the workspace, for select fields. */
export function useProductChoices() {
  const { workspaceId } = useWorkspace();
  const { data = [] } = useQuery(productNamesQuery(workspaceId));
  return data
    .filter(({ status }) => status !== 'Draft')
    .map(({ slug, name }) => ({ value: slug, label: name }));
}

/** The name of the product with a slug. */
export function useProductName(): (slug: string) => string {
  const products = useProductChoices();
  return (slug) => products.find(({ value }) => value === slug)?.label ?? slug;
}

/** The plans of a product that can be sold, lowest edition first. */
export function usePlans(product: string | undefined) {
  const { workspaceId } = useWorkspace();
  const { data } = useQuery({
    ...productDetailsQuery(workspaceId, product ?? ''),
    enabled: product !== undefined,
  });
  return (data?.plans ?? []).filter(({ status }) => status === 'Published');
}
