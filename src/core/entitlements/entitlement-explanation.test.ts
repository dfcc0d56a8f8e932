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
import { subscriptionAt } from '../subscriptions/clock.ts';
import type { Subscription } from '../subscriptions/subscription.ts';
import { resolveEntitlement } from './entitlement.ts';
import { explainEntitlement } from './entitlement-explanation.ts';

describe('explainEntitlement', () => {
  const suspended = { status: 'Suspended', suspendedAt: daysAfter(-1) } as const;

  it('is empty without subscriptions', () => {
    expect(explainEntitlement(entitlementFacts(), now)).toEqual({
      accessLevel: 'None',
      decidedBy: null,
      subscriptions: [],
      capabilities: {},
      limits: {},
    });
  });

  it('explains each subscription, capability and limit', () => {
    const low = planContent('low', {
      edition: edition(10),
      capabilities: { search: true, archive: false },
      limits: { posts: 7, rooms: 25, topics: 3 },
    });
    const high = planContent('high', {
      edition: edition(20),
      capabilities: { search: true, export: true },
      limits: { posts: 7, rooms: 5 },
    });
    const explanation = explainEntitlement(
      entitlementFacts(
        { plan: low, subscription: subscription({ subscriptionId: 'a' }) },
        { plan: low, subscription: subscription({ subscriptionId: 'b', validUntil: daysAfter(-1) }) },
        { plan: high, subscription: subscription({ subscriptionId: 'c', source: 'Reseller' }) },
        { plan: high, subscription: subscription({ subscriptionId: 'd', ...suspended }) },
      ),
      now,
    );
    expect(explanation).toMatchObject({
      accessLevel: 'Full',
      decidedBy: 'c',
      subscriptions: [
        {
          subscriptionId: 'c',
          plan: 'high',
          source: 'Reseller',
          status: 'Active',
          isInForce: true,
          reason: 'ActiveGivesFull',
        },
        {
          subscriptionId: 'a',
          plan: 'low',
          source: 'Direct',
          status: 'Active',
          isInForce: true,
          reason: 'ActiveGivesFull',
        },
        { subscriptionId: 'b', status: 'Expired', isInForce: false, reason: 'Expired' },
        { subscriptionId: 'd', status: 'Suspended', isInForce: false, reason: 'SuspendedBesideActive' },
      ],
      capabilities: { archive: [], export: ['high'], search: ['high', 'low'] },
      limits: { posts: ['high', 'low'], rooms: ['low'], topics: ['low'] },
    });
  });

  it.each<[Partial<Subscription>, string, string]>([
    [{}, 'ActiveGivesFull', 'Active since 2026-11-05T09:00:00.000Z, open-ended: it gives full access.'],
    [
      { validUntil: daysAfter(1), cancelledAt: now },
      'ActiveGivesFull',
      'Active since 2026-11-05T09:00:00.000Z, until 2026-11-16T09:00:00.000Z, when it will be cancelled: it gives full access.',
    ],
    [
      suspended,
      'SuspendedGivesReadOnly',
      'Suspended since 2026-11-14T09:00:00.000Z: it gives read-only access, and no other subscription gives more.',
    ],
    [
      { status: 'Pending' },
      'NotYetActivated',
      'Pending since 2026-11-05T09:00:00.000Z: bought, but not activated.',
    ],
    [
      { status: 'Cancelled', endedAt: now },
      'Cancelled',
      'Cancelled since 2026-11-15T09:00:00.000Z: it gives no access.',
    ],
    [{ validUntil: now }, 'Expired', 'Expired since 2026-11-15T09:00:00.000Z: it gives no access.'],
  ])('explains %j: %s', (rest, reason, words) => {
    const facts = entitlementFacts({ plan: planContent('p'), subscription: subscription(rest) });
    expect(explainEntitlement(facts, now).subscriptions).toMatchObject([{ reason, words }]);
  });

  it('agrees with the entitlement, before and after a sweep', () => {
    fc.assert(
      fc.property(anyEntitlementFacts, anyInstant, (facts, at) => {
        const answer = resolveEntitlement(facts, at);
        const explanation = explainEntitlement(facts, at);
        expect(explanation.accessLevel).toBe(answer.accessLevel);
        expect(Object.keys(explanation.capabilities)).toEqual(Object.keys(answer.capabilities));
        for (const [name, plans] of Object.entries(explanation.capabilities)) {
          expect(plans.length > 0).toBe(answer.capabilities[name]);
        }
        expect(Object.keys(explanation.limits)).toEqual(Object.keys(answer.limits));
        for (const plans of Object.values(explanation.limits)) expect(plans).not.toEqual([]);
        const decisive = explanation.subscriptions[0];
        expect(decisive?.subscriptionId ?? null).toBe(explanation.decidedBy);
        expect(decisive?.status ?? 'None').toBe(answer.status);
        const swept = facts.subscriptions.map((one) => ({
          ...one,
          subscription: subscriptionAt(one.subscription, at),
        }));
        expect(explainEntitlement({ ...facts, subscriptions: swept }, at)).toEqual(explanation);
      }),
    );
  });
});
