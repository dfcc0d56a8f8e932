import fc from 'fast-check';
import {
  type MarketplaceSubscription,
  marketplaceStatuses,
} from '../../../src/core/marketplace/fulfilment-service.ts';
import { daysAfter } from '../worlds/subscriptions.ts';

/** A subscription of the marketplace: by default subscribed, with a term of a month and auto-renewal. */
export function theirSubscription(rest: Partial<MarketplaceSubscription> = {}): MarketplaceSubscription {
  return {
    id: 'm',
    name: 'Contoso forum',
    offerId: 'offer',
    planId: 'plan-1',
    quantity: null,
    beneficiary: {
      tenantId: 'a7000000-0000-4000-8000-000000000001',
      objectId: 'b7000000-0000-4000-8000-000000000001',
      email: 'ada@customer.example',
    },
    purchaser: null,
    term: { startsAt: daysAfter(-10), endsAt: daysAfter(20), unit: 'P1M' },
    autoRenew: true,
    isFreeTrial: false,
    isTest: false,
    allowedOperations: ['Read', 'Update', 'Delete'],
    status: 'Subscribed',
    createdAt: daysAfter(-10),
    ...rest,
  };
}

const anyEnd = fc.option(fc.integer({ min: -20, max: 160 }).map((halfDays) => daysAfter(halfDays / 2)));

export const anyTheirSubscription: fc.Arbitrary<MarketplaceSubscription> = fc
  .record({
    quantity: fc.option(fc.integer({ min: 0, max: 9 })),
    endsAt: anyEnd,
    autoRenew: fc.boolean(),
    isFreeTrial: fc.boolean(),
    status: fc.oneof(
      { weight: 3, arbitrary: fc.constant('Subscribed' as const) },
      { weight: 2, arbitrary: fc.constantFrom(...marketplaceStatuses, 'Unknown' as const) },
    ),
  })
  .map(({ endsAt, ...rest }) =>
    theirSubscription({ ...rest, term: { startsAt: daysAfter(-40), endsAt, unit: 'P1M' } }),
  );
