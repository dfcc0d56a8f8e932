import fc from 'fast-check';
import {
  billingModels,
  licenceModels,
  type MarketplaceMapping,
  type MeterDimension,
  productTypes,
  publicationStatuses,
} from '../../../src/core/catalogue/catalogue.ts';
import { type CatalogueDefinition, mappingName } from '../../../src/core/catalogue/definition.ts';
import { absentMeanings } from '../../../src/core/catalogue/labels.ts';
import {
  aggregations,
  includedPeriods,
  limitActions,
  limitPeriods,
  type Meter,
  maxAlertPercent,
  maxAlertPercents,
  recordsMeter,
} from '../../../src/core/catalogue/meter.ts';
import { isName } from '../../../src/core/values/text.ts';
import { anyCharacter } from '../any-character.ts';

const slugs = (...words: readonly string[]) => fc.uniqueArray(fc.constantFrom(...words), { maxLength: 3 });

/** Texts that people write: YAML keywords, quotes, special characters, every script. */
const text = (maxLength = 100) =>
  fc.oneof(
    fc.constantFrom(
      'yes',
      'null',
      '1.0',
      '- a',
      'a: b',
      '#1',
      ' x',
      'x ',
      '"',
      "'",
      '~',
      '!x',
      '&a',
      '*',
      '0x1',
    ),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength }).filter((words) => isName(words, maxLength)),
  );

/** A valid catalogue of few names, so that two of them often share names. */
export const catalogues: fc.Arbitrary<CatalogueDefinition> = slugs('data', 'talk', 'work').chain(
  (categories) =>
    fc
      .record({
        names: fc.array(text(), { minLength: 3, maxLength: 3 }),
        products: slugs('aqueduct', 'forum', 'quill').chain((names) =>
          fc.tuple(...names.map((slug) => products(slug, categories))),
        ),
      })
      .map(({ names, products: made }) => ({
        categories: categories.map((slug, index) => ({ slug, name: names[index] ?? slug })),
        products: made,
      })),
);

function products(slug: string, categories: readonly string[]) {
  return slugs('low', 'middle', 'high').chain((editions) =>
    fc.record({
      slug: fc.constant(slug),
      name: text(),
      status: fc.constantFrom(...publicationStatuses),
      types: fc.uniqueArray(fc.constantFrom(...productTypes), { minLength: 1, maxLength: 3 }),
      applicationUrl: fc.constantFrom(null, 'https://app.example/x'),
      supportContact: fc.constantFrom(null, 'help@app.example', 'https://app.example/help'),
      accentColour: fc.constantFrom(null, '#1a5fb4'),
      labels: fc.record({
        capabilities: labels(),
        limits: labels({
          unit: fc.option(text(20)),
          absentMeans: fc.option(fc.constantFrom(...absentMeanings)),
        }),
      }),
      categories: fc.subarray([...categories]),
      editions: fc
        .tuple(
          fc.array(text(), { minLength: 3, maxLength: 3 }),
          fc.uniqueArray(fc.integer({ min: -(2 ** 31) + 1, max: 2 ** 31 - 1 }), {
            minLength: 3,
            maxLength: 3,
          }),
        )
        .map(([names, ranks]) =>
          editions.map((edition, index) => ({
            slug: edition,
            name: names[index] ?? edition,
            rank: ranks[index] ?? index,
          })),
        ),
      plans:
        editions.length === 0
          ? fc.constant([])
          : slugs('basic', 'plus', 'gold').chain((names) =>
              fc.tuple(...names.map((plan) => plans(slug, plan, editions))),
            ),
    }),
  );
}

function labels(more: object = {}) {
  const label = fc.record({
    name: fc.option(text()),
    description: fc.option(text()),
    isHidden: fc.option(fc.boolean()),
    ...more,
  });
  return fc.dictionary(text(20), label, { maxKeys: 2 });
}

function plans(product: string, slug: string, editions: readonly string[]) {
  return fc
    .record({
      slug: fc.constant(slug),
      name: text(),
      status: fc.constantFrom(...publicationStatuses),
      edition: fc.constantFrom(...editions),
      licenceModel: fc.constantFrom(...licenceModels),
      billingModel: fc.constantFrom(...billingModels),
      serviceIdentifier: fc.option(text()),
      capabilities: fc.dictionary(text(20), fc.boolean(), { maxKeys: 3 }),
      limits: fc.dictionary(text(20), fc.double({ noNaN: true, noDefaultInfinity: true }), { maxKeys: 3 }),
      marketplace: fc.uniqueArray(mappings(product, slug), { selector: mappingName, maxLength: 2 }),
    })
    .map((plan) => ({
      ...plan,
      marketplace: plan.marketplace.map((mapping) =>
        plan.billingModel === 'PerUser' ? { ...mapping, dimensions: [] } : mapping,
      ),
    }));
}

const quantities = fc.integer({ min: 1, max: 10 ** 15 }).map((millionths) => millionths / 1_000_000);

const meters: fc.Arbitrary<Partial<Meter>> = fc.oneof(
  fc.constant({}),
  fc.constant(recordsMeter),
  fc.record({
    intake: fc.constant('Events' as const),
    aggregation: fc.constantFrom(...aggregations),
    included: fc.constant(null),
  }),
  fc.record({
    intake: fc.constant('Events' as const),
    aggregation: fc.constantFrom('Sum' as const, 'Count' as const),
    included: fc.option(fc.record({ quantity: quantities, per: fc.constantFrom(...includedPeriods) })),
    limit: fc.option(
      fc.record({
        quantity: quantities,
        per: fc.constantFrom(...limitPeriods),
        action: fc.constantFrom(...limitActions),
      }),
    ),
    alertPercents: fc
      .uniqueArray(fc.integer({ min: 1, max: maxAlertPercent }), { maxLength: maxAlertPercents })
      .map((percents) => percents.sort((one, other) => one - other)),
  }),
);

const dimensions: fc.Arbitrary<MeterDimension> = fc
  .tuple(fc.record({ id: text(20), name: text(), unit: text(20) }), meters)
  .map(([dimension, meter]) => ({ ...dimension, ...meter }));

const mappings = (product: string, plan: string): fc.Arbitrary<MarketplaceMapping> =>
  fc.record({
    sourceName: fc.constantFrom('Marketplace', 'Second'),
    offerId: fc.constant(product),
    planId: fc.constantFrom(plan, `${plan}-yearly`),
    dimensions: fc.uniqueArray(dimensions, { selector: ({ id }) => id, maxLength: 2 }),
  });
