import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import type { Edition, PublicationStatus } from './catalogue.ts';
import type { ProductDefinition } from './product-definition.ts';
import { addPlan, type NewPlan } from './product-edit.ts';

const gold: NewPlan = {
  slug: 'gold',
  name: 'Gold',
  licenceModel: 'TenantWide',
  billingModel: 'FlatRate',
  capabilities: {},
  limits: {},
  serviceIdentifier: null,
};
const productWith = (status: PublicationStatus, editions: readonly Edition[]): ProductDefinition => ({
  slug: 'forum',
  name: 'Forum',
  types: ['WebApp'],
  categories: [],
  applicationUrl: null,
  supportContact: null,
  accentColour: null,
  status,
  editions,
  plans: [],
});
const basic = { slug: 'basic', name: 'Basic', rank: 10 };
const premium = { slug: 'premium', name: 'Premium', rank: 20 };

describe('a new plan', () => {
  it.each([
    [
      'a draft in the named edition',
      'Draft',
      [basic, premium],
      'premium',
      false,
      ['Draft', 'Draft', 'premium'],
    ],
    ['in the lowest edition', 'Draft', [premium, basic], undefined, false, ['Draft', 'Draft', 'basic']],
    ['in a first edition', 'Draft', [], undefined, false, ['Draft', 'Draft', 'standard']],
    ['published with its product', 'Draft', [], undefined, true, ['Published', 'Published', 'standard']],
    ['published', 'Published', [basic], undefined, true, ['Published', 'Published', 'basic']],
    [
      'not a way to restore a product',
      'Archived',
      [basic],
      undefined,
      true,
      ['Archived', 'Published', 'basic'],
    ],
  ] as const)('is %s', (_case, status, editions, edition, isPublished, expected) => {
    const edited = addPlan(
      { ...gold, ...(edition && { edition }) },
      isPublished,
    )(productWith(status, editions));
    const product = isRefusal(edited) ? null : edited.product;
    const [plan] = product?.plans ?? [];
    expect([product?.status, plan?.status, plan?.edition]).toEqual(expected);
    expect(product?.editions.some(({ slug }) => slug === plan?.edition)).toBe(true);
  });
});
