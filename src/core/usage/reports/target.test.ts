import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { subscription } from '../../../../tests/support/worlds/subscriptions.ts';
import type { MeterIntake } from '../../catalogue/meter.ts';
import { isRefusal } from '../../refusal.ts';
import type { Subscription } from '../../subscriptions/subscription.ts';
import { findUsageTarget, type UsageCandidate } from './target.ts';

const at = (time: string) => new Date(`2026-11-15T${time}:00.000Z`);
const now = at('12:30');
const hour = at('10:00');

interface CandidateOptions {
  readonly plan?: string;
  readonly billingModel?: 'FlatRate' | 'PerUser';
  readonly dimensions?: readonly string[];
  readonly active?: readonly [from: string, until?: string][];
  readonly is?: Partial<Subscription>;
}

/** By default a marketplace subscription of a metered plan, active since eight. */
function candidate(subscriptionId: string, options: CandidateOptions = {}): UsageCandidate {
  const {
    plan = 'gold',
    billingModel = 'FlatRate',
    dimensions = ['calls'],
    active = [['08:00']],
    is,
  } = options;
  return {
    subscription: subscription({
      subscriptionId,
      source: 'Marketplace',
      marketplaceSubscriptionId: `m-${subscriptionId}`,
      activatedAt: at('08:00'),
      ...is,
    }),
    plan: { slug: plan, billingModel, dimensions },
    activePeriods: active.map(([from, until]) => ({ from: at(from), until: until ? at(until) : null })),
  };
}

const direct = { source: 'Direct', marketplaceSubscriptionId: null } as const;
const created = (time: string) => ({ createdAt: at(time) });
const suspended = { status: 'Suspended', suspendedAt: at('09:30') } as const;
const cancelled = { status: 'Cancelled', cancelledAt: at('09:40'), endedAt: at('09:40') } as const;

interface RequestedTarget {
  readonly plan?: string;
  readonly subscriptionId?: string;
  readonly dimension?: string;
  readonly hour?: Date;
  readonly intake?: MeterIntake;
}

const findTarget = (candidates: readonly UsageCandidate[], requested: RequestedTarget) => {
  const found = findUsageTarget(
    candidates,
    { plan: null, subscriptionId: null, dimension: 'calls', hour, intake: 'Records', ...requested },
    now,
  );
  return isRefusal(found)
    ? `${found.code.replace('metering.', '')} ${JSON.stringify(found.args)}`
    : found.subscription.subscriptionId;
};

describe('findUsageTarget', () => {
  it.each<[string, UsageCandidate[], RequestedTarget, string]>([
    ['the only one', [candidate('a')], {}, 'a'],
    ['the only one, by its plan', [candidate('a')], { plan: 'gold' }, 'a'],
    ['none', [], {}, 'subscription_not_found {}'],
    ['none of the plan', [candidate('a')], { plan: 'silver' }, 'subscription_not_found {}'],
    [
      'several',
      [candidate('a'), candidate('b', { plan: 'silver' }), candidate('c', { plan: 'silver' })],
      {},
      'subscription_ambiguous {"plans":["gold","silver"],"subscriptions":["a","b","c"]}',
    ],
    [
      'several, narrowed by plan',
      [candidate('a'), candidate('b', { plan: 'silver' })],
      { plan: 'silver' },
      'b',
    ],
    [
      'several of one plan',
      [candidate('a'), candidate('b')],
      { plan: 'gold' },
      'subscription_ambiguous {"plans":["gold"],"subscriptions":["a","b"]}',
    ],
    ['several, told apart by id', [candidate('a'), candidate('b')], { subscriptionId: 'b' }, 'b'],
    [
      'an id that is not the tenant’s',
      [candidate('a')],
      { subscriptionId: 'x' },
      'subscription_not_found {}',
    ],
    [
      'an id of another plan',
      [candidate('a'), candidate('b', { plan: 'silver' })],
      { plan: 'gold', subscriptionId: 'b' },
      'subscription_not_found {}',
    ],
    [
      'told apart by dimension',
      [candidate('a'), candidate('b', { dimensions: ['jobs'] })],
      { dimension: 'jobs' },
      'b',
    ],
    [
      'told apart by source',
      [candidate('a'), candidate('b', { is: { source: 'Direct', marketplaceSubscriptionId: null } })],
      {},
      'a',
    ],
    [
      'told apart by their lives',
      [
        candidate('a', { active: [['08:00', '09:00']], is: cancelled }),
        candidate('b', { active: [['09:00']] }),
      ],
      {},
      'b',
    ],
    [
      'cancelled and bought again within the hour: both count it',
      [candidate('a', { active: [['08:00', '10:20']] }), candidate('b', { active: [['10:40']] })],
      {},
      'subscription_ambiguous {"plans":["gold"],"subscriptions":["a","b"]}',
    ],

    [
      'sold directly',
      [candidate('a', { is: { source: 'Direct' } })],
      {},
      'marketplace_subscription_missing {}',
    ],
    [
      'sold by a reseller',
      [candidate('a', { is: { source: 'Reseller', marketplaceSubscriptionId: null } })],
      {},
      'marketplace_subscription_missing {}',
    ],
    [
      'without a marketplace id',
      [candidate('a', { is: { marketplaceSubscriptionId: null } })],
      {},
      'marketplace_subscription_missing {}',
    ],
    ['events of one sold directly', [candidate('a', { is: direct })], { intake: 'Events' }, 'a'],
    [
      'events of one sold directly, beside one on the marketplace',
      [candidate('a', { is: direct }), candidate('b')],
      { intake: 'Events' },
      'b',
    ],
    [
      'events of one sold directly, beside one on the marketplace that has ended',
      [candidate('a', { is: direct }), candidate('b', { active: [['08:00', '09:00']] })],
      { intake: 'Events' },
      'a',
    ],
    [
      'events of two sold directly',
      [candidate('a', { is: direct }), candidate('b', { is: direct })],
      { intake: 'Events' },
      'subscription_ambiguous {"plans":["gold"],"subscriptions":["a","b"]}',
    ],
    [
      'events of one sold directly, without the dimension',
      [candidate('a', { dimensions: ['jobs'], is: direct })],
      { intake: 'Events' },
      'unknown_dimension {"dimensions":["jobs"]}',
    ],
    [
      'events without a marketplace id',
      [candidate('a', { is: { marketplaceSubscriptionId: null } })],
      { intake: 'Events' },
      'marketplace_subscription_missing {}',
    ],
    ['per user', [candidate('a', { billingModel: 'PerUser' })], {}, 'not_metered {"plan":"gold"}'],
    ['without a meter', [candidate('a', { dimensions: [] })], {}, 'not_metered {"plan":"gold"}'],
    [
      'another dimension',
      [candidate('a', { dimensions: ['jobs', 'Calls'] })],
      {},
      'unknown_dimension {"dimensions":["Calls","jobs"]}',
    ],
    [
      'not yet activated',
      [candidate('a', { active: [], is: { status: 'Pending', activatedAt: null, ...created('09:00') } })],
      {},
      'subscription_not_active {"subscriptionStatus":"Pending","since":"2026-11-15T09:00:00.000Z","activeFrom":null,"activeUntil":null}',
    ],
    [
      'activated after the hour',
      [candidate('a', { active: [['11:10']], is: { activatedAt: at('11:10') } })],
      {},
      'subscription_not_active {"subscriptionStatus":"Active","since":"2026-11-15T11:10:00.000Z","activeFrom":"2026-11-15T11:10:00.000Z","activeUntil":null}',
    ],
    ['activated in the hour', [candidate('a', { active: [['10:59']] })], {}, 'a'],
    [
      'suspended before the hour',
      [candidate('a', { active: [['08:00', '09:30']], is: suspended })],
      {},
      'subscription_not_active {"subscriptionStatus":"Suspended","since":"2026-11-15T09:30:00.000Z","activeFrom":"2026-11-15T08:00:00.000Z","activeUntil":"2026-11-15T09:30:00.000Z"}',
    ],
    ['suspended in the hour', [candidate('a', { active: [['08:00', '10:01']], is: suspended })], {}, 'a'],
    [
      'suspended over the hour, reinstated',
      [candidate('a', { active: [['08:00', '09:30'], ['11:20']] })],
      {},
      'subscription_not_active {"subscriptionStatus":"Active","since":"2026-11-15T11:20:00.000Z","activeFrom":"2026-11-15T11:20:00.000Z","activeUntil":null}',
    ],
    [
      'before that suspension',
      [candidate('a', { active: [['08:00', '09:30'], ['11:20']] })],
      { hour: at('09:00') },
      'a',
    ],
    [
      'after that suspension',
      [candidate('a', { active: [['08:00', '09:30'], ['11:20']] })],
      { hour: at('11:00') },
      'a',
    ],
    [
      'cancelled before the hour',
      [candidate('a', { active: [['08:00', '09:40']], is: cancelled })],
      {},
      'subscription_not_active {"subscriptionStatus":"Cancelled","since":"2026-11-15T09:40:00.000Z","activeFrom":"2026-11-15T08:00:00.000Z","activeUntil":"2026-11-15T09:40:00.000Z"}',
    ],
    [
      'cancelled out of a suspension',
      [candidate('a', { active: [['08:00', '09:30']], is: { ...suspended, ...cancelled } })],
      {},
      'subscription_not_active {"subscriptionStatus":"Cancelled","since":"2026-11-15T09:40:00.000Z","activeFrom":"2026-11-15T08:00:00.000Z","activeUntil":"2026-11-15T09:30:00.000Z"}',
    ],
    [
      'ended by the clock, no sweep yet',
      [candidate('a', { active: [['08:00', '09:50']], is: { validUntil: at('09:50') } })],
      {},
      'subscription_not_active {"subscriptionStatus":"Expired","since":"2026-11-15T09:50:00.000Z","activeFrom":"2026-11-15T08:00:00.000Z","activeUntil":"2026-11-15T09:50:00.000Z"}',
    ],

    [
      'a direct one that is also per user: the first reason',
      [candidate('a', { billingModel: 'PerUser', is: { source: 'Direct' } })],
      {},
      'marketplace_subscription_missing {}',
    ],
    [
      'per user and without the dimension: the first reason',
      [candidate('a', { billingModel: 'PerUser', dimensions: ['jobs'] })],
      {},
      'not_metered {"plan":"gold"}',
    ],
    [
      'another dimension, and suspended: the first reason',
      [candidate('a', { dimensions: ['jobs'], active: [], is: suspended })],
      {},
      'unknown_dimension {"dimensions":["jobs"]}',
    ],
    [
      'the reason of the newest',
      [
        candidate('a', { billingModel: 'PerUser', is: created('08:00') }),
        candidate('b', { dimensions: ['jobs'], is: created('09:00') }),
        candidate('c', { is: { ...created('07:00'), source: 'Direct' } }),
      ],
      {},
      'unknown_dimension {"dimensions":["jobs"]}',
    ],
    [
      'the reason of the greater id of one instant',
      [candidate('b', { billingModel: 'PerUser' }), candidate('a', { dimensions: ['jobs'] })],
      {},
      'not_metered {"plan":"gold"}',
    ],
    [
      'the reason of the newest of the plan',
      [
        candidate('a', { plan: 'silver', billingModel: 'PerUser', is: created('08:00') }),
        candidate('b', { dimensions: ['jobs'], is: created('09:00') }),
      ],
      { plan: 'silver' },
      'not_metered {"plan":"silver"}',
    ],
  ])('finds %s', (_case, candidates, requested, expected) => {
    expect(findTarget(candidates, requested)).toBe(expected);
  });

  it('ignores the order of the candidates, and does not change them', () => {
    const anyCandidates = fc.uniqueArray(
      fc.record({
        id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
        plan: fc.constantFrom('gold', 'silver'),
        billingModel: fc.constantFrom('FlatRate' as const, 'PerUser' as const),
        dimensions: fc.constantFrom<string[][]>([], ['calls'], ['jobs']),
        active: fc.constantFrom<[string, string?][][]>([['08:00']], [['08:00', '09:30']], [['11:00']]),
        source: fc.constantFrom('Marketplace' as const, 'Direct' as const),
        createdAt: fc.constantFrom(at('07:00'), at('07:30')),
      }),
      { selector: ({ id }) => id },
    );
    fc.assert(
      fc.property(
        anyCandidates,
        fc.option(fc.constantFrom('gold', 'silver'), { nil: undefined }),
        (options, plan) => {
          const candidates = options.map(({ id, source, createdAt, ...rest }) =>
            candidate(id, { ...rest, is: { source, createdAt } }),
          );
          const requested = plan === undefined ? {} : { plan };
          const before = candidates.map((one) => one.subscription.subscriptionId);
          expect(findTarget(candidates.toReversed(), requested)).toBe(findTarget(candidates, requested));
          expect(candidates.map((one) => one.subscription.subscriptionId)).toEqual(before);
        },
      ),
    );
  });
});
