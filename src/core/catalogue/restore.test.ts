import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../../../tests/support/run/property-runs.ts';
import { done } from '../../../tests/support/done.ts';
import { plan, product } from '../../../tests/support/worlds/products.ts';
import { isRefusal } from '../refusal.ts';
import { finish } from '../steps.ts';
import type { MarketplaceMapping, Plan } from './catalogue.ts';
import { compareCatalogues } from './changes.ts';
import { type CatalogueDefinition, mappingName } from './definition.ts';
import { withProduct } from './edit.ts';
import { noLabels } from './labels.ts';
import type { ProductDefinition } from './product-definition.ts';
import {
  addEdition,
  addMapping,
  addPlan,
  editEdition,
  editMapping,
  editPlan,
  editProduct,
  movePlan,
  moveProduct,
  orderEditions,
  type ProductEdit,
  removeEdition,
  removeMapping,
  removePlan,
} from './product-edit.ts';
import { versionOf } from './product-version.ts';
import { type RestoredPart, restoreVersion } from './restore.ts';
import { switchMeters } from './switch-meters.ts';

const now = new Date('2026-11-17T10:00:00Z');
const mapping = (mappingId: string, rest: Partial<MarketplaceMapping> = {}): MarketplaceMapping => ({
  mappingId,
  sourceName: 'Marketplace',
  offerId: 'forum',
  planId: mappingId,
  dimensions: [],
  ...rest,
});
const newPlan = (slug: string) => {
  const { status: _, marketplace: __, ...settings } = plan(slug);
  return settings;
};
const forum = product('forum', {
  categories: ['talk'],
  editions: [
    { slug: 'standard', name: 'Standard', rank: 10 },
    { slug: 'premium', name: 'Premium', rank: 20 },
  ],
  plans: [
    plan('basic', { capabilities: { search: true }, limits: { rooms: 5 }, marketplace: [mapping('m1')] }),
    plan('better', { edition: 'premium' }),
    plan('sketch', { status: 'Draft' }),
  ],
});
const start: CatalogueDefinition = {
  categories: [{ slug: 'talk', name: 'Talk' }],
  products: [forum, product('library', { plans: [plan('basic', { marketplace: [mapping('l1')] })] })],
};

/** An edit of the catalogue as the action makes it; null if it is refused. */
function edited(catalogue: CatalogueDefinition, edit: ProductEdit, at = now, of = 'forum') {
  const wanted = finish(withProduct(of, edit)(catalogue));
  const after = isRefusal(wanted) ? wanted : finish(switchMeters(catalogue, wanted, at));
  return isRefusal(after) ? null : after;
}
const after = (...edits: readonly ProductEdit[]) =>
  edits.reduce((catalogue, edit) => edited(catalogue, edit) ?? expect.fail('refused'), start);
const forumOf = (catalogue: CatalogueDefinition) =>
  catalogue.products.find(({ slug }) => slug === 'forum') as ProductDefinition;
const restore = (catalogue: CatalogueDefinition, part: RestoredPart = {}, definition = versionOf(forum)) =>
  finish(restoreVersion('forum', { revision: 3, definition }, part, now)(catalogue));
const restored = (catalogue: CatalogueDefinition, part?: RestoredPart) =>
  versionOf(forumOf(done(restore(catalogue, part))));
const planOf = (definition: ProductDefinition, slug: string) =>
  definition.plans.find((one) => one.slug === slug);

describe('a version that is restored', () => {
  it.each<[string, readonly ProductEdit[]]>([
    ['its settings', [editProduct({ name: 'Town forum', supportContact: 'help@forum.example' })]],
    ['its labels', [editProduct({ labels: { capabilities: { search: { name: 'Search' } } } })]],
    ['its editions', [editEdition('premium', { name: 'Top' }), orderEditions(['premium', 'standard'])]],
    ['an edition that was removed', [editPlan('better', { edition: 'standard' }), removeEdition('premium')]],
    ['an edition that was added', [addEdition({ slug: 'gold', name: 'Gold' })]],
    ['a plan', [editPlan('basic', { capabilities: {}, limits: { rooms: 9 }, name: 'Basic 2' })]],
    ['a plan that was archived', [movePlan('better', 'Archived')]],
    ['a draft that was removed', [removePlan('sketch')]],
    ['a draft that was added', [addPlan(newPlan('later'))]],
    ['a product that was archived', [moveProduct('Archived')]],
    ['a mapping', [editMapping('m1', { planId: 'other', plan: 'better' })]],
    ['a mapping that was added', [addMapping('better', mapping('m2'))]],
  ])('has %s as before', (_, edits) => {
    expect(restored(after(...edits))).toEqual(versionOf(forum));
  });

  it('gives a removed mapping another id: its own may be in use elsewhere', () => {
    const [basic] = restored(after(removeMapping('m1'))).plans;
    expect(basic?.marketplace).toEqual([{ ...mapping('m1'), mappingId: undefined }]);
  });

  it('archives a plan that was published since, with its edition', () => {
    const catalogue = after(
      addEdition({ slug: 'gold', name: 'Gold' }),
      addPlan({ ...newPlan('later'), edition: 'gold' }, true),
    );
    const is = restored(catalogue);
    expect(is.editions.map(({ slug }) => slug)).toEqual(['standard', 'premium', 'gold']);
    expect(planOf(is, 'later')).toMatchObject({ status: 'Archived', edition: 'gold' });
  });

  it('leaves published what was a draft', () => {
    const is = restored(after(movePlan('sketch', 'Published'), editPlan('sketch', { name: 'Sketch 2' })));
    expect(planOf(is, 'sketch')).toMatchObject({ name: 'Plan sketch', status: 'Published' });
  });

  it('changes nothing a second time', () => {
    const once = done(restore(after(editPlan('basic', { name: 'Basic 2' }))));
    expect(finish(compareCatalogues(once, done(restore(once))))).toEqual([]);
  });
});

describe('a part that is restored', () => {
  const changed = after(
    editPlan('basic', { name: 'Basic 2', capabilities: {} }),
    editMapping('m1', { planId: 'other' }),
    editPlan('better', { name: 'Better 2' }),
  );

  it('is a plan without its mappings and the other plans', () => {
    const is = restored(changed, { plan: 'basic' });
    expect(planOf(is, 'basic')).toMatchObject({ name: 'Plan basic', capabilities: { search: true } });
    expect(planOf(is, 'basic')?.marketplace[0]?.planId).toBe('other');
    expect(planOf(is, 'better')?.name).toBe('Better 2');
  });

  it('is a plan that was removed', () => {
    expect(planOf(restored(after(removePlan('sketch')), { plan: 'sketch' }), 'sketch')?.status).toBe('Draft');
  });

  it('is a mapping without its plan', () => {
    const is = planOf(restored(changed, { mappingId: 'm1' }), 'basic');
    expect([is?.name, is?.marketplace]).toEqual(['Basic 2', [mapping('m1')]]);
  });

  it('is a mapping that was removed', () => {
    const is = planOf(restored(after(removeMapping('m1')), { mappingId: 'm1' }), 'basic');
    expect(is?.marketplace).toMatchObject([{ offerId: 'forum', planId: 'm1' }]);
  });
});

describe('a refusal says in words', () => {
  const refusalOf = (catalogue: CatalogueDefinition, part?: RestoredPart) => {
    const result = restore(catalogue, part);
    return isRefusal(result) ? `${result.code}: ${result.detail}` : 'restored';
  };
  const taken = edited(
    after(removeMapping('m1')),
    addMapping('basic', mapping('m9', { planId: 'm1' })),
    now,
    'library',
  );
  it.each<[string, CatalogueDefinition, RestoredPart, string]>([
    [
      'a mapping that another plan has taken over',
      taken ?? start,
      {},
      'catalogue.restore_not_possible: Version 3 cannot be restored: plan Plan basic, mapping forum / m1 must be mapped to one plan, not to both',
    ],
    [
      'the same for the mapping alone',
      taken ?? start,
      { mappingId: 'm1' },
      'mapping forum / m1 must be mapped to one plan',
    ],
    [
      'a category that is gone',
      { categories: [], products: after(editProduct({ categories: [] })).products },
      {},
      'category talk is not a category of the workspace',
    ],
    [
      'an edition that is gone',
      after(editPlan('better', { edition: 'standard' }), removeEdition('premium')),
      { plan: 'better' },
      'plan Plan better, edition premium is not an edition of the product',
    ],
    [
      'the rank of an edition that a later plan keeps',
      after(
        editEdition('premium', { rank: 30 }),
        addEdition({ slug: 'gold', name: 'Gold', rank: 20 }),
        addPlan({ ...newPlan('later'), edition: 'gold' }, true),
      ),
      {},
      'edition Gold, rank is the rank of another edition',
    ],
    [
      'a plan that the version does not have',
      start,
      { plan: 'gold' },
      'plan.not_found: Version 3 has no plan gold.',
    ],
    ['a mapping that the version does not have', start, { mappingId: 'm7' }, 'resource.not_found'],
  ])('%s', (_, catalogue, part, expected) => {
    expect(refusalOf(catalogue, part)).toContain(expected);
  });

  it('a meter that was switched a moment ago', () => {
    const dimension = { id: 'posts', name: 'Posts', unit: 'post' };
    const metered = after(editMapping('m1', { dimensions: [dimension] }));
    const events = { ...dimension, intake: 'Events', aggregation: 'Sum' } as const;
    const switched = edited(metered, editMapping('m1', { dimensions: [events] }));
    const version = versionOf(forumOf(metered));
    expect(restore(switched ?? start, {}, version)).toMatchObject({
      code: 'catalogue.restore_not_possible',
      detail: expect.stringMatching(/mapping forum \/ m1, dimension posts was switched at/),
    });
  });
});

const slugs = fc.constantFrom('basic', 'better', 'sketch', 'extra');
const editionSlugs = fc.constantFrom('standard', 'premium', 'gold');
const names = fc.constantFrom('One', 'Two', 'Three');
const anyEdit: fc.Arbitrary<ProductEdit> = fc.oneof(
  names.map((name) => editProduct({ name })),
  names.map((name) => editProduct({ labels: { capabilities: { search: { name } } } })),
  fc
    .record({ edition: editionSlugs, name: names })
    .map(({ edition, name }) => editEdition(edition, { name })),
  editionSlugs.map((slug) => addEdition({ slug, name: slug })),
  editionSlugs.map(removeEdition),
  fc
    .tuple(slugs, fc.record({ name: names, edition: editionSlugs, limits: fc.dictionary(names, fc.nat()) }))
    .map(([slug, changes]) => editPlan(slug, changes)),
  fc.tuple(slugs, fc.boolean()).map(([slug, isPublished]) => addPlan(newPlan(slug), isPublished)),
  fc.tuple(slugs, fc.constantFrom('Published', 'Archived')).map(([slug, to]) => movePlan(slug, to)),
  slugs.map(removePlan),
  fc.tuple(slugs, fc.constantFrom('m1', 'm2', 'm3')).map(([slug, id]) => addMapping(slug, mapping(id))),
  fc
    .tuple(fc.constantFrom('m1', 'm2', 'm3'), slugs, fc.constantFrom('m1', 'm2', 'm3'))
    .map(([id, to, planId]) => editMapping(id, { plan: to, planId })),
  fc.constantFrom('m1', 'm2').map(removeMapping),
  fc.constantFrom('Published', 'Archived').map((to) => moveProduct(to)),
);

/** Without ids and order, and with a status that can be restored. */
const comparable = (definition: ProductDefinition, current: ProductDefinition) => ({
  ...definition,
  labels: definition.labels ?? noLabels,
  status: definition.status === 'Draft' ? current.status : definition.status,
  editions: definition.editions.toSorted((a, b) => a.rank - b.rank),
  plans: definition.plans.map((one) => comparablePlan(one, current)),
});
const comparablePlan = ({ marketplace, ...settings }: Plan, current: ProductDefinition) => ({
  ...settings,
  status: settings.status === 'Draft' ? (planOf(current, settings.slug)?.status ?? 'Draft') : settings.status,
  marketplace: marketplace.map(mappingName).sort(),
});

it('property: a restored version has the content of that version, after any edits, or is refused', () => {
  fc.assert(
    fc.property(fc.array(anyEdit, { maxLength: 25 }), fc.nat(), (edits, choice) => {
      const versions = [versionOf(forum)];
      const catalogue = edits.reduce((before, edit) => {
        const next = edited(before, edit);
        if (next) versions.push(versionOf(forumOf(next)));
        return next ?? before;
      }, start);
      const version = versions[choice % versions.length] as ProductDefinition;
      const result = restore(catalogue, {}, version);
      if (isRefusal(result)) return expect(result.code).toBe('catalogue.restore_not_possible');
      const [is, was] = [versionOf(forumOf(result)), forumOf(catalogue)];
      const kept = is.plans.filter(({ slug }) => !planOf(version, slug));
      expect(kept.every(({ status }) => status === 'Archived')).toBe(true);
      const own = { ...is, plans: is.plans.filter((one) => !kept.includes(one)) };
      const used = new Set(kept.map(({ edition }) => edition));
      const editions = own.editions.filter(
        ({ slug }) => version.editions.some((one) => one.slug === slug) || !used.has(slug),
      );
      expect(comparable({ ...own, editions }, was)).toEqual(comparable(version, was));
      const ids = is.plans.flatMap(({ marketplace }) =>
        marketplace.flatMap(({ mappingId }) => mappingId ?? []),
      );
      expect(new Set(ids).size).toBe(ids.length);
      expect(finish(compareCatalogues(result, done(restore(result, {}, version))))).toEqual([]);
    }),
  );
});
