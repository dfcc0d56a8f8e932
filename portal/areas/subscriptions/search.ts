import { search } from '../../api/search.ts';
import type { SearchSource } from '../../parts/search-source.ts';

/** Subscriptions by their ids or their customer. */
export const subscriptionSearch: SearchSource = {
  name: 'Subscriptions',
  find: async ({ workspaceId }, text) => {
    const { subscriptions } = await search(workspaceId, text);
    return subscriptions.map(({ subscriptionId, tenantId, organisation, product, status }) => ({
      key: subscriptionId,
      label: `${product} of ${organisation ?? tenantId}`,
      description: `Subscription, ${status.toLowerCase()}`,
      path: `subscriptions/${subscriptionId}`,
    }));
  },
};
