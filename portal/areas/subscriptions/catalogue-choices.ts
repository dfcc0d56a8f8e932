import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { productNamesQuery } from '../../api/product-names.ts';
import { workspaceKey } from '../../api/workspace-key.ts';
import { useWorkspace } from '../../session/workspace.ts';

/** The products of the workspace, for select fields. */
export function useProductChoices() {
  const { workspaceId } = useWorkspace();
  const { data = [] } = useQuery(productNamesQuery(workspaceId));
  return data
    .filter(({ status }) => status !== 'Draft')
    .map(({ slug, name }) => ({ value: slug, label: name }));
}

/** The plans of a product that can be sold, lowest edition first. */
export function usePlans(product: string | undefined) {
  const { workspaceId } = useWorkspace();
  const { data } = useQuery({
    queryKey: workspaceKey(workspaceId, 'products', 'choices', product),
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/products/{product}', {
          params: { path: { workspaceId, product: product ?? '' } },
        }),
      ),
    enabled: product !== undefined,
  });
  return (data?.plans ?? []).filter(({ status }) => status === 'Published');
}
