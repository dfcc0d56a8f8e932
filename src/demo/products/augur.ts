import type { ProductDefinition } from '../../core/catalogue/product-definition.ts';

/** A draft, which the catalogue API does not list. */
export const augur: ProductDefinition = {
  slug: 'augur',
  name: 'Augur',
  status: 'Draft',
  types: ['WebApp'],
  categories: ['data'],
  editions: [{ slug: 'preview', name: 'Preview', rank: 10 }],
  plans: [
    {
      slug: 'preview',
      name: 'Preview',
      status: 'Draft',
      edition: 'preview',
      licenceModel: 'TenantWide',
      billingModel: 'FlatRate',
      capabilities: { forecasts: true },
      limits: {},
      serviceIdentifier: null,
      marketplace: [],
    },
  ],
};
