import type { MeterDimension } from '../../core/catalogue/catalogue.ts';
import type { ProductDefinition } from '../../core/catalogue/product-definition.ts';
import { computeHours, onMarketplace } from './marketplace-mapping.ts';

const flowRuns: MeterDimension = { id: 'flow-runs', name: 'Flow runs', unit: 'thousand runs' };

export const mosaic: ProductDefinition = {
  slug: 'mosaic',
  name: 'Mosaic',
  status: 'Published',
  types: ['PowerPlatformSolution'],
  categories: ['automation', 'data'],
  editions: [{ slug: 'standard', name: 'Standard', rank: 10 }],
  plans: [
    {
      slug: 'pay-as-you-go',
      name: 'Pay as you go',
      status: 'Published',
      edition: 'standard',
      licenceModel: 'TenantWide',
      billingModel: 'FlatRate',
      capabilities: { connectors: true },
      limits: { environments: 3 },
      serviceIdentifier: null,
      marketplace: onMarketplace('mosaic', 'pay-as-you-go', flowRuns, computeHours),
    },
  ],
};
