import { expect, it } from 'vitest';
import { plan, product } from '../../../tests/support/worlds/products.ts';
import { finish } from '../steps.ts';
import { changedProducts } from './changed-products.ts';
import { compareCatalogues } from './changes.ts';
import type { CatalogueDefinition } from './definition.ts';

const catalogue = (...products: CatalogueDefinition['products']): CatalogueDefinition => ({
  categories: [{ slug: 'tools', name: 'Tools' }],
  products,
});
const changedBetween = (before: CatalogueDefinition, after: CatalogueDefinition) =>
  changedProducts(finish(compareCatalogues(before, after)), before, after);

const labels = {
  capabilities: { search: { name: 'Full-text search' }, planned: { name: 'Not in a plan' } },
  limits: { rooms: { name: 'Rooms', unit: 'rooms' } },
};
const basic = plan('basic', { name: 'Basic', capabilities: { search: false }, limits: { rooms: 5 } });
const plus = plan('plus', { name: 'Plus' });
const forum = product('forum', { name: 'Forum', labels, plans: [basic, plus] });

it('has the names of the product, of its changed plans, and of what its plans have or had', () => {
  const after = { ...forum, name: 'Agora', plans: [{ ...basic, name: 'Starter', limits: {} }, plus] };
  expect(changedBetween(catalogue(forum, product('shop')), catalogue(after, product('shop')))).toEqual([
    {
      slug: 'forum',
      name: 'Agora',
      labels: { capabilities: { search: labels.capabilities.search }, limits: labels.limits },
      plans: [{ slug: 'basic', name: 'Starter' }],
    },
  ]);
});

it.each([
  ['removed product', catalogue(forum), catalogue(), ['basic', 'plus']],
  ['removed plan', catalogue(forum), catalogue({ ...forum, plans: [basic] }), ['plus']],
  ['added product', catalogue(), catalogue(forum), ['basic', 'plus']],
])('has a %s', (_, before, after, plans) => {
  const [changed] = changedBetween(before, after);
  expect([changed?.name, changed?.plans.map(({ slug }) => slug)]).toEqual(['Forum', plans]);
});

it('a category with the slug of a product changes no product', () => {
  const before = catalogue(product('tools'));
  const after = { ...before, categories: [{ slug: 'tools', name: 'Other' }] };
  expect(changedBetween(before, after)).toEqual([]);
});
