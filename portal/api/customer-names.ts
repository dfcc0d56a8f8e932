import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from './client.ts';
import { workspaceKey } from './workspace-key.ts';

const maxShown = 20;

/** The first customers by name that match a name, a member's e-mail address, a tenant id or a marketplace id. */
export function customerNamesQuery(workspaceId: string, search: string) {
  return queryOptions({
    queryKey: workspaceKey(workspaceId, 'customers', 'names', search),
    queryFn: async ({ signal }) => {
      const query = { limit: maxShown, ...(search && { search }) };
      const params = { path: { workspaceId }, query };
      const page = await dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/customers', { params, signal }),
      );
      return page.items.map(({ tenantId, organisation }) => ({ tenantId, name: organisation?.name ?? null }));
    },
  });
}
