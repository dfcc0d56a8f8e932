import type { Plan } from '../../src/core/catalogue/catalogue.ts';
import type { ProductDefinition } from '../../src/core/catalogue/product-definition.ts';

/** A published product with one edition and no plans, unless told otherwise. */
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

/** A published, tenant-wide, flat-rate plan that is not on the marketplace, unless told otherwise. */
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
