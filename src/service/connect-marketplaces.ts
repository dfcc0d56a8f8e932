import { createLicenceFulfilment } from '../actions/marketplace/licence-fulfilment.ts';
import { createLicenceService } from '../adapters/aws-marketplace/licence-service.ts';
import { createMeteringService as createUnitMetering } from '../adapters/aws-marketplace/metering-service.ts';
import { createNodeKeys } from '../adapters/aws-marketplace/node-keys.ts';
import { createFulfilmentService } from '../adapters/microsoft-marketplace/fulfilment-service.ts';
import type { MarketplaceCallerOptions } from '../adapters/microsoft-marketplace/marketplace-caller.ts';
import { createMeteringService } from '../adapters/microsoft-marketplace/metering-service.ts';
import { defaultKind, type MarketplaceKind } from '../core/catalogue/marketplace-kind.ts';
import type { NodeCredentialUse } from '../core/marketplace/connections/seller.ts';
import type { FulfilmentService } from '../core/marketplace/fulfilment-service.ts';
import type { LicenceService } from '../core/marketplace/licences/licence-service.ts';
import type { MarketplaceConnection } from '../core/marketplace/ports.ts';
import type { MeteringService } from '../core/usage/ports.ts';
import type { Database } from '../storage/database.ts';

interface MarketplaceOptions extends Pick<MarketplaceCallerOptions, 'clock' | 'randomBytes' | 'exchange'> {
  /** Has what is known of licences. */
  readonly database: Database;
  readonly nodeCredentialUse: NodeCredentialUse;
}

interface MarketplaceServices {
  readonly fulfilment: FulfilmentService & { stop(): void };
  readonly metering: MeteringService & { stop(): void };
}

/** The adapters of every kind of marketplace behind one port each: the connection's kind picks the adapter. */
export function connectMarketplaces(
  options: MarketplaceOptions,
): MarketplaceServices & { readonly licences: LicenceService } {
  const nodeKeys = createNodeKeys(options.clock, options.nodeCredentialUse);
  const sellerOptions = { ...options, nodeKeys };
  const seller = createLicenceFulfilment(createLicenceService(sellerOptions), options);
  const adapters: Record<MarketplaceKind, MarketplaceServices> = {
    Microsoft: { fulfilment: createFulfilmentService(options), metering: createMeteringService(options) },
    Aws: { fulfilment: seller, metering: createUnitMetering(sellerOptions) },
  };
  const adapterOf = ({ kind = defaultKind }: MarketplaceConnection) => adapters[kind];
  const fulfilment = (connection: MarketplaceConnection) => adapterOf(connection).fulfilment;
  const metering = (connection: MarketplaceConnection) => adapterOf(connection).metering;
  return {
    fulfilment: {
      authenticate: (one) => fulfilment(one).authenticate(one),
      resolve: (one, token) => fulfilment(one).resolve(one, token),
      activate: (one, purchase) => fulfilment(one).activate(one, purchase),
      listSubscriptions: (one) => fulfilment(one).listSubscriptions(one),
      getSubscription: (one, id) => fulfilment(one).getSubscription(one, id),
      listAvailablePlans: (one, id) => fulfilment(one).listAvailablePlans(one, id),
      changePlan: (one, id, planId) => fulfilment(one).changePlan(one, id, planId),
      changeQuantity: (one, id, quantity) => fulfilment(one).changeQuantity(one, id, quantity),
      cancel: (one, id) => fulfilment(one).cancel(one, id),
      getOperation: (one, id, operationId) => fulfilment(one).getOperation(one, id, operationId),
      listOperations: (one, id) => fulfilment(one).listOperations(one, id),
      acknowledgeOperation: (one, id, operationId, verdict) =>
        fulfilment(one).acknowledgeOperation(one, id, operationId, verdict),
      stop: () => stopAll((adapter) => adapter.fulfilment),
    },
    licences: seller,
    metering: {
      sendBatch: (one, events) => metering(one).sendBatch(one, events),
      readUsage: (one, from, to) => metering(one).readUsage(one, from, to),
      stop: () => stopAll((adapter) => adapter.metering),
    },
  };

  function stopAll(serviceOf: (adapter: MarketplaceServices) => { stop(): void }): void {
    for (const adapter of Object.values(adapters)) serviceOf(adapter).stop();
  }
}
