import { describe, expect, it } from 'vitest';
import type { SubscriptionStatus } from '../../subscriptions/subscription.ts';
import { type AccountAccess, accountAccess, accountRights, type Buyer, mayAppoint } from './account.ts';

const buyers: readonly Buyer[] = [
  { role: 'Beneficiary', tenantId: 'own', objectId: 'ada' },
  { role: 'Purchaser', tenantId: 'reseller', objectId: 'rosa' },
  { role: 'Confirmer', tenantId: 'own', objectId: 'bert' },
];
const unnamed: readonly Buyer[] = [{ role: 'Purchaser', tenantId: 'reseller', objectId: null }];
const active = { isActive: true, isAdministrator: false };
const administrator = { isActive: true, isAdministrator: true };
const inactive = { isActive: false, isAdministrator: true };

describe('accountAccess', () => {
  it.each([
    ['the beneficiary', 'own', 'ada', undefined, buyers, 'Manage'],
    ['the beneficiary, as a member', 'own', 'ada', active, buyers, 'Manage'],
    ['the confirmer', 'own', 'bert', undefined, buyers, 'Manage'],
    ['the purchaser of another tenant', 'reseller', 'rosa', undefined, buyers, 'Manage'],
    ['an administrator of the tenant', 'own', 'carla', administrator, buyers, 'Manage'],
    ['a member of the tenant', 'own', 'carla', active, buyers, 'Read'],
    ['an unknown user of the tenant', 'own', 'dora', undefined, buyers, 'Read'],
    ['the beneficiary, made inactive', 'own', 'ada', { ...inactive, isAdministrator: false }, buyers, 'Read'],
    ['an administrator, made inactive', 'own', 'carla', inactive, buyers, 'Read'],
    ["a colleague in the purchaser's tenant", 'reseller', 'rolf', undefined, buyers, 'Read'],
    ["an administrator in the purchaser's tenant", 'reseller', 'rolf', administrator, buyers, 'Read'],
    ["the beneficiary's object id in another tenant", 'stranger', 'ada', undefined, buyers, 'None'],
    ["the beneficiary's object id in the purchaser's tenant", 'reseller', 'ada', undefined, buyers, 'Read'],
    ['an administrator of a strange tenant', 'stranger', 'sam', administrator, buyers, 'None'],
    ['a reseller, if the order names no user', 'reseller', 'rosa', undefined, unnamed, 'Read'],
    ['a user of the tenant of a direct sale', 'own', 'ada', undefined, [], 'Read'],
    ['a stranger of a direct sale', 'stranger', 'sam', undefined, [], 'None'],
  ] as const)('of %s', (_case, tenantId, objectId, member, known, expected) => {
    const user = { tenantId, objectId };
    expect(accountAccess({ user, member, tenantId: 'own', buyers: known })).toBe(expected);
  });
});

describe('accountRights', () => {
  const none = [false, false, false, false, false];
  const table: Record<SubscriptionStatus, Record<AccountAccess, readonly boolean[]>> = {
    //                    people, assign, release, limit, license
    Pending: { None: none, Read: none, Manage: none },
    Active: { None: none, Read: none, Manage: [true, true, true, true, true] },
    Suspended: { None: none, Read: none, Manage: [true, false, true, true, true] },
    Cancelled: { None: none, Read: none, Manage: none },
    Expired: { None: none, Read: none, Manage: none },
  };
  const cases = Object.entries(table).flatMap(([status, row]) =>
    Object.entries(row).map(([access, expected]) => [access, status, expected] as const),
  );
  it.each(cases)('of access %s to a subscription that is %s', (access, status, expected) => {
    const rights = (licenceModel: 'Seats' | 'TenantWide' | 'IdpManaged') =>
      accountRights(access as AccountAccess, { status: status as SubscriptionStatus, licenceModel });
    expect(Object.values(rights('Seats'))).toEqual(expected);
    const withoutSeats = [false, false, false, expected.at(-2), expected.at(-1)];
    expect(Object.values(rights('TenantWide'))).toEqual(withoutSeats);
    expect(Object.values(rights('IdpManaged'))).toEqual(withoutSeats);
  });
});

describe('mayAppoint', () => {
  it.each([
    ['an administrator', administrator, 2, 0, true],
    ['an administrator of a tenant whose subscriptions have ended', administrator, 0, 0, true],
    ['an administrator, made inactive', inactive, 2, 2, false],
    ['a buyer of all subscriptions', undefined, 2, 2, true],
    ['a buyer of all subscriptions, as a member', active, 2, 2, true],
    ['a buyer of a part', active, 2, 1, false],
    ['a user of a tenant that holds nothing', undefined, 0, 0, false],
  ])('%s', (_case, member, held, bought, may) => {
    expect(mayAppoint({ member, held, bought })).toBe(may);
  });
});
