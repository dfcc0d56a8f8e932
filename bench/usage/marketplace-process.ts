import { startMarketplaceEmulator } from '../../emulators/microsoft-marketplace/start.ts';
import { dimensionsOf, publisher, tenantIdOf, tenants } from './meters.ts';

/** The emulated marketplace in a process of its own, with a subscription for each tenant. */
const { id, tenantId, clientId, offerId, planId } = publisher;
const offers = [{ id: offerId, plans: [{ id: planId, dimensions: [...dimensionsOf()] }] }];
const marketplace = await startMarketplaceEmulator({
  idp: { url: process.argv[2] ?? '' },
  directory: {
    publishers: [{ id, tenantId, clientId, offers }],
    subscriptions: Array.from({ length: tenants }, (_, number) => ({
      id: tenantIdOf(number),
      publisherId: id,
      offerId,
      planId,
      state: 'Subscribed' as const,
      // The same as in the shop: differences would be repaired during the measurement.
      term: { termUnit: 'P1M' as const, startDate: null, endDate: null },
      autoRenew: true,
    })),
  },
});
process.stdout.write(`${JSON.stringify({ url: marketplace.url })}\n`);
process.on('SIGTERM', () => process.exit(0));
