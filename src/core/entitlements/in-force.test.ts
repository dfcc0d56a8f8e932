import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anyEntitlementFacts,
  anyInstant,
  daysAfter,
  edition,
  entitlementFacts,
  start as now,
  planContent,
  subscription,
} from '../../../tests/support/worlds/subscriptions.ts';
import type { Subscription } from '../subscriptions/subscription.ts';
import { accessAt, accessLevelOf, distinctPlans, type SubscribedPlan } from './in-force.ts';

function subscribed(subscriptionId: string, rank: number, rest: Partial<Subscription> = {}): SubscribedPlan {
  return {
    subscription: subscription({ subscriptionId, ...rest }),
    plan: planContent(`plan-${rank}`, { edition: edition(rank) }),
  };
}
const ids = (subscribedPlans: readonly SubscribedPlan[]) =>
  subscribedPlans.map(({ subscription: { subscriptionId } }) => subscriptionId);
const suspended = { status: 'Suspended', suspendedAt: daysAfter(-1) } as const;

describe('accessAt', () => {
  it.each<[string, SubscribedPlan[], string, string[], string[]]>([
    ['nothing', [], 'None', [], []],
    ['none that gives access', [subscribed('a', 1, { status: 'Pending' })], 'None', [], ['a']],
    [
      'highest rank first',
      [subscribed('a', 10), subscribed('b', 30), subscribed('c', 20)],
      'Full',
      ['b', 'c', 'a'],
      [],
    ],
    ['a rank below zero', [subscribed('a', -10), subscribed('b', 0)], 'Full', ['b', 'a'], []],
    [
      'the newer of one rank first',
      [subscribed('z', 10, { createdAt: daysAfter(-9) }), subscribed('a', 10, { createdAt: daysAfter(-8) })],
      'Full',
      ['a', 'z'],
      [],
    ],
    [
      'the greater id of one instant first',
      [subscribed('a', 10), subscribed('b', 10)],
      'Full',
      ['b', 'a'],
      [],
    ],
    ['suspended beside active', [subscribed('a', 30, suspended), subscribed('b', 10)], 'Full', ['b'], ['a']],
    ['suspended alone', [subscribed('a', 30, suspended)], 'ReadOnly', ['a'], []],
    [
      'the others by their last change',
      [
        subscribed('a', 1, { status: 'Expired', changedAt: daysAfter(-3) }),
        subscribed('b', 1, { validUntil: daysAfter(-1) }),
        subscribed('c', 1, { status: 'Pending', changedAt: daysAfter(-2) }),
      ],
      'None',
      [],
      ['b', 'c', 'a'],
    ],
  ])('orders %s', (_case, subscriptions, accessLevel, inForce, others) => {
    const access = accessAt(entitlementFacts(...subscriptions), now);
    expect([access.accessLevel, ids(access.inForce), ids(access.others)]).toEqual([
      accessLevel,
      inForce,
      others,
    ]);
  });

  it('keeps every subscription, and puts exactly those of the access level in force', () => {
    fc.assert(
      fc.property(anyEntitlementFacts, anyInstant, (facts, at) => {
        const { accessLevel, inForce, others } = accessAt(facts, at);
        expect(ids([...inForce, ...others]).sort()).toEqual(ids(facts.subscriptions).sort());
        for (const one of inForce) expect(accessLevelOf[one.subscription.status]).toBe(accessLevel);
        expect(inForce.length > 0).toBe(accessLevel !== 'None');
      }),
    );
  });
});

it('distinctPlans keeps the first subscription of each plan', () => {
  const [a, b] = [subscribed('a', 2), subscribed('b', 1)];
  expect(distinctPlans([a, b, a])).toEqual([a.plan, b.plan]);
});
