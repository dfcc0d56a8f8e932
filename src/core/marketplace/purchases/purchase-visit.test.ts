import { describe, expect, it } from 'vitest';
import type { SubscriptionStatus } from '../../subscriptions/subscription.ts';
import type { MarketplaceStatus } from '../fulfilment-service.ts';
import {
  accountDomains,
  isPartyTo,
  type PurchaseState,
  purchaseStateOf,
  startText,
  termText,
} from './purchase-visit.ts';

const party = (tenantId: string, email: string | null = null) => ({ tenantId, objectId: null, email });

describe('purchaseStateOf', () => {
  const statuses = [null, 'Pending', 'Active', 'Suspended', 'Cancelled', 'Expired'] as const;
  const table: Record<MarketplaceStatus, readonly PurchaseState[]> = {
    //                        none         Pending      Active      Suspended    Cancelled  Expired
    PendingFulfillmentStart: ['ToConfirm', 'ToConfirm', 'Active', 'Suspended', 'Ended', 'Ended'],
    NotStarted: ['ToConfirm', 'ToConfirm', 'Active', 'Suspended', 'Ended', 'Ended'],
    Subscribed: ['Active', 'Active', 'Active', 'Active', 'Unclear', 'Unclear'],
    Suspended: ['Suspended', 'Suspended', 'Suspended', 'Suspended', 'Unclear', 'Unclear'],
    Unsubscribed: ['Ended', 'Ended', 'Ended', 'Ended', 'Ended', 'Ended'],
    Unknown: ['Unclear', 'Unclear', 'Unclear', 'Unclear', 'Unclear', 'Unclear'],
  };
  const cases = Object.entries(table).flatMap(([theirs, states]) =>
    statuses.map((ours, index) => [theirs, ours, states[index]] as const),
  );
  it.each(cases)('of %s at the marketplace and %s here is %s', (theirs, ours, state) => {
    expect(
      purchaseStateOf({ status: theirs as MarketplaceStatus }, ours as SubscriptionStatus | null, {
        canActivate: true,
      }),
    ).toBe(state);
  });
});

describe('isPartyTo', () => {
  it.each([
    ['of the tenant that uses it', { beneficiary: party('mine'), purchaser: party('other') }, true],
    ['of the tenant that pays', { beneficiary: party('other'), purchaser: party('mine') }, true],
    ['spelt otherwise', { beneficiary: party('MINE'), purchaser: null }, true],
    ['of neither', { beneficiary: party('other'), purchaser: party('another') }, false],
    ['when nobody is named', { beneficiary: null, purchaser: null }, false],
  ])('decides for a user %s', (_case, parties, expected) => {
    expect(isPartyTo(parties, { tenantId: 'mine' })).toBe(expected);
  });
});

it.each([
  [
    party('a', 'ada@Contoso.example'),
    party('b', 'bea@reseller.example'),
    ['contoso.example', 'reseller.example'],
  ],
  [party('a', 'ada@contoso.example'), party('a', 'ada@contoso.example'), ['contoso.example']],
  [party('a'), null, []],
  [party('a', 'no address'), party('b', 'odd@'), []],
])('accountDomains lists the domains of %j and %j', (beneficiary, purchaser, expected) => {
  expect(accountDomains({ beneficiary, purchaser })).toEqual(expected);
});

it.each([
  ['TenantWide', [0, 0, false], 'Everyone in your organisation can start now.'],
  ['IdpManaged', [0, 0, false], 'Everyone to whom your organisation has assigned a licence can start now.'],
  ['Seats', [3, 1, true], 'You have a seat and can start now. 2 of 3 seats are free.'],
  ['Seats', [2, 1, true], 'You have a seat and can start now. 1 of 2 seats is free.'],
  ['Seats', [1, 1, true], 'You have a seat and can start now. No seat is free.'],
  ['Seats', [3, 0, false], 'Each person needs a seat to start. 3 of 3 seats are free.'],
  ['Seats', [1, 2, false], 'Each person needs a seat to start. No seat is free.'],
] as const)(
  'after the purchase of a plan with the licence model %s, seats %j: "%s"',
  (model, seats, text) => {
    const [total, assigned, isAssigned] = seats;
    expect(startText(model, { total, assigned, isAssigned })).toBe(text);
  },
);

it.each([
  ['P1M', true, false, 'One month, renews automatically'],
  ['P1Y', false, false, 'One year'],
  ['P1M', true, true, 'One month, as a free trial, renews automatically'],
  ['P9W', true, false, null],
  [null, true, true, 'A free trial'],
])(
  'a term of %s with autoRenew %s and trial %s is described as "%s"',
  (unit, autoRenew, isFreeTrial, words) => {
    expect(termText({ term: { startsAt: null, endsAt: null, unit }, autoRenew, isFreeTrial })).toBe(words);
  },
);

it('a term of an unknown length is described by its end', () => {
  const term = { startsAt: null, endsAt: new Date('2027-11-18T09:00:00Z'), unit: null };
  expect(termText({ term, autoRenew: true, isFreeTrial: false })).toBe('Until 18 November 2027');
});
