import { expect, it } from 'vitest';
import { plan } from '../../../tests/support/worlds/products.ts';
import type { Plan } from './catalogue.ts';
import { isSameContent, type PlanContent, planContent } from './plan-content.ts';

const edition = { slug: 'premium', name: 'Premium', rank: 20 };
const mapping = (offerId: string) => ({
  sourceName: 'Marketplace',
  offerId,
  planId: 'plan-1',
  dimensions: [{ id: 'pages', name: 'Pages', unit: 'page' }],
});

it('contains only the fields that entitlements are computed from', () => {
  const written = plan('gold', {
    licenceModel: 'IdpManaged',
    capabilities: { search: true, archive: false },
    limits: { projects: 5 },
    serviceIdentifier: 'service-1',
    marketplace: [mapping('third'), mapping('first'), { ...mapping('first'), planId: 'plan-0' }],
  });
  expect(planContent(written, { ...edition, extra: true } as typeof edition)).toEqual({
    slug: 'gold',
    name: 'Plan gold',
    edition,
    licenceModel: 'IdpManaged',
    capabilities: { search: true, archive: false },
    limits: { projects: 5 },
    serviceIdentifier: 'service-1',
    marketplace: { sourceName: 'Marketplace', offerId: 'first' },
    otherMarketplaces: [{ sourceName: 'Marketplace', offerId: 'third' }],
  });
});

it('has no marketplace when the plan has no mapping', () => {
  expect(planContent(plan('gold'), edition).marketplace).toBeNull();
});

it.each<[string, Partial<Plan>, boolean]>([
  ['another order', { capabilities: { b: false, a: true }, limits: { rooms: 1, posts: 2 } }, true],
  ['another capability', { capabilities: { a: true, b: true } }, false],
  ['another limit', { limits: { posts: 2, rooms: 3 } }, false],
  ['one limit less', { limits: { posts: 2 } }, false],
  ['another billing model', { billingModel: 'PerUser' }, true],
  ['mappings in another order', { marketplace: [mapping('second'), mapping('first')] }, true],
  [
    'another plan id of an offer',
    { marketplace: [{ ...mapping('first'), planId: 'x' }, mapping('second')] },
    true,
  ],
  ['another second offer', { marketplace: [mapping('first'), mapping('third')] }, false],
  ['one offer less', { marketplace: [mapping('first')] }, false],
])('is compared with %s', (_case, change, expected) => {
  const written = plan('gold', {
    capabilities: { a: true, b: false },
    limits: { posts: 2, rooms: 1 },
    marketplace: [mapping('first'), mapping('second')],
  });
  const contents = [written, { ...written, ...change }].map((one) => planContent(one, edition));
  expect(isSameContent(contents[0] as PlanContent, contents[1] as PlanContent)).toBe(expected);
});
