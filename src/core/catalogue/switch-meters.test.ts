import { describe, expect, it } from 'vitest';
import { isRefusal, type ValidationIssue } from '../refusal.ts';
import { finish } from '../steps.ts';
import type { MarketplaceMapping, MeterDimension } from './catalogue.ts';
import type { CatalogueDefinition } from './definition.ts';
import { recordsMeter } from './meter.ts';
import { switchMeters } from './switch-meters.ts';

const now = new Date('2026-11-16T09:20:00.000Z');
const nextHour = new Date('2026-11-16T10:00:00.000Z');
const rows: MeterDimension = { id: 'rows', name: 'Rows', unit: 'row' };
const summed: MeterDimension = { ...rows, intake: 'Events', aggregation: 'Sum' };

const catalogue = (mapping: Partial<MarketplaceMapping>) =>
  ({
    categories: [],
    products: [
      {
        slug: 'forum',
        plans: [
          {
            slug: 'basic',
            marketplace: [{ sourceName: 'Shop', offerId: 'o', planId: 'p', dimensions: [], ...mapping }],
          },
        ],
      },
    ],
  }) as unknown as CatalogueDefinition;
const previousIn = (after: CatalogueDefinition) =>
  after.products[0]?.plans[0]?.marketplace[0]?.dimensions[0]?.previous;

describe('meters of an edited catalogue', () => {
  const before = catalogue({ mappingId: 'm', dimensions: [rows] });
  it.each<[string, Partial<MarketplaceMapping>, object | null]>([
    ['unchanged', { dimensions: [rows] }, null],
    [
      'switched, by the names of the marketplace',
      { dimensions: [summed] },
      { meter: recordsMeter, until: nextHour },
    ],
    [
      'switched, by the id of the mapping',
      { mappingId: 'm', planId: 'q', dimensions: [summed] },
      { meter: recordsMeter, until: nextHour },
    ],
    ['a new dimension', { dimensions: [{ ...summed, id: 'columns' }] }, null],
    ['a new mapping', { planId: 'q', dimensions: [summed] }, null],
  ])('%s', (_case, mapping, expected) => {
    const after = finish(switchMeters(before, catalogue(mapping), now));
    if (isRefusal(after)) throw new Error(after.detail);
    expect(previousIn(after)).toEqual(expected);
  });

  it('refuses a second switch, and names the dimension', () => {
    const switched = { ...summed, previous: { meter: recordsMeter, until: nextHour } };
    const refusal = finish(
      switchMeters(catalogue({ dimensions: [switched] }), catalogue({ dimensions: [rows] }), now),
    );
    if (!isRefusal(refusal)) throw new Error('It was accepted');
    expect((refusal.args.issues as ValidationIssue[])[0]).toMatchObject({
      path: 'products.0.plans.0.marketplace.0.dimensions.0.intake',
      rule: 'switch',
    });
  });

  it('keeps the objects of unchanged products', () => {
    const after = finish(switchMeters(before, { ...before, categories: [{ slug: 'a', name: 'A' }] }, now));
    expect(isRefusal(after) ? [] : after.products).toEqual(before.products);
    expect(isRefusal(after) ? null : after.products[0]).toBe(before.products[0]);
  });
});
