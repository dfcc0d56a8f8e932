import { search } from '../../api/search.ts';
import type { SearchSource } from '../../parts/search-source.ts';

/** Webhook endpoints by their description, address or id. */
export const endpointSearch: SearchSource = {
  name: 'Webhook endpoints',
  find: async ({ workspaceId }, text) => {
    const { webhookEndpoints } = await search(workspaceId, text);
    return webhookEndpoints.map(({ endpointId, url, description }) => ({
      key: endpointId,
      label: description || url,
      description: description ? url : 'Webhook endpoint',
      path: `webhooks/endpoints/${endpointId}`,
    }));
  },
};

/** Deliveries by the id of their event, which receivers log. */
export const deliverySearch: SearchSource = {
  name: 'Webhook deliveries',
  find: async ({ workspaceId }, text) => {
    const { webhookDeliveries } = await search(workspaceId, text);
    return webhookDeliveries.map(({ endpointId, eventId, replay, type, outcome }) => ({
      key: `${endpointId} ${eventId} ${replay}`,
      label: type,
      description: `${replay > 0 ? `Replay ${replay}` : 'Delivery'}, ${outcome.toLowerCase()}`,
      path: `webhooks/deliveries/${endpointId}/${eventId}?replay=${replay}`,
    }));
  },
};
