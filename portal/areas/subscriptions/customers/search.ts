import { api, dataOf } from '../../../api/client.ts';
import type { SearchSource } from '../../../parts/search-source.ts';

/** Tenants, found like in the list of customers. */
export const customerSearch: SearchSource = {
  name: 'Customers',
  async find({ workspaceId }, text, signal) {
    const { items } = await dataOf(
      api.GET('/api/admin/v1/workspaces/{workspaceId}/customers', {
        params: { path: { workspaceId }, query: { search: text, limit: 5 } },
        signal,
      }),
    );
    return items.map(({ tenantId, organisation, accounts }) => ({
      key: tenantId,
      label: organisation?.name ?? tenantId,
      description: [`Tenant ${tenantId}`, ...accounts.map((account) => `account ${account}`)].join(', '),
      // Whoever searches for a person wants to know whether they have access.
      path: `customers/${tenantId}${text.includes('@') ? `?user=${encodeURIComponent(text)}` : ''}`,
    }));
  },
};
