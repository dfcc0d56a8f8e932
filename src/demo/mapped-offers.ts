import type { Database } from '../storage/database.ts';
import { findConnection, listConnections } from '../storage/marketplace/connections.ts';
import { listPlanMappings } from '../storage/marketplace/plan-mappings.ts';
import { isUnpublished } from './emulated-marketplace.ts';
import { demoPublisher } from './identities.ts';

export interface OfferSurroundings {
  /** Addresses of the emulated marketplace: offers of connections to others are not sold there. */
  readonly marketplaceUrls: readonly string[];
  readonly serviceUrl: string;
  readonly publicUrl: string;
}

const page = { limit: 1_000, sort: 'offerId' } as const;

/** The offers of each connection to the emulated marketplace, as the workspace maps them; drafts are not for sale. */
export async function readMappedOffers(database: Database, surroundings: OfferSurroundings) {
  const { marketplaceUrls, serviceUrl, publicUrl } = surroundings;
  const published = [];
  for (const { workspaceId, sourceName } of await listConnections(database)) {
    const connection = await findConnection(database, workspaceId, sourceName);
    if (!connection || connection.seller || !marketplaceUrls.includes(connection.marketplaceUrl)) continue;
    const { tenantId, clientId, connectionId } = connection;
    const all = await listPlanMappings(database, workspaceId, {}, page);
    const mappings = all.filter((one) => one.sourceName === sourceName && one.planStatus !== 'Draft');
    const offerIds = [...new Set(mappings.map(({ offerId }) => offerId))];
    const isSold = (offerId: string, dimension: string) =>
      clientId !== demoPublisher.clientId || !isUnpublished(offerId, dimension);
    const offers = offerIds.map((id) => ({
      id,
      landingPageUrl: `${publicUrl}/marketplace/landing/${connectionId}`,
      webhookUrl: `${serviceUrl}/api/marketplace/v1/calls/${connectionId}`,
      plans: mappings
        .filter(({ offerId }) => offerId === id)
        .map(({ planId, planName, billingModel, dimensions }) => ({
          id: planId,
          name: planName,
          isPricePerSeat: billingModel === 'PerUser',
          dimensions: dimensions.map((dimension) => dimension.id).filter((one) => isSold(id, one)),
        })),
    }));
    published.push({ tenantId, clientId, offers });
  }
  return published;
}
