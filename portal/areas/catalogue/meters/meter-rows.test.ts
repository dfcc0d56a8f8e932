import { expect, it } from 'vitest';
import type { Plan, Product } from '../queries.ts';
import { mappedPlans, metersOf } from './meter-rows.ts';

const plan = (slug: string, rest: Partial<Plan> = {}): Plan => ({
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
});
const mapping = (mappingId: string, ...dimensions: Plan['marketplace'][number]['dimensions']) => ({
  mappingId,
  sourceName: 'Marketplace',
  offerId: 'forum',
  planId: mappingId,
  dimensions,
});
const posts = { id: 'posts', name: 'Posts', unit: 'post' };
const calls = {
  id: 'calls',
  name: 'API calls',
  unit: 'call',
  included: { quantity: 10, per: 'Month' },
  limit: { quantity: 20, per: 'Day', action: 'Deny' },
} as const;
const product = {
  plans: [
    plan('basic', { limits: { posts: 500 }, marketplace: [mapping('m1', posts, calls)] }),
    plan('seats', { billingModel: 'PerUser', marketplace: [mapping('m2')] }),
    plan('better', { marketplace: [mapping('m3', posts)] }),
    plan('old', { status: 'Archived', marketplace: [mapping('m4', posts)] }),
  ],
} as unknown as Product;

it('lists the dimensions of mapped plans by name, with the limit of the same key', () => {
  expect(metersOf(product).map(({ id, mappingId, limit }) => [id, mappingId, limit])).toEqual([
    ['calls', 'm1', null],
    ['posts', 'm1', 500],
    ['posts', 'm3', null],
  ]);
  expect(metersOf(product).map(({ included }) => included)).toEqual([calls.included, null, null]);
  expect(metersOf(product).map(({ usageLimit }) => usageLimit)).toEqual([calls.limit, null, null]);
});

it('a meter can be added to the mappings of flat-rate plans that are sold', () => {
  expect(mappedPlans(product).map(({ mappingId }) => mappingId)).toEqual(['m1', 'm3']);
});
