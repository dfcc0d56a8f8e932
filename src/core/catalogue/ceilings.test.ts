import { describe, expect, it } from 'vitest';
import { plan, product } from '../../../tests/support/worlds/products.ts';
import { finish } from '../steps.ts';
import { catalogueCeilings, checkCeilings, maxCatalogueBytes } from './ceilings.ts';
import type { CatalogueDefinition } from './definition.ts';

const many = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index));
const record = <Value>(count: number, value: Value) =>
  Object.fromEntries(many(count, (index) => [`name-${index}`, value]));
const mapping = (count: number, dimensions: number) => ({
  sourceName: 'Marketplace',
  offerId: 'offer',
  planId: `plan-${count}`,
  dimensions: many(dimensions, (index) => ({ id: `d${index}`, name: 'D', unit: 'd' })),
});
const empty: CatalogueDefinition = { categories: [], products: [] };
const of = (...products: CatalogueDefinition['products']): CatalogueDefinition => ({
  categories: [],
  products,
});
const withPlan = (changes: object) => of(product('forum', { plans: [plan('basic', changes)] }));

const { workspace, product: ofProduct, plan: ofPlan } = catalogueCeilings;
const cases: [string, number, string, (count: number) => CatalogueDefinition][] = [
  [
    'capabilities of a plan',
    ofPlan.capabilities,
    'products.0.plans.0.capabilities',
    (count) => withPlan({ capabilities: record(count, true) }),
  ],
  [
    'limits of a plan',
    ofPlan.limits,
    'products.0.plans.0.limits',
    (count) => withPlan({ limits: record(count, 1) }),
  ],
  [
    'mappings of a plan',
    ofPlan.mappings,
    'products.0.plans.0.marketplace',
    (count) => withPlan({ marketplace: many(count, (index) => mapping(index, 0)) }),
  ],
  [
    'dimensions of a plan',
    ofPlan.dimensions,
    'products.0.plans.0.marketplace',
    (count) => withPlan({ marketplace: [mapping(0, 50), mapping(1, count - 50)] }),
  ],
  [
    'labels of a product',
    ofProduct.labels,
    'products.0.labels',
    (count) =>
      of(
        product('forum', {
          labels: { capabilities: record(2, { name: 'A' }), limits: record(count - 2, { unit: 'GB' }) },
        }),
      ),
  ],
  [
    'plans of a product',
    ofProduct.plans,
    'products.0.plans',
    (count) => of(product('forum', { plans: many(count, (index) => plan(`p-${index}`)) })),
  ],
  [
    'editions of a product',
    ofProduct.editions,
    'products.0.editions',
    (count) =>
      of(
        product('forum', {
          editions: many(count, (index) => ({ slug: `e-${index}`, name: 'E', rank: index })),
        }),
      ),
  ],
  [
    'categories of a product',
    ofProduct.categories,
    'products.0.categories',
    (count) => of(product('forum', { categories: many(count, (index) => `c-${index}`) })),
  ],
  [
    'categories of a workspace',
    workspace.categories,
    'categories',
    (count) => ({ categories: many(count, (index) => ({ slug: `c-${index}`, name: 'C' })), products: [] }),
  ],
  [
    'products of a workspace',
    workspace.products,
    'products',
    (count) => of(...many(count, (index) => product(`p-${index}`))),
  ],
  [
    'plans of a workspace',
    workspace.plans,
    'products',
    (count) =>
      of(
        ...many(26, (index) =>
          product(`p-${index}`, {
            plans: many(index < 25 ? 200 : count - 5_000, (place) => plan(`p-${place}`)),
          }),
        ),
      ),
  ],
  [
    'capabilities, limits and dimensions of a workspace',
    workspace['capabilities, limits and dimensions'],
    'products',
    (count) =>
      of(
        ...many(2, (index) =>
          product(`p-${index}`, {
            plans: many(index === 0 ? 125 : count === 50_000 ? 125 : 126, (place) =>
              plan(`p-${place}`, { capabilities: record(200, true) }),
            ),
          }),
        ),
      ),
  ],
];

describe('catalogue limits', () => {
  it.each(cases)('limit the number of %s', (_, maximum, path, make) => {
    expect(finish(checkCeilings(empty, make(maximum)))).toEqual([]);
    const issues = finish(checkCeilings(empty, make(maximum + 1)));
    expect(issues).toMatchObject([{ path, rule: 'ceiling' }]);
    expect(issues[0]?.message).toContain(`at most ${maximum} `);
  });

  it('limit the size as JSON', () => {
    const named = (length: number) =>
      of(
        ...many(1_000, (index) =>
          product(`p-${index}`, {
            plans: many(5, (place) =>
              plan(`p-${place}`, { capabilities: { [`c${'x'.repeat(length)}`]: true } }),
            ),
          }),
        ),
      );
    expect(finish(checkCeilings(empty, named(99)))).toEqual([]);
    const large = named(2_000);
    const issues = finish(checkCeilings(empty, large));
    expect(issues).toMatchObject([{ path: 'products', rule: 'ceiling' }]);
    expect(issues[0]?.message).toContain(`at most ${maxCatalogueBytes} bytes`);
    expect(finish(checkCeilings(large, named(1_999)))).toEqual([]);
    expect(finish(checkCeilings(large, named(2_001)))).toHaveLength(1);
  });

  it('let an oversized catalogue shrink or stay, but not grow', () => {
    const sized = (count: number) => withPlan({ capabilities: record(count, true) });
    expect(finish(checkCeilings(sized(300), sized(300)))).toEqual([]);
    expect(finish(checkCeilings(sized(300), sized(299)))).toEqual([]);
    expect(finish(checkCeilings(sized(300), sized(301)))).toHaveLength(1);
  });
});
