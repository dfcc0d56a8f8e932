import { expect, it } from 'vitest';
import { plan } from '../../../tests/support/worlds/products.ts';
import { planContent } from './plan-content.ts';

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
    marketplace: [mapping('first'), mapping('second')],
  });
  expect(planContent(written, { ...edition, extra: true } as typeof edition)).toEqual({
    slug: 'gold',
    name: 'Plan gold',
    edition,
    licenceModel: 'IdpManaged',
    capabilities: { search: true, archive: false },
    serviceIdentifier: 'service-1',
    marketplace: { sourceName: 'Marketplace', offerId: 'first' },
  });
});

it('has no marketplace when the plan has no mapping', () => {
  expect(planContent(plan('gold'), edition).marketplace).toBeNull();
});
