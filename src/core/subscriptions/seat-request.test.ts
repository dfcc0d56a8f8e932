import { expect, it } from 'vitest';
import { requestSeats } from './seat-request.ts';
import type { Subscription } from './subscription.ts';

const now = new Date('2026-11-16T12:00:00Z');
const id = (digit: string) => `d0000000-0000-4000-8000-00000000000${digit}`;
const member = (digit: string, name: string, changes = {}) => ({
  memberId: name,
  objectId: id(digit),
  tenantId: 'own',
  email: `${name}@contoso.example`,
  isActive: true,
  ...changes,
});
const members = [
  member('1', 'ada'),
  member('2', 'bert'),
  member('3', 'carl', { isActive: false }),
  member('4', 'dora', { tenantId: 'sister' }),
  member('5', 'twin1', { email: 'twin@contoso.example' }),
  member('6', 'twin2', { email: 'Twin@contoso.example' }),
];

function outcomes(
  lines: readonly string[],
  {
    quantity = 5,
    status = 'Active',
    reserved = [] as readonly string[],
    membersLeft = 10,
  }: { quantity?: number; status?: string; reserved?: readonly string[]; membersLeft?: number } = {},
) {
  const subscription = {
    tenantId: 'own',
    source: 'Direct',
    status,
    quantity,
    validUntil: null,
    renewsItself: false,
    isTrial: false,
    trialEndsAt: null,
    suspendedAt: now,
    cancelledAt: null,
  } as unknown as Subscription;
  const facts = {
    subscription,
    holders: new Set(['ada']),
    reserved: new Set(reserved),
    members,
    membersLeft,
  };
  return requestSeats(lines, facts, now).map((line) =>
    line.outcome === 'Refused' ? line.problem : line.outcome,
  );
}

it('people beyond the limit of one request are refused, whoever they are', () => {
  const lines = Array.from({ length: 102 }, () => 'ada@contoso.example');
  expect(outcomes(lines).slice(99)).toEqual(['AlreadyAssigned', 'TooManyPeople', 'TooManyPeople']);
});

it.each([
  ['a member by address, in any case', ['BERT@contoso.example '], {}, ['Assigned']],
  ['a member by object id, in any case', [id('2').toUpperCase()], {}, ['Assigned']],
  ['a member with a seat', ['ada@contoso.example', id('1')], {}, ['AlreadyAssigned', 'AlreadyAssigned']],
  ['an unknown object id, repeated', [id('9'), id('9')], {}, ['Added', 'AlreadyAssigned']],
  [
    'an unknown address, repeated',
    ['new@contoso.example', 'NEW@contoso.example'],
    {},
    ['Reserved', 'AlreadyAssigned'],
  ],
  ['a reserved address', ['new@contoso.example'], { reserved: ['new@contoso.example'] }, ['AlreadyAssigned']],
  ['an inactive member', ['carl@contoso.example', id('3')], {}, ['Inactive', 'Inactive']],
  ['a member of a sister tenant, by address', ['dora@contoso.example'], {}, ['OtherTenant']],
  ['an address with a Kelvin sign for a k', ['mar\u212a@contoso.example'], {}, ['Unreadable']],
  ["a sister tenant's object id, as a guest", [id('4')], {}, ['Added']],
  ['an address of two members', ['twin@contoso.example'], {}, ['Ambiguous']],
  ['neither address nor object id', ['Bert', 'a@', ''], {}, ['Unreadable', 'Unreadable', 'Unreadable']],
  ['an address that cannot be stored', ['a\0@b.example'], {}, ['Unreadable']],
  ['an endless address', [`a@${'b'.repeat(320)}`], {}, ['Unreadable']],
  [
    'more people than free seats',
    [id('2'), id('8'), 'new@contoso.example', id('9')],
    { quantity: 3 },
    ['Assigned', 'Added', 'NoFreeSeat', 'NoFreeSeat'],
  ],
  [
    'reserved seats as used ones',
    [id('2')],
    { quantity: 3, reserved: ['x@contoso.example', 'y@contoso.example'] },
    ['NoFreeSeat'],
  ],
  [
    'more reserved seats than may wait',
    ['new@contoso.example', id('2')],
    { quantity: 1_000, reserved: Array.from({ length: 500 }, (_, index) => `p${index}@contoso.example`) },
    ['TooManyReserved', 'Assigned'],
  ],
  ['a suspended subscription', [id('2')], { status: 'Suspended' }, ['NotActive']],
  [
    'no more members',
    [id('8'), id('9'), id('2')],
    { membersLeft: 1 },
    ['Added', 'TooManyMembers', 'Assigned'],
  ],
])('requests of %s', (_case, lines, facts, expected) => {
  expect(outcomes(lines, facts)).toEqual(expected);
});
