import { expect, it } from 'vitest';
import { type ComparedMapping, type Listing, verdictOf } from './listing.ts';

const plan = {
  planId: 'standard',
  name: 'Standard',
  isPrivate: false,
  isPerUser: false,
  isForSale: true,
  dimensions: [{ id: 'rows', name: 'Rows', unit: 'row' }],
};
const listing: Listing = {
  failure: null,
  offers: [
    {
      offerId: 'aqueduct',
      failure: null,
      plans: [
        plan,
        { ...plan, planId: 'seats', isPerUser: true },
        { ...plan, planId: 'old', isForSale: false },
      ],
    },
    { offerId: 'forum', failure: 'busy', plans: [] },
  ],
};
const mapping: ComparedMapping = {
  offerId: 'aqueduct',
  planId: 'standard',
  billingModel: 'FlatRate',
  dimensions: [{ id: 'rows' }, { id: '' }],
};

it.each<[string, Partial<ComparedMapping>, string]>([
  ['good', {}, 'Its name there is Standard.'],
  ['good', { planId: 'seats', billingModel: undefined }, 'Its name there is Standard.'],
  ['over', { offerId: 'Aqueduct' }, 'only once it has a subscription'],
  ['over', { offerId: 'forum' }, 'did not respond: busy'],
  ['attention', { planId: 'Standard' }, 'case-sensitive'],
  ['attention', { planId: 'old' }, 'no longer sold'],
  ['bad', { planId: 'seats' }, 'Sold by the seat, but the plan is billed at a flat rate.'],
  ['bad', { billingModel: 'PerUser' }, 'Sold at a flat rate, but the plan is billed by the seat.'],
  ['bad', { dimensions: [{ id: 'columns' }] }, 'no dimension columns'],
])('%s: %j', (tone, changes, text) => {
  const verdict = verdictOf(listing, { ...mapping, ...changes });
  expect(verdict).toMatchObject({ tone, text: expect.stringContaining(text) });
});

it('the last offers decide while the marketplace does not answer', () => {
  expect(verdictOf({ ...listing, failure: 'refused' }, mapping)).toMatchObject({ tone: 'good' });
});

it('a marketplace that does not answer decides nothing', () => {
  expect(verdictOf({ failure: 'refused', offers: [] }, mapping)).toMatchObject({
    tone: 'over',
    text: 'The marketplace did not respond: refused',
  });
});
