import { describe, expect, it } from 'vitest';
import { plan, product } from '../../../tests/support/worlds/products.ts';
import { finish } from '../steps.ts';
import { compareCatalogues, publishedChanges } from './changes.ts';
import type { CatalogueDefinition } from './definition.ts';

const catalogue = (...products: CatalogueDefinition['products']): CatalogueDefinition => ({
  categories: [],
  products,
});
const mapping = { sourceName: 'Marketplace', offerId: 'offer', planId: 'one', dimensions: [] };
const forum = product('forum', { plans: [plan('basic', { capabilities: { a: true, b: true } })] });

describe('changes between two catalogues', () => {
  it.each([
    ['product.changed', 'forum', { name: 'Other' }, { name: 'The forum' }, { name: 'Other' }],
    ['product.archived', 'forum', { status: 'Archived' }, { status: 'Published' }, { status: 'Archived' }],
    [
      'edition.changed',
      'forum/standard',
      { editions: [{ slug: 'standard', name: 'Standard', rank: 7 }] },
      { rank: 10 },
      { rank: 7 },
    ],
    [
      'plan.changed',
      'forum/basic',
      { plans: [plan('basic', { capabilities: { b: false, c: true } })] },
      { capabilities: { a: true, b: true } },
      { capabilities: { b: false, c: true } },
    ],
    [
      'plan.changed',
      'forum/basic',
      { plans: [plan('basic', { capabilities: { a: true, b: true }, serviceIdentifier: 'x' })] },
      { serviceIdentifier: null },
      { serviceIdentifier: 'x' },
    ],
    [
      'plan_mapping.added',
      'forum/basic',
      { plans: [plan('basic', { capabilities: { b: true, a: true }, marketplace: [mapping] })] },
      null,
      mapping,
    ],
  ] as const)('list one change with its differences: %s %s', (action, id, rest, before, after) => {
    const changes = finish(compareCatalogues(catalogue(forum), catalogue({ ...forum, ...rest })));
    expect(changes).toEqual([{ action, subject: { kind: expect.any(String), id }, before, after }]);
  });
});

it('an edited and published plan is two changes', () => {
  const draft = product('forum', { plans: [plan('basic', { status: 'Draft' })] });
  const published = product('forum', { plans: [plan('basic', { name: 'Other' })] });
  expect(
    finish(compareCatalogues(catalogue(draft), catalogue(published))).map(({ action }) => action),
  ).toEqual(['plan.changed', 'plan.published']);
});

it('a changed mapping is identified by its source, offer and plan', () => {
  const dimensions = [{ id: 'posts', name: 'Posts', unit: 'posts' }];
  const selling = (own: object) =>
    catalogue(product('forum', { plans: [plan('basic', { marketplace: [{ ...mapping, ...own }] })] }));
  const { dimensions: _, ...name } = mapping;
  expect(finish(compareCatalogues(selling({}), selling({ dimensions })))).toEqual([
    {
      action: 'plan_mapping.changed',
      subject: { kind: 'Plan', id: 'forum/basic' },
      before: { ...name, dimensions: [] },
      after: { ...name, dimensions },
    },
  ]);
});

it('the order of lists makes no difference', () => {
  const editions = [
    { slug: 'standard', name: 'Standard', rank: 10 },
    { slug: 'premium', name: 'Premium', rank: 20 },
  ];
  const one = product('forum', { types: ['WebApp', 'TeamsApp'], editions, plans: [plan('a'), plan('b')] });
  const other = product('forum', {
    types: ['TeamsApp', 'WebApp'],
    editions: [...editions].reverse(),
    plans: [plan('b'), plan('a')],
  });
  expect(
    finish(compareCatalogues(catalogue(one, product('quill')), catalogue(product('quill'), other))),
  ).toEqual([]);
});

it.each<[string, Partial<CatalogueDefinition>, readonly string[]]>([
  ['a product', { products: [product('forum', { name: 'Other' })] }, ['forum']],
  ['a plan', { products: [product('forum', { plans: [plan('other')] })] }, ['forum']],
  ['a category', { categories: [{ slug: 'tools', name: 'Other' }] }, ['mosaic']],
  ['a draft', { products: [product('sketch', { status: 'Draft', name: 'Other' })] }, []],
  ['a draft that is published', { products: [product('sketch')] }, ['sketch']],
  ['a product that is archived', { products: [product('forum', { status: 'Archived' })] }, ['forum']],
] as const)(
  'the changed products that API clients read: %s',
  (_, { products = [], categories = [] }, slugs) => {
    const before: CatalogueDefinition = {
      categories: [{ slug: 'tools', name: 'Tools' }],
      products: [
        product('forum'),
        product('mosaic', { categories: ['tools'] }),
        product('sketch', { status: 'Draft', categories: ['tools'] }),
      ],
    };
    const replaced = <Item extends { slug: string }>(items: readonly Item[], others: readonly Item[]) =>
      items.map((item) => others.find(({ slug }) => slug === item.slug) ?? item);
    const after: CatalogueDefinition = {
      categories: replaced(before.categories, categories),
      products: replaced(before.products, products),
    };
    expect(publishedChanges(finish(compareCatalogues(before, after)), after)).toEqual(slugs);
  },
);
