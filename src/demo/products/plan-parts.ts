import type { MarketplaceMapping, MeterDimension, Plan } from '../../core/catalogue/catalogue.ts';
import { defaultSourceName } from '../../core/catalogue/marketplace-kind.ts';
import { payAsYouGo } from '../../core/marketplace/licences/licence-plan.ts';
import { demoSeller } from '../identities.ts';

/** What most plans of the demo have. */
export const plan = {
  status: 'Published',
  licenceModel: 'TenantWide',
  billingModel: 'FlatRate',
  limits: {},
  serviceIdentifier: null,
  marketplace: [],
} as const satisfies Partial<Plan>;

/** A dimension of two products. */
export const computeHours: MeterDimension = { id: 'compute-hours', name: 'Compute hours', unit: 'hour' };

export function onMarketplace(
  offerId: string,
  planId: string,
  ...dimensions: MeterDimension[]
): MarketplaceMapping[] {
  return [{ sourceName: defaultSourceName, offerId, planId, dimensions }];
}

/** By what the buyer uses. */
export function onAwsByUse(productCode: string, ...dimensions: MeterDimension[]): MarketplaceMapping[] {
  return [{ sourceName: demoSeller.sourceName, offerId: productCode, planId: payAsYouGo, dimensions }];
}

/** By a contract for units of the dimension. */
export function onAwsByContract(productCode: string, dimension: string): MarketplaceMapping[] {
  return [{ sourceName: demoSeller.sourceName, offerId: productCode, planId: dimension, dimensions: [] }];
}
