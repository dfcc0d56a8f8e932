import { describe, expect, it } from 'vitest';
import { daysAfter, start as now, subscription } from '../../../tests/support/subscriptions.ts';
import { refuse, refuseInvalid } from '../refusal.ts';
import type { Member } from './eligibility-subject.ts';
import { checkSeatAssignment, type SeatingFacts } from './seat.ts';

const member: Member = { tenantId: 'tenant', objectId: 'object', email: null, isActive: true };
const facts = (rest: Partial<SeatingFacts> = {}): SeatingFacts => ({
  subscription: subscription({ quantity: 2 }),
  assigned: 1,
  member,
  ...rest,
});
const unknown = refuseInvalid([
  { path: 'memberId', rule: 'reference', message: "is not an active member of the subscription's tenant" },
]);
const unavailable = (status: string, total: number, assigned: number) =>
  refuse('seat.not_available', { status, total, assigned });

describe('checkSeatAssignment', () => {
  it.each<[string, Partial<SeatingFacts>]>([
    ['the first', { assigned: 0 }],
    ['the last', { assigned: 1 }],
    [
      'one of a subscription that is cancelled at its term',
      {
        subscription: subscription({ quantity: 2, cancelledAt: daysAfter(-1), validUntil: daysAfter(1) }),
      },
    ],
  ])('gives %s', (_case, rest) => {
    expect(checkSeatAssignment(facts(rest), now)).toBeUndefined();
  });

  it.each<[string, Partial<SeatingFacts>, object]>([
    ['when all are taken', { assigned: 2 }, unavailable('Active', 2, 2)],
    ['when more are taken than are left of what was bought', { assigned: 5 }, unavailable('Active', 2, 5)],
    ['when none are sold', { subscription: subscription(), assigned: 0 }, unavailable('Active', 0, 0)],
    [
      'when suspended',
      { subscription: subscription({ quantity: 2, status: 'Suspended', suspendedAt: now }) },
      unavailable('Suspended', 2, 1),
    ],
    [
      'when pending',
      { subscription: subscription({ quantity: 2, status: 'Pending' }) },
      unavailable('Pending', 2, 1),
    ],
    [
      'at the instant the term is over',
      { subscription: subscription({ quantity: 2, validUntil: now }) },
      unavailable('Expired', 2, 1),
    ],
    ['to nobody', { member: undefined }, unknown],
    ['to somebody of another tenant', { member: { ...member, tenantId: 'other' } }, unknown],
    ['to somebody who is not active', { member: { ...member, isActive: false } }, unknown],
  ])('gives none %s', (_case, rest, refusal) => {
    expect(checkSeatAssignment(facts(rest), now)).toEqual(refusal);
  });
});
