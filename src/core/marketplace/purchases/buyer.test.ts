import { expect, it } from 'vitest';
import { buyersOf, firstSeatHolder } from './buyer.ts';

const own = 'b0000000-0000-4000-8000-000000000001';
const other = 'b0000000-0000-4000-8000-000000000002';
const ada = 'd0000000-0000-4000-8000-00000000000a';
const rosa = 'd0000000-0000-4000-8000-00000000000b';
const user = (tenantId: string, objectId: string | null, email: string | null = 'ada@contoso.example') => ({
  tenantId,
  objectId,
  email,
});

it.each([
  ['the beneficiary', user(own, ada), user(own, rosa), { objectId: ada, email: 'ada@contoso.example' }],
  [
    'the beneficiary, spelt otherwise',
    user(own.toUpperCase(), ada.toUpperCase()),
    null,
    { objectId: ada, email: 'ada@contoso.example' },
  ],
  [
    'the purchaser, if the beneficiary is a tenant only',
    user(own, null, null),
    user(own, rosa, 'rosa@contoso.example'),
    { objectId: rosa, email: 'rosa@contoso.example' },
  ],
  [
    'a user with a text that is no address',
    user(own, ada, 'Ada of Contoso'),
    null,
    { objectId: ada, email: null },
  ],
  [
    'a user with an endless address',
    user(own, ada, `a@${'b'.repeat(320)}`),
    null,
    { objectId: ada, email: null },
  ],
  ['nobody: a reseller of another tenant', user(own, null), user(other, rosa), undefined],
  ['nobody: an invalid object id', user(own, 'ada'), null, undefined],
  ['nobody: no user is named', null, null, undefined],
])('the first seat is for %s', (_case, beneficiary, purchaser, expected) => {
  expect(firstSeatHolder({ beneficiary, purchaser }, own)).toEqual(expected);
});

it.each([
  [
    'both users',
    user(own.toUpperCase(), ada.toUpperCase()),
    user(other, rosa),
    [
      { role: 'Beneficiary', tenantId: own, objectId: ada },
      { role: 'Purchaser', tenantId: other, objectId: rosa },
    ],
  ],
  [
    'a reseller without a user',
    user(own, ada),
    user(other, null),
    [
      { role: 'Beneficiary', tenantId: own, objectId: ada },
      { role: 'Purchaser', tenantId: other, objectId: null },
    ],
  ],
  [
    'ids that are none',
    user('contoso', ada),
    user(own, 'ada'),
    [{ role: 'Purchaser', tenantId: own, objectId: null }],
  ],
  ['nobody', null, null, []],
])('the buyers of an order with %s', (_case, beneficiary, purchaser, expected) => {
  expect(buyersOf({ beneficiary, purchaser })).toEqual(expected);
});
