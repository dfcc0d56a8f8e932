import { expect, it } from 'vitest';
import type { MarketplaceSubscription } from '../fulfilment-service.ts';
import type { LicenceArn } from './licence-address.ts';
import { waitsForPredecessor, waitsForSuccessor } from './licence-end.ts';
import type { LicenceEntitlement } from './licence-plan.ts';
import { type Licence, subscriptionOfLicence } from './licence-subscription.ts';

const now = new Date('2026-11-15T09:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 24 * 300_000);
const licence: Licence = {
  licence: 'arn:aws:license-manager::294406891311:license:l-0a' as LicenceArn,
  sourceName: 'Shop',
  productCode: 'code',
  account: '222233334444',
  agreementId: 'agmt-1',
  isFreeTrial: false,
  isContract: false,
  tenantId: 'b0000000-0000-4000-8000-000000000001',
  seenAt: now,
  activeAt: now,
  endedAt: null,
  succeededBy: null,
};
const bought = (dimension: string, value: number, endsAt: Date | null = inDays(30)): LicenceEntitlement => ({
  productCode: 'code',
  dimension,
  account: licence.account,
  licence: licence.licence,
  value,
  endsAt,
});
const mapped = (dimension: string, editionRank = 10, isPerUser = false) => ({
  dimension,
  editionRank,
  isPerUser,
  plan: dimension,
});
const mappings = [mapped('*'), mapped('team', 10, true), mapped('business', 20)];

it.each<[string, Partial<Licence>, readonly LicenceEntitlement[], Partial<MarketplaceSubscription>]>([
  ['pay as you go', {}, [], { status: 'Subscribed', planId: '*', quantity: null }],
  ['nobody confirmed', { tenantId: null }, [], { status: 'PendingFulfillmentStart', beneficiary: null }],
  ['no event yet', { activeAt: null }, [], { status: 'NotStarted' }],
  [
    'a contract without an event',
    { activeAt: null },
    [bought('team', 5)],
    { status: 'Subscribed', quantity: 5 },
  ],
  ['two dimensions', {}, [bought('team', 5), bought('business', 1)], { planId: 'business', quantity: null }],
  ['a dimension without a mapping', {}, [bought('other', 1)], { status: 'Subscribed', planId: 'other' }],
  ['an ended licence', { endedAt: now }, [bought('team', 5)], { status: 'Unsubscribed' }],
  ['an expired contract', {}, [bought('team', 5, now)], { status: 'Unsubscribed' }],
  ['a contract whose entitlements are gone', { isContract: true }, [], { status: 'Unsubscribed' }],
  [
    'the end of a contract',
    {},
    [bought('team', 5)],
    { term: { startsAt: now, endsAt: inDays(30), unit: null } },
  ],
])('%s', (_, changes, entitlements, expected) => {
  expect(subscriptionOfLicence({ ...licence, ...changes }, entitlements, mappings, now)).toMatchObject(
    expected,
  );
});

it.each([
  ['Ended', 0, false],
  ['Unknown', 119, true],
  ['Unknown', 120, false],
  ['Continued', 299, true],
  ['Continued', 300, false],
] as const)('the end of a licence whose agreement is %s waits after %i s: %s', (end, seconds, waits) => {
  expect(waitsForSuccessor(end, now, new Date(now.getTime() + seconds * 1_000))).toBe(waits);
});

it.each([
  [119, true],
  [120, false],
])('the agreement that continues an unknown one waits after %i s: %s', (seconds, waits) => {
  expect(waitsForPredecessor(now, new Date(now.getTime() + seconds * 1_000))).toBe(waits);
});
