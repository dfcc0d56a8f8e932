import type { MarketplaceMapping, MeterDimension } from '../../core/catalogue/catalogue.ts';
import { defaultSourceName } from '../../core/catalogue/marketplace-kind.ts';

/** A dimension of two products. */
export const computeHours: MeterDimension = { id: 'compute-hours', name: 'Compute hours', unit: 'hour' };

export function onMarketplace(
  offerId: string,
  planId: string,
  ...dimensions: MeterDimension[]
): MarketplaceMapping[] {
  return [{ sourceName: defaultSourceName, offerId, planId, dimensions }];
}
