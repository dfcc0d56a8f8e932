import type { Plan } from '../../../src/core/catalogue/catalogue.ts';
import type { ProductDefinition } from '../../../src/core/catalogue/product-definition.ts';

/** By default a published product with one edition and no plans. */
export function product(slug: string, rest: Partial<ProductDefinition> = {}): ProductDefinition {
  return {
    slug,
    name: `The ${slug}`,
    status: 'Published',
    types: ['WebApp'],
    categories: [],
    editions: [{ slug: 'standard', name: 'Standard', rank: 10 }],
    plans: [],
    ...rest,
  };
}

/** By default a published, tenant-wide, flat-rate plan without a mapping. */
export function plan(slug: string, rest: Partial<Plan> = {}): Plan {
  return {
    slug,
    name: `Plan ${slug}`,
    status: 'Published',
    edition: 'standard',
    licenceModel: 'TenantWide',
    billingModel: 'FlatRate',
    capabilities: {},
    limits: {},
    serviceIdentifier: null,
    marketplace: [],
    ...rest,
  };
}
