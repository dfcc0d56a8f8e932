import type { ProductDefinition } from '../../core/catalogue/product-definition.ts';
import { onMarketplace } from './marketplace-mapping.ts';

/** The other partner has one product of its own, and one with the same slug as ours. */
export const otherProducts: readonly ProductDefinition[] = [
  {
    slug: 'lantern',
    name: 'Lantern',
    status: 'Published',
    types: ['WebApp'],
    categories: [],
    editions: [{ slug: 'standard', name: 'Standard', rank: 10 }],
    plans: [
      {
        slug: 'monthly',
        name: 'Monthly',
        status: 'Published',
        edition: 'standard',
        licenceModel: 'TenantWide',
        billingModel: 'FlatRate',
        capabilities: { alerts: true },
        limits: { watches: 50 },
        serviceIdentifier: null,
        marketplace: onMarketplace('lantern', 'monthly'),
      },
    ],
  },
  {
    slug: 'forum',
    name: 'Borealis Forum',
    status: 'Published',
    types: ['WebApp'],
    categories: [],
    editions: [{ slug: 'standard', name: 'Standard', rank: 10 }],
    plans: [
      {
        slug: 'free',
        name: 'Free',
        status: 'Published',
        edition: 'standard',
        licenceModel: 'TenantWide',
        billingModel: 'FlatRate',
        capabilities: { polls: false },
        limits: {},
        serviceIdentifier: null,
        marketplace: [],
      },
    ],
  },
];
