import { payAsYouGo } from '../core/marketplace/licences/licence-plan.ts';
import type { Database } from '../storage/database.ts';
import { findConnection, listConnections } from '../storage/marketplace/connections.ts';
import { listPlanMappings } from '../storage/marketplace/plan-mappings.ts';
import { awsProductId } from './emulated-aws.ts';
import { demoSeller, demoWorkspaceIds } from './identities.ts';
import { demoEventSecret } from './seed-seller.ts';

export interface ProductSurroundings {
  /** Address of the emulated AWS Marketplace: products of connections to others are not sold there. */
  readonly awsUrl: string;
  readonly serviceUrl: string;
  readonly publicUrl: string;
}

const page = { limit: 1_000, sort: 'offerId' } as const;

/**
 * The products of each connection to the emulated AWS Marketplace, as the workspace maps them; drafts are not for sale. The event
 * secret of other connections than the demo's own is not known: it is entered on the emulator's page.
 */
export async function readMappedProducts(database: Database, surroundings: ProductSurroundings) {
  const { awsUrl, serviceUrl, publicUrl } = surroundings;
  const published = [];
  for (const { workspaceId, sourceName } of await listConnections(database)) {
    const connection = await findConnection(database, workspaceId, sourceName);
    if (connection?.seller?.endpointUrl !== awsUrl) continue;
    const { connectionId, seller } = connection;
    const all = await listPlanMappings(database, workspaceId, {}, page);
    const mappings = all.filter((one) => one.sourceName === sourceName && one.planStatus !== 'Draft');
    const products = mappings.map(({ offerId, planId, productName, planName, dimensions }) => ({
      code: offerId,
      id: awsProductId(offerId),
      title: `${productName}: ${planName}`,
      contractDimensions: planId === payAsYouGo ? [] : [planId],
      meteredDimensions: dimensions.map(({ id }) => id),
      fulfilmentUrl: `${publicUrl}/marketplace/landing/${connectionId}`,
    }));
    const isDemo = workspaceId === demoWorkspaceIds[0] && sourceName === demoSeller.sourceName;
    const destination = {
      url: `${serviceUrl}/api/marketplace/aws/${connectionId}/events`,
      secret: demoEventSecret,
    };
    published.push({
      sellerAccountId: seller.sellerAccount,
      products,
      ...(isDemo && { destination }),
    });
  }
  return published;
}
