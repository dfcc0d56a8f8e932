import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { subscription } from '../../../tests/support/worlds/subscriptions.ts';
import { fillSeats } from './seat.ts';

const now = new Date('2026-11-15T09:00:00.000Z');
const tenantId = 'b0000000-0000-4000-8000-000000000001';
const otherTenantId = 'b0000000-0000-4000-8000-000000000002';
const objectId = (number: number) => `d0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const member = (number: number, rest: object = {}) => ({
  memberId: `m${number}`,
  tenantId,
  objectId: objectId(number),
  email: `user${number}@contoso.example`,
  isActive: true,
  ...rest,
});

const bought = (quantity: number | null, rest: object = {}) => ({
  ...subscription({ status: 'Active', quantity, activatedAt: now, ...rest }),
  tenantId,
});

const outcomes = (lines: readonly string[], facts: Partial<Parameters<typeof fillSeats>[1]>) =>
  fillSeats(
    lines,
    { subscription: bought(2), holders: new Set(), members: [1, 2, 3].map((n) => member(n)), ...facts },
    now,
  ).map(({ outcome, refusal }) => refusal?.code ?? outcome);

describe('seat assignment from a list', () => {
  it.each([
    [
      'by e-mail address and by object id',
      ['user1@contoso.example', objectId(2)],
      {},
      ['Assigned', 'Assigned'],
    ],
    [
      'spaces and capitals',
      [' USER1@Contoso.example ', objectId(2).toUpperCase()],
      {},
      ['Assigned', 'Assigned'],
    ],
    ['no more than were bought', [1, 2, 3].map(objectId), {}, ['Assigned', 'Assigned', 'seat.not_available']],
    ['named twice', [objectId(1), 'user1@contoso.example'], {}, ['Assigned', 'AlreadyAssigned']],
    ['seated before', [objectId(1)], { holders: new Set(['m1', 'm2']) }, ['AlreadyAssigned']],
    [
      'a refused one takes no seat',
      ['nobody@contoso.example', objectId(9), objectId(1), objectId(2)],
      {},
      ['entitlement.user_not_resolved', 'entitlement.user_not_resolved', 'Assigned', 'Assigned'],
    ],
    [
      'not active',
      [objectId(1), 'user1@contoso.example'],
      { members: [member(1, { isActive: false })] },
      ['request.validation_failed', 'entitlement.user_not_resolved'],
    ],
    [
      'of another tenant of the organisation',
      ['user1@contoso.example', objectId(1)],
      { members: [member(1, { tenantId: otherTenantId })] },
      ['entitlement.user_tenant_mismatch', 'entitlement.user_not_resolved'],
    ],
    [
      'an address of two',
      ['user1@contoso.example'],
      { members: [member(1), member(2, { email: 'user1@contoso.example' })] },
      ['entitlement.user_not_resolved'],
    ],
    ['not sold by the seat', [objectId(1)], { subscription: bought(null) }, ['seat.not_available']],
    [
      'suspended',
      [objectId(1)],
      { subscription: bought(2, { status: 'Suspended', suspendedAt: now }) },
      ['seat.not_available'],
    ],
  ] as const)('has an outcome per line: %s', (_, lines, facts, expected) => {
    expect(outcomes(lines, facts as object)).toEqual(expected);
  });
});

it('seat assignment from a list never exceeds the quantity, nor assigns a user two seats', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 12 })),
      fc.array(fc.integer({ min: 1, max: 14 }), { maxLength: 30 }),
      (quantity, seated, requested) => {
        const holders = new Set(seated.map((number) => `m${number}`));
        const members = Array.from({ length: 12 }, (_, index) => member(index + 1));
        const facts = { subscription: bought(quantity), holders, members };
        const given = fillSeats(requested.map(objectId), facts, now)
          .filter(({ outcome }) => outcome === 'Assigned')
          .map(({ memberId }) => memberId);
        expect(new Set(given).size).toBe(given.length);
        expect(given.some((memberId) => memberId !== null && holders.has(memberId))).toBe(false);
        expect(given.length).toBeLessThanOrEqual(Math.max(0, quantity - holders.size));
      },
    ),
  );
});
