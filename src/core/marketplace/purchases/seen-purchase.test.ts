import { expect, it } from 'vitest';
import { personalAccounts } from '../../workspaces/personal-accounts.ts';
import type { MarketplaceSubscription } from '../fulfilment-service.ts';
import { awaitsActivation, seenPurchase } from './pending-purchase.ts';

const now = new Date('2026-11-16T12:00:00Z');
const tenantId = 'b0000000-0000-4000-8000-000000000001';
const remote: MarketplaceSubscription = {
  id: 'f0000000-0000-4000-8000-000000000001',
  name: 'Forum for all',
  offerId: 'forum',
  planId: 'basic',
  quantity: 3,
  beneficiary: { tenantId, objectId: null, email: 'bea@contoso.example' },
  purchaser: { tenantId, objectId: null, email: 'ada@contoso.example' },
  term: { startsAt: null, endsAt: null, unit: null },
  autoRenew: true,
  isFreeTrial: false,
  isTest: false,
  allowedOperations: [],
  status: 'PendingFulfillmentStart',
  createdAt: new Date('2026-11-16T09:00:00Z'),
};

it('keeps what a person needs to know of the purchase', () => {
  expect(seenPurchase(remote, now)).toEqual({
    marketplaceSubscriptionId: remote.id,
    offerId: 'forum',
    planId: 'basic',
    quantity: 3,
    tenantId,
    buyerEmail: 'ada@contoso.example',
    boughtAt: remote.createdAt,
  });
});

it.each<[string, Partial<MarketplaceSubscription>, object]>([
  ['a purchaser without an address', { purchaser: null }, { buyerEmail: 'bea@contoso.example' }],
  ['no people', { purchaser: null, beneficiary: null }, { buyerEmail: null, tenantId: null }],
  [
    'a tenant that is no id',
    { beneficiary: { tenantId: 'x', objectId: null, email: null } },
    { tenantId: null },
  ],
  [
    'the tenant of personal accounts',
    { beneficiary: { tenantId: personalAccounts, objectId: null, email: null } },
    { tenantId: null },
  ],
  [
    'a name that is no address',
    { purchaser: { tenantId, objectId: null, email: 'a\0@b' } },
    { buyerEmail: null },
  ],
  ['no time', { createdAt: null }, { boughtAt: null }],
  ['a time before all sales', { createdAt: new Date('0001-01-01T00:00:00Z') }, { boughtAt: null }],
  ['a time that has not come', { createdAt: new Date('2099-01-01T00:00:00Z') }, { boughtAt: null }],
  ['a quantity too large to store', { quantity: 2_000_000_000 }, { quantity: null }],
  ['a plan id that cannot be stored', { planId: 'a\0' }, { planId: '' }],
])('%s', (_, members, expected) => {
  expect(seenPurchase({ ...remote, ...members }, now)).toMatchObject(expected);
});

it.each(['', 'a\0', 'x'.repeat(101)])('an id that cannot be stored: %j', (id) => {
  expect(seenPurchase({ ...remote, id }, now)).toBeNull();
});

it.each([
  ['PendingFulfillmentStart', true],
  ['NotStarted', true],
  ['Subscribed', false],
  ['Suspended', false],
  ['Unsubscribed', false],
  ['Unknown', false],
] as const)('a purchase that is %s awaits activation: %s', (status, awaits) => {
  expect(awaitsActivation({ status })).toBe(awaits);
});
