import type { ProductDefinition } from '../../core/catalogue/product-definition.ts';
import { onMarketplace, plan } from './plan-parts.ts';

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
        ...plan,
        slug: 'monthly',
        name: 'Monthly',
        edition: 'standard',
        capabilities: { alerts: true },
        limits: { watches: 50 },
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
        ...plan,
        slug: 'free',
        name: 'Free',
        edition: 'standard',
        capabilities: { polls: false },
      },
    ],
  },
];
