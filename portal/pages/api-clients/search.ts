import { queryClient } from '../../api/query-client.ts';
import type { SearchSource } from '../../shell/search-source.ts';
import { apiClientsQuery } from './api-clients.ts';

const handful = 5;

/** API clients by their name or id; the newest page of them, which is all for most. */
export const apiClientSearch: SearchSource = {
  name: 'API clients',
  find: async ({ workspaceId }, words) => {
    const { items } = await queryClient.fetchQuery(apiClientsQuery(workspaceId));
    const wanted = words.toLowerCase();
    return items
      .filter(({ apiClientId, name }) => `${name} ${apiClientId}`.toLowerCase().includes(wanted))
      .slice(0, handful)
      .map(({ apiClientId, name, enabled }) => ({
        key: apiClientId,
        label: name,
        description: enabled ? 'API client' : 'API client, disabled',
        path: `api-clients/${apiClientId}`,
      }));
  },
};
