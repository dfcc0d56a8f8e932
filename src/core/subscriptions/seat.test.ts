import { describe, expect, it } from 'vitest';
import { daysAfter, start as now, subscription } from '../../../tests/support/worlds/subscriptions.ts';
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
    ['the first seat', { assigned: 0 }],
    ['the last seat', { assigned: 1 }],
    [
      'a seat of a subscription that is cancelled at the end of its term',
      {
        subscription: subscription({ quantity: 2, cancelledAt: daysAfter(-1), validUntil: daysAfter(1) }),
      },
    ],
  ])('assigns %s', (_case, rest) => {
    expect(checkSeatAssignment(facts(rest), now)).toBeUndefined();
  });

  it.each<[string, Partial<SeatingFacts>, object]>([
    ['when all seats are assigned', { assigned: 2 }, unavailable('Active', 2, 2)],
    ['when more seats are assigned than the quantity', { assigned: 5 }, unavailable('Active', 2, 5)],
    [
      'when the plan has no seats',
      { subscription: subscription(), assigned: 0 },
      unavailable('Active', 0, 0),
    ],
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
    ['for an unknown member', { member: undefined }, unknown],
    ['for a member of another tenant', { member: { ...member, tenantId: 'other' } }, unknown],
    ['for an inactive member', { member: { ...member, isActive: false } }, unknown],
  ])('refuses a seat %s', (_case, rest, refusal) => {
    expect(checkSeatAssignment(facts(rest), now)).toEqual(refusal);
  });
});
