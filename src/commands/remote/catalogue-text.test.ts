import { expect, it } from 'vitest';
import { type CatalogueImpact, changeLines, impactLines } from './catalogue-text.ts';

const products = [
  {
    slug: 'forum',
    labels: {
      capabilities: { search: { name: 'Full-text search' } },
      limits: { rooms: { name: 'Rooms', unit: 'rooms', absentMeans: 'Unlimited' as const } },
    },
  },
];
const plain = (text: string) => text;

it('a plan names what changes, the display name first', () => {
  const change = {
    action: 'plan.changed',
    subject: { kind: 'Plan', id: 'forum/basic' },
    before: { name: 'Basic', capabilities: { search: false }, limits: { rooms: 2_000, posts: 1 } },
    after: { name: 'Plus', capabilities: { search: true, audit: true }, limits: { posts: 0 } },
  };
  expect(changeLines([change], plain, products)).toEqual([
    '~ plan.changed forum/basic',
    '    name: "Basic" → "Plus"',
    '    Full-text search (capabilities.search): false → true',
    '    capabilities.audit: true',
    '    Rooms (limits.rooms): 2,000 rooms → Unlimited',
    '    limits.posts: 1 → 0',
  ]);
});

it('labels that change are shown with their keys', () => {
  const change = {
    action: 'product.changed',
    subject: { kind: 'Product', id: 'forum' },
    before: { labels: { limits: { rooms: { name: 'Halls' } } } },
    after: { labels: { limits: { rooms: { name: 'Rooms' } } } },
  };
  expect(changeLines([change], plain, products)).toEqual([
    '~ product.changed forum',
    '    labels.limits.rooms.name: "Halls" → "Rooms"',
  ]);
});

const impact: Omit<CatalogueImpact, 'products'> = {
  answers: { compared: 3, changed: 1 },
  isComplete: true,
  capabilities: [{ capability: 'search', gained: 1, lost: 0 }],
  limits: [{ product: 'forum', plan: 'basic', limit: 'rooms', before: 5, after: null, tenants: 1 }],
  meters: [],
  examples: [
    {
      product: 'forum',
      tenantId: 'a0000000-0000-4000-8000-000000000001',
      organisation: 'Contoso',
      members: ['capabilities'],
      gained: ['search'],
      lost: [],
    },
  ],
};

it.each([
  [products, 'Full-text search (search)', 'Rooms (rooms)', '5 rooms → Unlimited'],
  [[], 'search', 'rooms', '5 → Not set'],
])('an impact with the names %j', (named, capability, limit, values) => {
  expect(impactLines({ ...impact, products: named })).toEqual([
    'Impact: 1 of 3 entitlements would change.',
    `  ${capability}: 1 gain it, 0 lose it`,
    `  limit ${limit} of forum/basic: ${values}, for 1 tenant`,
    `  Contoso, forum: gains ${capability}`,
  ]);
});
