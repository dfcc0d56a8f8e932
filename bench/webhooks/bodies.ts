import type { EventData } from '../../src/core/webhooks/event.ts';

/** The payloads of the bench's events: as long as real ones, and all different. */
export function webhookData(index: number): EventData {
  const id = index.toString(16).padStart(12, '0');
  return {
    workspaceId: 'a0000000-0000-4000-8000-000000000001',
    tenantId: `b0000000-0000-4000-8000-${id}`,
    product: { slug: 'aqueduct', name: 'Aqueduct' },
    subscriptionId: `c0000000-0000-4000-8000-${id}`,
    plan: { slug: 'standard-monthly', name: 'Standard, monthly' },
    editionSlug: 'standard',
    status: 'Active',
    accessLevel: 'Full',
    quantity: null,
    version: index + 1,
    marketplace: { sourceName: 'Microsoft Marketplace', offerId: 'aqueduct', kind: 'Microsoft' },
  };
}

export const webhookPaths: readonly string[] = Array.from({ length: 8 }, (_, index) => `/endpoint-${index}`);
/** The service's concurrency for one endpoint. */
export const postsOfOneEndpoint = 16;
