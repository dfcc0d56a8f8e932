import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../tests/support/any-character.ts';
import { catalogues } from '../../../../tests/support/worlds/catalogues.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { type CatalogueDefinition, checkCatalogue, mappingName } from '../../catalogue/definition.ts';
import { finish } from '../../steps.ts';
import type { MarketplacePlan } from '../fulfilment-service.ts';
import { importOffers } from './import-catalogue.ts';
import { type ImportedOffer, type ImportedPlan, mergeOffers } from './import-offers.ts';

const sourceName = 'Marketplace';
const empty: CatalogueDefinition = { categories: [], products: [] };
const planned = (planId: string, rest: Partial<ImportedPlan> = {}): ImportedPlan => ({
  planId,
  name: null,
  isPerSeat: false,
  dimensions: [],
  ...rest,
});
const mapped = (offerId: string, planId: string) => [{ sourceName, offerId, planId, dimensions: [] }];
const imported = (before: CatalogueDefinition, ...offers: readonly ImportedOffer[]) =>
  importOffers(before, sourceName, offers);

describe('an import drafts', () => {
  it('a product with its plans, dimensions and mappings', () => {
    const { catalogue, notes } = imported(empty, {
      offerId: 'Forum_Preview',
      name: 'Forum',
      plans: [
        planned('basic', { name: 'Basic', dimensions: [{ id: 'posts', name: 'Posts', unit: null }] }),
        planned('seats', { isPerSeat: true, dimensions: [{ id: 'posts', name: null, unit: null }] }),
      ],
    });
    expect(notes).toEqual([]);
    const draft = { status: 'Draft', edition: 'standard' };
    expect(catalogue.products).toMatchObject([
      {
        slug: 'forum-preview',
        name: 'Forum',
        status: 'Draft',
        editions: [{ slug: 'standard' }],
        plans: [
          {
            ...draft,
            slug: 'basic',
            name: 'Basic',
            licenceModel: 'TenantWide',
            billingModel: 'FlatRate',
            marketplace: [
              {
                sourceName,
                offerId: 'Forum_Preview',
                planId: 'basic',
                dimensions: [{ id: 'posts', name: 'Posts', unit: 'unit' }],
              },
            ],
          },
          {
            ...draft,
            slug: 'seats',
            name: 'seats',
            licenceModel: 'Seats',
            billingModel: 'PerUser',
            marketplace: [{ planId: 'seats', dimensions: [] }],
          },
        ],
      },
    ]);
  });

  it('another plan of a mapped offer, in the lowest edition of its product', () => {
    const forum = product('talk', {
      editions: [
        { slug: 'high', name: 'High', rank: 20 },
        { slug: 'low', name: 'Low', rank: 10 },
      ],
      plans: [plan('basic', { edition: 'high', marketplace: mapped('forum', 'basic') })],
    });
    const { catalogue } = imported(
      { ...empty, products: [forum] },
      { offerId: 'forum', name: 'Renamed', plans: [planned('basic'), planned('Basic!')] },
    );
    expect(catalogue.products).toEqual([
      {
        ...forum,
        plans: [
          ...forum.plans,
          expect.objectContaining({ slug: 'basic-2', status: 'Draft', edition: 'low', name: 'Basic!' }),
        ],
      },
    ]);
  });

  it('a product beside one of the same slug, with a note', () => {
    const { catalogue, notes } = imported(
      { ...empty, products: [product('forum')] },
      { offerId: 'forum', name: null, plans: [planned('basic')] },
    );
    expect(catalogue.products.map(({ slug }) => slug)).toEqual(['forum', 'forum-2']);
    expect(notes).toMatchObject([
      { offerId: 'forum', planId: null, note: expect.stringContaining('forum-2') },
    ]);
  });

  it.each([
    ['a plan of an offer that two products have', 'forum', 'new', 'several products: one, two'],
    ['a plan with an id that cannot be mapped', 'other', 'x'.repeat(101), 'its id'],
  ])('not %s, with a note', (_, offerId, planId, note) => {
    const products = ['one', 'two'].map((slug) =>
      product(slug, { plans: [plan('basic', { marketplace: mapped('forum', slug) })] }),
    );
    const before = { ...empty, products };
    const { catalogue, notes } = imported(before, { offerId, name: null, plans: [planned(planId)] });
    expect(catalogue).toEqual(before);
    expect(notes).toEqual([{ offerId, planId, note: expect.stringContaining(note) }]);
  });

  const hostile = fc.oneof(
    fc.constantFrom('basic', 'Basic', 'basic-2', '=1+1', '', '-', 'ÄÖ', '\u0000', '😀'.repeat(120)),
    fc.string({ unit: anyCharacter, maxLength: 250 }),
  );
  const anyOffers: fc.Arbitrary<readonly ImportedOffer[]> = fc.array(
    fc.record({
      offerId: fc.oneof(fc.constantFrom('forum', 'aqueduct', 'Quill'), hostile),
      name: fc.option(hostile),
      plans: fc.array(
        fc.record({
          planId: hostile,
          name: fc.option(hostile),
          isPerSeat: fc.boolean(),
          dimensions: fc.array(
            fc.record({ id: hostile, name: fc.option(hostile), unit: fc.option(hostile) }),
            {
              maxLength: 3,
            },
          ),
        }),
        { maxLength: 4 },
      ),
    }),
    { maxLength: 4 },
  );

  it('a valid catalogue that has all that was there, adds drafts only, and is the same when imported again', () => {
    fc.assert(
      fc.property(catalogues, anyOffers, (before, found) => {
        const offers = mergeOffers(found, [], []);
        const { catalogue, notes } = importOffers(before, sourceName, offers);
        expect(finish(checkCatalogue(catalogue))).toEqual([]);
        expect(catalogue.categories).toBe(before.categories);
        for (const was of before.products) {
          const is = catalogue.products.find(({ slug }) => slug === was.slug);
          expect({ ...is, plans: is?.plans.slice(0, was.plans.length) }).toEqual(
            was.editions.length > 0 || is?.plans.length === 0 ? was : { ...was, editions: is?.editions },
          );
        }
        const known = new Set(before.products.flatMap(({ plans }) => plans));
        const plans = catalogue.products.flatMap((one) => one.plans);
        expect(plans.every((one) => known.has(one) || one.status === 'Draft')).toBe(true);
        expect(importOffers(catalogue, sourceName, offers).catalogue).toEqual(catalogue);
        // Each plan is mapped, or a note says why not.
        const names = new Set(plans.flatMap(({ marketplace }) => marketplace.map(mappingName)));
        for (const { offerId, plans: sold } of offers) {
          for (const { planId } of sold) {
            const isMapped = names.has(mappingName({ sourceName, offerId, planId, dimensions: [] }));
            const isNoted = notes.some((note) => note.offerId === offerId && note.planId === planId);
            expect(isMapped || isNoted).toBe(true);
          }
        }
      }),
    );
  });
});

it('the marketplace’s facts of a plan win over those of an export, and a sold plan is never lost', () => {
  const listed: MarketplacePlan = {
    planId: 'basic',
    displayName: 'Basic of the marketplace',
    isPrivate: false,
    isPricePerSeat: true,
    isStopSell: false,
    dimensions: [{ id: 'posts', displayName: 'Posts', unitOfMeasure: 'post' }],
  };
  const dimension = (id: string) => ({ id, name: 'Exported', unit: null });
  const exported = [
    {
      offerId: 'forum',
      name: 'Forum',
      plans: [planned('basic', { dimensions: [dimension('posts'), dimension('calls')] }), planned('old')],
    },
  ];
  const sold = [
    { offerId: 'forum', planId: 'private', quantity: 3 },
    { offerId: 'forum', planId: 'basic', quantity: null },
    { offerId: 'quill', planId: 'one', quantity: null },
  ];
  const stopped = { ...listed, planId: 'stopped', isStopSell: true };
  const plans = [
    listed,
    stopped,
    { ...stopped, planId: 'old', displayName: '', isPricePerSeat: false, dimensions: [] },
  ];
  expect(mergeOffers(exported, [{ offerId: 'forum', plans }], sold)).toEqual([
    {
      offerId: 'forum',
      name: 'Forum',
      plans: [
        planned('basic', {
          name: 'Basic of the marketplace',
          isPerSeat: true,
          dimensions: [{ id: 'posts', name: 'Posts', unit: 'post' }, dimension('calls')],
        }),
        planned('old'),
        planned('private', { isPerSeat: true }),
      ],
    },
    { offerId: 'quill', name: null, plans: [planned('one')] },
  ]);
});
