import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plan, product } from '../../../tests/support/worlds/products.ts';
import type { ApiClient } from '../clients/api-client.ts';
import { isRefusal } from '../refusal.ts';
import { type Catalogue, catalogueEntry, findProduct, listProducts, type Product } from './catalogue.ts';

const client: ApiClient = {
  workspaceId: 'w',
  apiClientId: 'c',
  name: 'Client',
  scopes: ['catalogue:read'],
  products: 'all',
  rateLimitPerMinute: 300,
  workspaceRateLimitPerMinute: 24_000,
};

function stored(slug: string, rest: Partial<Product> = {}): Product {
  return { ...product(slug), categories: [], productId: `id of ${slug}`, ...rest };
}

const data = { slug: 'data', name: 'Data' };
const empty = { slug: 'empty', name: 'Empty' };
const catalogue: Catalogue = {
  categories: [data, empty],
  products: [
    stored('mosaic', { types: ['WebApp', 'TeamsApp'] }),
    stored('aqueduct', { categories: [data] }),
    stored('augur', { status: 'Draft' }),
    stored('basilica', { status: 'Archived' }),
    stored('forum', { types: ['TeamsApp'], categories: [data] }),
  ],
};

const slugsOf = (...question: Parameters<typeof listProducts>) => {
  const page = listProducts(...question);
  return isRefusal(page) ? page.code : page.products.map(({ slug }) => slug);
};

describe('listProducts', () => {
  it.each([
    ['everything published, by slug', {}, ['aqueduct', 'forum', 'mosaic']],
    ['of a category', { category: 'data' }, ['aqueduct', 'forum']],
    ['of a category that has none', { category: 'empty' }, []],
    ['of an unknown category', { category: 'plumbing' }, 'category.not_found'],
    ['of a type', { type: 'TeamsApp' as const }, ['forum', 'mosaic']],
    ['of a type that none has', { type: 'OfficeAddIn' as const }, []],
    ['of category and type', { category: 'data', type: 'TeamsApp' as const }, ['forum']],
    ['the first page', { limit: 2 }, ['aqueduct', 'forum']],
    ['the next page', { limit: 2, after: 'forum' }, ['mosaic']],
    ['after one that is not there', { after: 'b' }, ['forum', 'mosaic']],
    ['after the last', { after: 'z' }, []],
  ])('lists %s', (_case, question, expected) => {
    expect(slugsOf(catalogue, client, question)).toEqual(expected);
  });

  it('lists only the products of the API client', () => {
    const limited = { ...client, products: new Set(['id of forum', 'id of augur']) };
    expect(slugsOf(catalogue, limited, {})).toEqual(['forum']);
  });

  it('returns every product exactly once at any page size', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.stringMatching(/^[a-z]{1,4}$/), { maxLength: 20 }),
        fc.integer({ min: 1, max: 8 }),
        (slugs, limit) => {
          const all: Catalogue = { categories: [], products: slugs.map((slug) => stored(slug)) };
          const seen: string[] = [];
          for (let after: string | undefined; ; ) {
            const page = listProducts(all, client, { limit, after });
            if (isRefusal(page)) throw new Error(page.code);
            seen.push(...page.products.map(({ slug }) => slug));
            if (page.next === null) break;
            expect(page.products).toHaveLength(limit);
            after = page.next;
          }
          expect(seen).toEqual([...slugs].sort());
        },
      ),
    );
  });
});

describe('findProduct', () => {
  it.each([
    ['a published one', stored('forum'), undefined],
    ['none', undefined, 'product.not_found'],
    ['a draft', stored('forum', { status: 'Draft' }), 'product.not_found'],
    ['an archived one', stored('forum', { status: 'Archived' }), 'product.not_found'],
  ])('finds %s', (_case, found, code) => {
    const answer = findProduct(found, client, 'forum');
    expect(isRefusal(answer) ? answer.code : undefined).toBe(code);
    if (isRefusal(answer)) expect(answer.args).toEqual({ product: 'forum' });
  });

  it('refuses a product that is not assigned to the API client, and hides it when it is not published', () => {
    const limited = { ...client, products: new Set<string>() };
    expect(findProduct(stored('forum'), limited, 'forum')).toMatchObject({
      code: 'api_client.product_not_allowed',
      args: { product: 'forum' },
    });
    const draft = stored('forum', { status: 'Draft' });
    expect(findProduct(draft, limited, 'forum')).toMatchObject({ code: 'product.not_found' });
  });
});

describe('catalogueEntry', () => {
  const entry = catalogueEntry(
    stored('forum', {
      categories: [empty, data],
      editions: [
        { slug: 'high', name: 'High', rank: 20 },
        { slug: 'low', name: 'Low', rank: -5 },
      ],
      plans: [
        plan('zeta', { edition: 'low' }),
        plan('alpha', { edition: 'high' }),
        plan('beta', { edition: 'low' }),
        plan('hidden', { edition: 'low', status: 'Draft' }),
        plan('gone', { edition: 'low', status: 'Archived' }),
      ],
    }),
  );

  it('orders editions by rank, plans by rank and slug, categories by slug', () => {
    expect(entry.editions.map(({ slug }) => slug)).toEqual(['low', 'high']);
    expect(entry.plans.map(({ slug }) => slug)).toEqual(['beta', 'zeta', 'alpha']);
    expect(entry.categories).toEqual([data, empty]);
  });

  it.each([
    ['FlatRate', false],
    ['PerUser', true],
  ] as const)('maps %s to perUser %s', (billingModel, perUser) => {
    const marketplace = [{ sourceName: 's', offerId: 'o', planId: 'p', dimensions: [] }];
    const [shown] = catalogueEntry(
      stored('forum', { plans: [plan('p', { billingModel, marketplace })] }),
    ).plans;
    expect(shown?.marketplace).toEqual([
      { sourceName: 's', offerId: 'o', planId: 'p', billingModel, perUser, dimensions: [] },
    ]);
  });

  it('contains neither statuses nor internal ids', () => {
    expect(Object.keys(entry)).toEqual([
      'slug',
      'name',
      'types',
      'categories',
      'editions',
      'labels',
      'plans',
    ]);
    expect(Object.keys(entry.plans[0] ?? {})).toEqual([
      'slug',
      'name',
      'edition',
      'capabilities',
      'limits',
      'licenceModel',
      'marketplace',
    ]);
  });
});
