import { describe, expect, it } from 'vitest';
import { plan, product } from '../../../tests/support/worlds/products.ts';
import { finish } from '../steps.ts';
import { type CatalogueDefinition, checkCatalogue, checkStatuses } from './definition.ts';

const mapping = { sourceName: 'Marketplace', offerId: 'offer', planId: 'one', dimensions: [] };
const category = { slug: 'talk', name: 'Talk' };
const paths = (catalogue: Partial<CatalogueDefinition>) =>
  finish(checkCatalogue({ categories: [], products: [], ...catalogue })).map(
    ({ path, rule }) => `${path} ${rule}`,
  );
const ofPlan = (rest: Parameters<typeof plan>[1]) =>
  paths({ products: [product('forum', { plans: [plan('basic', rest)] })] });
const dimension = { id: 'posts', name: 'Posts', unit: 'posts' };

describe('catalogue validation', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['empty', paths({}), []],
    ['whole', paths({ categories: [category], products: [product('forum', { categories: ['talk'] })] }), []],
    [
      'a category that is no slug',
      paths({ categories: [{ slug: 'T!', name: 'T' }] }),
      ['categories.0.slug slug'],
    ],
    [
      'a category without a name',
      paths({ categories: [{ slug: 't', name: '' }] }),
      ['categories.0.name name'],
    ],
    ['a duplicate category', paths({ categories: [category, category] }), ['categories.1.slug unique']],
    ['a duplicate product', paths({ products: [product('a'), product('a')] }), ['products.1.slug unique']],
    [
      'an unknown category',
      paths({ products: [product('a', { categories: ['x'] })] }),
      ['products.0.categories.0 reference'],
    ],
    [
      'a product without a name',
      paths({ products: [product('a', { name: 'x\n' })] }),
      ['products.0.name name'],
    ],
    [
      'an edition of a long name',
      paths({ products: [product('a', { editions: [{ slug: 'e', name: 'x'.repeat(201), rank: 1 }] })] }),
      ['products.0.editions.0.name name'],
    ],
    [
      'a rank out of bounds',
      paths({ products: [product('a', { editions: [{ slug: 'e', name: 'x', rank: 2 ** 31 }] })] }),
      ['products.0.editions.0.rank integer'],
    ],
    [
      'a duplicate mapping in two products',
      paths({
        products: ['a', 'b'].map((slug) => product(slug, { plans: [plan('p', { marketplace: [mapping] })] })),
      }),
      ['products.1.plans.0.marketplace.0 unique'],
    ],
    ['a plan without a name', ofPlan({ name: '\ud800' }), ['products.0.plans.0.name name']],
    [
      'a capability without a name',
      ofPlan({ capabilities: { '': true } }),
      ['products.0.plans.0.capabilities. name'],
    ],
    [
      'a limit that is no number',
      ofPlan({ limits: { rooms: Number.POSITIVE_INFINITY } }),
      ['products.0.plans.0.limits.rooms number'],
    ],
    [
      'an empty service identifier',
      ofPlan({ serviceIdentifier: '' }),
      ['products.0.plans.0.serviceIdentifier name'],
    ],
    [
      'a mapping without an offer',
      ofPlan({ marketplace: [{ ...mapping, offerId: '' }] }),
      ['products.0.plans.0.marketplace.0.offerId name'],
    ],
    [
      'a duplicate dimension',
      ofPlan({ marketplace: [{ ...mapping, dimensions: [dimension, dimension] }] }),
      ['products.0.plans.0.marketplace.0.dimensions.1.id unique'],
    ],
    [
      'a metered dimension on a per-user plan',
      ofPlan({ billingModel: 'PerUser', marketplace: [{ ...mapping, dimensions: [dimension] }] }),
      ['products.0.plans.0.marketplace.0.dimensions flatRate'],
    ],
  ])('refuses %s', (_, found, expected) => {
    expect(found).toEqual(expected);
  });
});

it('names the first plan of each duplicate mapping, however many there are', () => {
  const count = 20_000;
  const plans = ['first', 'second'].map((slug) =>
    plan(slug, {
      marketplace: Array.from({ length: count }, (_, index) => ({ ...mapping, planId: `plan-${index}` })),
    }),
  );
  const issues = finish(checkCatalogue({ categories: [], products: [product('forum', { plans })] }));
  expect(issues).toHaveLength(count);
  expect(issues.at(-1)).toEqual({
    path: `products.0.plans.1.marketplace.${count - 1}`,
    rule: 'unique',
    message: 'must be mapped to one plan, not to both forum/first and forum/second',
  });
});

describe('status transitions', () => {
  const having = (status: 'Draft' | 'Published' | 'Archived') => ({
    categories: [],
    products: [product('forum', { plans: [plan('basic', { status })] })],
  });
  const all = ['Draft', 'Published', 'Archived'] as const;
  it.each(all.flatMap((from) => all.map((to) => [from, to] as const)))('from %s to %s', (from, to) => {
    const allowed = from === to || to !== 'Draft';
    expect(checkStatuses(having(from), having(to)).map(({ path }) => path)).toEqual(
      allowed ? [] : ['products.0.plans.0.status'],
    );
  });
  it('allow any status for new items', () => {
    expect(checkStatuses({ categories: [], products: [] }, having('Archived'))).toEqual([]);
  });
});
