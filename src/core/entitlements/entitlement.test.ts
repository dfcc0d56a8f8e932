import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anyEntitlementFacts,
  anyInstant,
  anyPlanContent,
  daysAfter,
  edition,
  entitlementFacts,
  start as now,
  planContent,
  subscription,
} from '../../../tests/support/worlds/subscriptions.ts';
import type { MarketplaceKind } from '../catalogue/marketplace-kind.ts';
import type { PlanContent } from '../catalogue/plan-content.ts';
import type { Subscription } from '../subscriptions/subscription.ts';
import {
  type Entitlement,
  entitlementTagSource,
  isSameEntitlement,
  nextEntitlementChangeAt,
  resolveEntitlement,
} from './entitlement.ts';
import { accessLevels, type EntitlementFacts, type SubscribedPlan } from './in-force.ts';
import { responseText } from './response-text.ts';

let made = 0;
/** A subscription of a plan, created later than the previous one. */
function subscribed(
  rest: Partial<Subscription> = {},
  plan: PlanContent = planContent('basic'),
): SubscribedPlan {
  made += 1;
  const createdAt = new Date(daysAfter(-50).getTime() + made);
  return { plan, subscription: subscription({ subscriptionId: `s${made}`, createdAt, ...rest }) };
}

const suspended = { status: 'Suspended', suspendedAt: daysAfter(-1) } as const;
const cancelled = { status: 'Cancelled', cancelledAt: daysAfter(-2), endedAt: daysAfter(-2) } as const;
const expired = { status: 'Expired', endedAt: daysAfter(-1) } as const;
const low = planContent('low', { edition: edition(10) });
const high = planContent('high', { edition: edition(30) });

describe('an entitlement response', () => {
  it('has every member of the reference, in its order', () => {
    const plan = planContent('team', {
      edition: edition(20),
      capabilities: { search: true, archive: false },
      limits: { rooms: 5, 'gigabytes-a-day': 2.5 },
      marketplace: { sourceName: 'Marketplace', offerId: 'offer' },
    });
    const bought = subscribed(
      {
        source: 'Marketplace',
        quantity: 5,
        validUntil: daysAfter(30),
        isTrial: true,
        trialEndsAt: daysAfter(14),
        cancelledAt: daysAfter(-1),
      },
      plan,
    );
    const answer = resolveEntitlement(entitlementFacts(bought), now);
    const expected: Entitlement = {
      tenantId: 'tenant',
      product: { slug: 'forum', name: 'Forum' },
      status: 'Active',
      accessLevel: 'Full',
      plans: [{ slug: 'team', name: 'Plan team' }],
      plan: { slug: 'team', name: 'Plan team' },
      edition: { slug: 'edition-20', name: 'Edition 20', rank: 20 },
      licenceModel: 'TenantWide',
      licenceOutcome: 'Licensed',
      capabilities: { archive: false, search: true },
      limits: { 'gigabytes-a-day': 2.5, rooms: 5 },
      quantity: 5,
      validUntil: '2026-12-15T09:00:00.000Z',
      isTrial: true,
      trialEndsAt: '2026-11-29T09:00:00.000Z',
      cancelledAt: '2026-11-14T09:00:00.000Z',
      sources: ['Marketplace'],
      marketplace: { sourceName: 'Marketplace', offerId: 'offer', kind: 'Microsoft' },
      version: 7,
      evaluatedAt: '2026-11-15T09:00:00.000Z',
    };
    expect(answer).toEqual(expected);
    expect(Object.keys(answer)).toEqual(Object.keys(expected));
  });

  it.each([
    ['never bought', [], 'None', null],
    ['pending', [subscribed({ status: 'Pending' })], 'Pending', null],
    ['cancelled', [subscribed(cancelled)], 'Cancelled', '2026-11-13T09:00:00.000Z'],
    ['expired', [subscribed({ ...expired, cancelledAt: daysAfter(-3) })], 'Expired', null],
  ])('at access level None: %s', (_case, subscriptions, status, cancelledAt) => {
    const answer = resolveEntitlement(entitlementFacts(...subscriptions), now);
    const expected: Entitlement = {
      tenantId: 'tenant',
      product: { slug: 'forum', name: 'Forum' },
      status: status as Entitlement['status'],
      accessLevel: 'None',
      plans: [],
      plan: null,
      edition: null,
      licenceModel: null,
      licenceOutcome: 'NotLicensed',
      capabilities: {},
      limits: {},
      quantity: null,
      validUntil: null,
      isTrial: false,
      trialEndsAt: null,
      cancelledAt,
      sources: [],
      marketplace: null,
      version: 7,
      evaluatedAt: '2026-11-15T09:00:00.000Z',
    };
    expect(answer).toEqual(expected);
    expect(Object.keys(answer)).toEqual(Object.keys(expected));
  });
});

describe('status and access level', () => {
  it.each<[string, Partial<Subscription>[], string]>([
    ['nothing', [], 'None None'],
    ['active', [{}], 'Active Full'],
    ['suspended', [suspended], 'Suspended ReadOnly'],
    ['active beats suspended', [suspended, {}], 'Active Full'],
    ['suspended beats pending', [{ status: 'Pending', changedAt: now }, suspended], 'Suspended ReadOnly'],
    ['active beats what changed later', [{}, { ...cancelled, changedAt: now }], 'Active Full'],
    [
      'at level None the most recently changed',
      [
        { ...cancelled, changedAt: daysAfter(-2) },
        { ...expired, changedAt: daysAfter(-1) },
        { status: 'Pending', changedAt: daysAfter(-3) },
      ],
      'Expired None',
    ],
    [
      'at level None, changed at one instant: the newer',
      [
        { ...expired, changedAt: daysAfter(-1) },
        { ...cancelled, changedAt: daysAfter(-1) },
      ],
      'Cancelled None',
    ],
    [
      'what the clock ended changed when it ended, not when it was last stored',
      [
        { ...cancelled, changedAt: daysAfter(-2) },
        { validUntil: daysAfter(-1), changedAt: daysAfter(-9) },
      ],
      'Expired None',
    ],
    ['a term over now', [{ validUntil: now }], 'Expired None'],
    ['a term over in a millisecond', [{ validUntil: new Date(now.getTime() + 1) }], 'Active Full'],
  ])('of %s', (_case, subscriptions, expected) => {
    const facts = entitlementFacts(...subscriptions.map((rest) => subscribed(rest)));
    const { status, accessLevel } = resolveEntitlement(facts, now);
    expect(`${status} ${accessLevel}`).toBe(expected);
  });
});

describe('merging subscriptions', () => {
  const resolve = (...subscriptions: SubscribedPlan[]) =>
    resolveEntitlement(entitlementFacts(...subscriptions), now);
  const slugs = (plans: readonly { slug: string }[]) => plans.map(({ slug }) => slug);

  it('lists each plan once, by rank, then slug', () => {
    const answer = resolve(
      subscribed({}, planContent('b', { edition: edition(10) })),
      subscribed({}, planContent('a', { edition: edition(10) })),
      subscribed({}, high),
      subscribed({}, high),
    );
    expect(slugs(answer.plans)).toEqual(['high', 'a', 'b']);
    expect(answer.plan?.slug).toBe('high');
    expect(answer.edition?.rank).toBe(30);
  });

  it('prefers the newer of two subscriptions of one edition', () => {
    const older = subscribed({ isTrial: false }, planContent('a'));
    const newer = subscribed({ isTrial: true }, planContent('b'));
    for (const answer of [resolve(older, newer), resolve(newer, older)]) {
      expect(slugs(answer.plans)).toEqual(['a', 'b']);
      expect(answer.plan?.slug).toBe('b');
      expect(answer.isTrial).toBe(true);
    }
  });

  it('uses only subscriptions in force', () => {
    const answer = resolve(
      subscribed({ quantity: 3 }, low),
      subscribed({ ...suspended, quantity: 10, source: 'Reseller' }, high),
      subscribed({ ...expired, quantity: 10, source: 'Marketplace' }, high),
    );
    expect(answer).toMatchObject({
      quantity: 3,
      sources: ['Direct'],
      plan: { slug: 'low' },
      accessLevel: 'Full',
    });
    expect(slugs(answer.plans)).toEqual(['low']);
  });

  it.each<[string, Record<string, boolean>[], Record<string, boolean>]>([
    ['one that is on', [{ a: true }], { a: true }],
    ['one that is off', [{ a: false }], { a: false }],
    ['on in any is on', [{ a: false }, { a: true }, { a: false }], { a: true }],
    ['all that any names', [{ b: false }, { a: true }, {}], { a: true, b: false }],
    [
      'names that objects know',
      [JSON.parse('{"__proto__":true,"constructor":false}')],
      JSON.parse('{"__proto__":true,"constructor":false}'),
    ],
  ])('merges capabilities: %s', (_case, plans, expected) => {
    const { capabilities } = resolve(
      ...plans.map((one, index) => subscribed({}, planContent(`p${index}`, { capabilities: one }))),
    );
    expect(JSON.parse(JSON.stringify(capabilities))).toEqual(expected);
    expect(Object.keys(capabilities)).toEqual(Object.keys(expected).sort());
  });

  it.each<[string, Record<string, number>[], Record<string, number>]>([
    ['none', [{}], {}],
    ['the highest', [{ rooms: 5 }, { rooms: 25 }, { rooms: 10 }], { rooms: 25 }],
    ['all that any plan has', [{ rooms: 5 }, { posts: 7 }, {}], { posts: 7, rooms: 5 }],
    ['0 and below 0', [{ rooms: 0, posts: -2 }, { posts: -1 }], { posts: -1, rooms: 0 }],
    [
      'names that objects know',
      [JSON.parse('{"__proto__":1,"constructor":2}')],
      JSON.parse('{"__proto__":1,"constructor":2}'),
    ],
  ])('merges limits: %s', (_case, plans, expected) => {
    const { limits } = resolve(
      ...plans.map((one, index) => subscribed({}, planContent(`p${index}`, { limits: one }))),
    );
    expect(JSON.parse(JSON.stringify(limits))).toEqual(expected);
    expect(Object.keys(limits)).toEqual(Object.keys(expected).sort());
  });

  it('takes limits of subscriptions in force only', () => {
    const [five, hundred] = [{ limits: { rooms: 5 } }, { limits: { rooms: 100, posts: 9 } }];
    const basic = subscribed({}, planContent('basic', five));
    expect(resolve(basic, subscribed(suspended, planContent('large', hundred))).limits).toEqual({ rooms: 5 });
  });

  it.each([
    ['no seats', [null, null], null],
    ['seats beside none', [null, 4], 4],
    ['the sum', [3, 4, null], 7],
  ])('merges the quantity: %s', (_case, quantities, expected) => {
    expect(resolve(...quantities.map((quantity) => subscribed({ quantity }))).quantity).toBe(expected);
  });

  it.each([
    ['the latest', [daysAfter(5), daysAfter(9), daysAfter(7)], daysAfter(9).toISOString()],
    ['open-ended beside an end', [daysAfter(5), null], null],
    ['open-ended', [null], null],
  ])('merges validUntil: %s', (_case, ends, expected) => {
    expect(resolve(...ends.map((validUntil) => subscribed({ validUntil }))).validUntil).toBe(expected);
  });

  it('lists each source once, in a fixed order', () => {
    const bought = (['Reseller', 'Marketplace', 'Direct', 'Marketplace'] as const).map((source) =>
      subscribed({ source }),
    );
    expect(resolve(...bought).sources).toEqual(['Marketplace', 'Direct', 'Reseller']);
  });

  it.each([
    ['TenantWide', 'Licensed'],
    ['Seats', 'NotApplicable'],
    ['IdpManaged', 'NotApplicable'],
  ] as const)('merges %s to %s', (licenceModel, licenceOutcome) => {
    const decides = planContent('decides', { edition: edition(20), licenceModel });
    expect(resolve(subscribed({}, low), subscribed({}, decides))).toMatchObject({
      licenceModel,
      licenceOutcome,
    });
  });

  it.each([
    ['Marketplace', { sourceName: 'M', offerId: 'o', kind: 'Microsoft' }],
    ['Direct', null],
    ['Reseller', null],
  ] as const)('names the marketplace of a mapped plan sold as %s', (source, expected) => {
    const plan = planContent('p', { marketplace: { sourceName: 'M', offerId: 'o' } });
    expect(resolve(subscribed({ source }, plan)).marketplace).toEqual(expected);
  });

  const licence = 'arn:aws:license-manager::294406891311:license:l-1';
  const id = '6e9a5a8e-30f6-4a1f-8b39-26a7ac01c2a0';
  const of = (sourceName: string) => ({ sourceName, offerId: `${sourceName}-offer` });
  const named = (sourceName: string, kind: MarketplaceKind) => ({ ...of(sourceName), kind });
  it.each([
    ['the only offer', null, ['A'], named('A', 'Aws')],
    ['the only offer, of another marketplace', id, ['A'], named('A', 'Aws')],
    ['a source without a connection', null, ['N'], named('N', 'Microsoft')],
    ['the first of several', id, ['M', 'N'], named('M', 'Microsoft')],
    ['the first of its marketplace', licence, ['M', 'B', 'A'], named('B', 'Aws')],
    ['the first of its marketplace, not of the plan', id, ['A', 'B', 'N'], named('N', 'Microsoft')],
  ] as const)('names the offer of the marketplace that sold the plan: %s', (_, its, sources, expected) => {
    const [marketplace = null, ...otherMarketplaces] = sources.map(of);
    const plan = planContent('p', { marketplace, otherMarketplaces });
    const bought = { source: 'Marketplace', marketplaceSubscriptionId: its } as const;
    const facts = { ...entitlementFacts(subscribed(bought, plan)), marketplaces };
    expect(resolveEntitlement(facts, now).marketplace).toEqual(expected);
  });

  it.each([
    ['of several at one marketplace', { marketplace: of('A'), otherMarketplaces: [of('B')] }],
    ['to which the plan is not mapped any more', { marketplace: null }],
  ])('names the offer of the licence, %s', (_, mapped) => {
    const bought = subscribed(
      { source: 'Marketplace', marketplaceSubscriptionId: licence },
      planContent('p', mapped),
    );
    const facts = { ...entitlementFacts({ ...bought, sold: of('B') }), marketplaces };
    expect(resolveEntitlement(facts, now).marketplace).toEqual(named('B', 'Aws'));
  });
});

const marketplaces = [
  { sourceName: 'A', kind: 'Aws' },
  { sourceName: 'B', kind: 'Aws' },
] as const;

describe('nextEntitlementChangeAt', () => {
  it.each<[string, Partial<Subscription>[], Date | null]>([
    ['nothing bought', [], null],
    ['nothing that ends', [{}], null],
    [
      'the earliest to come',
      [{ validUntil: daysAfter(9) }, { isTrial: true, trialEndsAt: daysAfter(4) }, {}],
      daysAfter(4),
    ],
    [
      'not what has passed',
      [{ validUntil: daysAfter(-9) }, { validUntil: now }, { validUntil: daysAfter(9) }],
      daysAfter(9),
    ],
  ])('is computed for %s', (_case, subscriptions, expected) => {
    const facts = entitlementFacts(...subscriptions.map((rest) => subscribed(rest)));
    expect(nextEntitlementChangeAt(facts, now)).toEqual(expected);
  });
});

describe('isSameEntitlement', () => {
  const facts = entitlementFacts(subscribed({ validUntil: daysAfter(1) }));
  it.each<[string, EntitlementFacts, Date, boolean]>([
    ['later', facts, daysAfter(0.5), true],
    ['a higher version', { ...facts, version: 8 }, now, true],
    ['another name', { ...facts, product: { slug: 'forum', name: 'Agora' } }, now, false],
    ['after its end', facts, daysAfter(1), false],
    [
      'another limit',
      entitlementFacts({
        ...(facts.subscriptions[0] as SubscribedPlan),
        plan: planContent('basic', { limits: { rooms: 5 } }),
      }),
      now,
      false,
    ],
  ])('compares %s', (_case, others, at, expected) => {
    expect(isSameEntitlement(resolveEntitlement(facts, now), resolveEntitlement(others, at))).toBe(expected);
  });
});

describe('properties', () => {
  const tagOf = (answer: Entitlement) => entitlementTagSource(responseText(answer));
  const tagAt = (facts: EntitlementFacts, at: Date) => tagOf(resolveEntitlement(facts, at));
  const withoutTime = ({ evaluatedAt: _, ...answer }: Entitlement) => JSON.stringify(answer);
  const anyActive = fc.record({ plan: anyPlanContent, quantity: fc.option(fc.nat({ max: 9 })) }).map(
    ({ plan, quantity }): SubscribedPlan => ({
      plan: { ...plan, slug: `new-${plan.slug}` },
      subscription: subscription({ subscriptionId: 'new', quantity }),
    }),
  );

  it('another active subscription never lowers the access level, and beside active ones removes nothing', () => {
    fc.assert(
      fc.property(anyEntitlementFacts, anyActive, anyInstant, (facts, another, at) => {
        const before = resolveEntitlement(facts, at);
        const after = resolveEntitlement({ ...facts, subscriptions: [...facts.subscriptions, another] }, at);
        const level = (answer: Entitlement) => accessLevels.indexOf(answer.accessLevel);
        expect(level(after)).toBeGreaterThanOrEqual(level(before));
        if (before.accessLevel === 'ReadOnly') return;
        for (const [name, isOn] of Object.entries(before.capabilities)) {
          expect(Object.hasOwn(after.capabilities, name)).toBe(true);
          if (isOn) expect(after.capabilities[name]).toBe(true);
        }
        for (const [name, value] of Object.entries(before.limits)) {
          expect(after.limits[name]).toBeGreaterThanOrEqual(value);
        }
        expect(after.edition?.rank).toBeGreaterThanOrEqual(before.edition?.rank ?? 0);
        expect(after.quantity ?? 0).toBeGreaterThanOrEqual(before.quantity ?? 0);
      }),
    );
  });

  it('the order of the subscriptions makes no difference', () => {
    const shuffled = anyEntitlementFacts.chain((facts) =>
      fc
        .shuffledSubarray([...facts.subscriptions], { minLength: facts.subscriptions.length })
        .map((subscriptions) => [facts, { ...facts, subscriptions }] as const),
    );
    fc.assert(
      fc.property(shuffled, anyInstant, ([facts, other], at) => {
        expect(JSON.stringify(resolveEntitlement(other, at))).toBe(
          JSON.stringify(resolveEntitlement(facts, at)),
        );
      }),
    );
  });

  it('the ETag changes exactly when a member other than evaluatedAt changes', () => {
    fc.assert(
      fc.property(
        anyEntitlementFacts,
        anyEntitlementFacts,
        anyInstant,
        anyInstant,
        (one, other, at, later) => {
          for (const facts of [one, other, { ...one, version: 8 }]) {
            const [a, b] = [resolveEntitlement(one, at), resolveEntitlement(facts, later)];
            expect(tagOf(a) === tagOf(b)).toBe(withoutTime(a) === withoutTime(b));
          }
        },
      ),
    );
  });

  it('every member except evaluatedAt changes the ETag', () => {
    const answer = resolveEntitlement(entitlementFacts(subscribed({ quantity: 3 }, high)), now);
    for (const member of Object.keys(answer) as (keyof Entitlement)[]) {
      const other = { ...answer, [member]: 'something else' };
      const isSame = tagOf(other) === tagOf(answer);
      expect([member, isSame]).toEqual([member, member === 'evaluatedAt']);
    }
  });

  it("the order of a plan's capabilities does not change the ETag", () => {
    const tagWith = (capabilities: Record<string, boolean>) =>
      tagAt({ ...entitlementFacts(), subscriptions: [listing(capabilities)] }, now);
    const listing = (capabilities: Record<string, boolean>): SubscribedPlan => ({
      plan: planContent('basic', { capabilities }),
      subscription: subscription(),
    });
    const one = tagWith({ a: true, b: false });
    expect(tagWith({ b: false, a: true })).toBe(one);
    expect(tagWith({ b: true, a: false })).not.toBe(one);
  });

  it('the entitlement stays the same until nextEntitlementChangeAt', () => {
    fc.assert(
      fc.property(anyEntitlementFacts, anyInstant, anyInstant, (facts, one, other) => {
        const [at, asked] = one <= other ? [one, other] : [other, one];
        const next = nextEntitlementChangeAt(facts, at);
        if (next !== null) {
          expect(next > at).toBe(true);
          expect(tagAt(facts, new Date(next.getTime() - 1))).toBe(tagAt(facts, at));
        }
        if (next === null || asked < next) expect(tagAt(facts, asked)).toBe(tagAt(facts, at));
      }),
    );
  });
});
