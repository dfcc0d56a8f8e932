import { describe, expect, it } from 'vitest';
import { plan, product } from '../../../tests/support/worlds/products.ts';
import { isRefusal } from '../refusal.ts';
import { finish } from '../steps.ts';
import { compareCatalogues } from './changes.ts';
import { consentFor, refuseWithoutConsent } from './consent.ts';
import type { CatalogueDefinition } from './definition.ts';
import { fromFile } from './from-file.ts';

const before: CatalogueDefinition = {
  categories: [],
  products: [
    product('forum', { plans: [plan('basic'), plan('gold'), plan('sketch', { status: 'Draft' })] }),
    product('quill'),
    product('idea', { status: 'Draft' }),
  ],
};
const changesOf = (file: CatalogueDefinition) => {
  const after = finish(fromFile(file)(before));
  if (isRefusal(after)) throw new Error(after.detail);
  return finish(compareCatalogues(before, after));
};
const nothing = changesOf({ categories: [], products: [] });
const withoutPlans = changesOf({ ...before, products: [product('forum'), ...before.products.slice(1)] });
const renamed = changesOf({
  ...before,
  products: before.products.map((own) => ({ ...own, name: `${own.name} anew` })),
});

describe('archival that needs confirmation', () => {
  it.each([
    ['everything left out', nothing, { archive: 2, remove: 1 }],
    ['the plans of a product left out', withoutPlans, { archive: 2, remove: 1 }],
    ['names only', renamed, { archive: 0, remove: 0 }],
  ])('is found: %s', (_, changes, consent) => {
    expect(consentFor(changes)).toEqual(consent);
    expect(refuseWithoutConsent(changes, consent)).toBeUndefined();
    for (const other of [
      { ...consent, archive: consent.archive + 1 },
      { ...consent, remove: consent.remove + 1 },
    ]) {
      expect(refuseWithoutConsent(changes, other)).toMatchObject({
        code: 'catalogue.consent_required',
        args: consent,
      });
    }
  });

  it('is listed by name', () => {
    expect(refuseWithoutConsent(nothing, { archive: 0, remove: 0 })?.detail).toBe(
      'The file archives 2 and removes 1 products and plans; archived: forum, quill; removed: idea. ' +
        'To confirm, apply it with archive 2 and remove 1.',
    );
  });
});
