import { search } from '../../api/search.ts';
import type { SearchSource } from '../../parts/search-source.ts';

/** API clients by their name, their id, or the readable part or the name of a key. */
export const apiClientSearch: SearchSource = {
  name: 'API clients',
  find: async ({ workspaceId }, text) => {
    const { apiClients } = await search(workspaceId, text);
    return apiClients.map(({ apiClientId, name, enabled }) => ({
      key: apiClientId,
      label: name,
      description: enabled ? 'API client' : 'API client, disabled',
      path: `api-clients/${apiClientId}`,
    }));
  },
};

/** Service accounts by their name, their id, or the readable part or the name of a key. */
export const serviceAccountSearch: SearchSource = {
  name: 'Service accounts',
  find: async ({ workspaceId }, text) => {
    const { serviceAccounts } = await search(workspaceId, text);
    return serviceAccounts.map(({ serviceAccountId, name, role }) => ({
      key: serviceAccountId,
      label: name,
      description: `Service account, ${role}`,
      path: `service-accounts/${serviceAccountId}`,
    }));
  },
};
