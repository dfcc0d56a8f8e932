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
import type { PlanContent } from '../catalogue/plan-content.ts';
import type { Subscription } from '../subscriptions/subscription.ts';
import {
  checkRequestedPlan,
  decideEligibility,
  type Eligibility,
  type EligibilityFacts,
  licencesToLookUp,
  seatsByPlan,
} from './eligibility.ts';
import { explainEligibility } from './eligibility-explanation.ts';
import { outcomeOfReason } from './eligibility-reason.ts';
import { resolveEntitlement } from './entitlement.ts';
import type { LicenceLookUp } from './idp-licence.ts';
import type { SubscribedPlan } from './in-force.ts';
import type { SeatFacts } from './user-licence.ts';

const subject = { objectId: 'user', email: 'user@example.com', isCaller: false };
const anyPlan = { requestedPlan: null, subject };
const asking = (requestedPlan: string) => ({ requestedPlan, subject });

const wide = planContent('wide', { edition: edition(10) });
const seats = planContent('seats', { edition: edition(20), licenceModel: 'Seats' });
const idp = planContent('idp', {
  edition: edition(30),
  licenceModel: 'IdpManaged',
  serviceIdentifier: 'service',
});
const unmapped = { ...idp, slug: 'unmapped', serviceIdentifier: null };

const hold = (plan: PlanContent, rest: Partial<Subscription> = {}): SubscribedPlan => ({
  plan,
  subscription: subscription({ subscriptionId: `of ${plan.slug}`, quantity: 5, ...rest }),
});
const held = (...plans: PlanContent[]): EligibilityFacts => ({
  entitlement: entitlementFacts(...plans.map((plan) => hold(plan))),
  seats: new Map(),
  lookUps: new Map(),
});
const seated = new Map([['seats', { total: 5, assigned: 2, isAssigned: true }]]);
const lookedUp = (lookUp: LicenceLookUp) => new Map([['service', lookUp]]);
const report = (...rights: { serviceIdentifier: string; state: string }[]) =>
  lookedUp({ outcome: 'reported', rights, checkedAt: now, stale: false });
const licensed = report({ serviceIdentifier: 'service', state: 'active' });
const unlicensed = report({ serviceIdentifier: 'service', state: 'inactive' });

describe('reason and outcome of eligibility', () => {
  it.each<[string, EligibilityFacts, string | null, Partial<Eligibility>]>([
    ['TenantWideEntitlement', held(wide), null, { licenceOutcome: 'Licensed', isEligible: true }],
    [
      'SeatAssigned',
      { ...held(seats), seats: seated },
      null,
      { licenceOutcome: 'Licensed', isEligible: true },
    ],
    [
      'IdpLicensed',
      { ...held(idp), lookUps: licensed },
      null,
      { licenceOutcome: 'Licensed', isEligible: true },
    ],
    ['TenantNotEntitled', held(), null, { licenceOutcome: 'NotLicensed', isEligible: false }],
    ['PlanMismatch', held(wide), 'idp', { licenceOutcome: 'NotLicensed', isEligible: false }],
    ['NoSeatAssigned', held(seats), null, { licenceOutcome: 'NotLicensed', isEligible: false }],
    [
      'IdpNotLicensed',
      { ...held(idp), lookUps: unlicensed },
      null,
      { licenceOutcome: 'NotLicensed', isEligible: false },
    ],
    ['NoIdpPlan', held(unmapped), null, { licenceOutcome: 'Unconfirmed', isEligible: false }],
    [
      'IdpNoLicencesReported',
      { ...held(idp), lookUps: report() },
      null,
      { licenceOutcome: 'Unconfirmed', isEligible: false },
    ],
    ['IdpUnavailable', held(idp), null, { licenceOutcome: 'Unconfirmed', isEligible: false }],
    [
      'IdpNotConfigured',
      { ...held(idp), lookUps: lookedUp({ outcome: 'not-configured', checkedAt: null }) },
      null,
      { licenceOutcome: 'Unconfirmed', isEligible: false },
    ],
    [
      'DelegatedConsentMissing',
      { ...held(idp), lookUps: lookedUp({ outcome: 'consent-missing', checkedAt: now }) },
      null,
      { licenceOutcome: 'ConsentRequired', isEligible: false },
    ],
  ])('for %s', (reason, facts, requestedPlan, expected) => {
    const answer = decideEligibility({ requestedPlan, subject }, facts, now);
    expect(answer).toMatchObject({ reason, ...expected });
    expect(answer.tenantEntitled).toBe(reason !== 'TenantNotEntitled');
  });
});

describe('an eligibility response', () => {
  it('has every member of the reference, in its order, and the access level', () => {
    const answer = decideEligibility(asking('seats'), { ...held(seats), seats: seated }, now);
    const expected: Eligibility = {
      tenantId: 'tenant',
      product: { slug: 'forum', name: 'Forum' },
      plan: { slug: 'seats', name: 'Plan seats' },
      requestedPlan: 'seats',
      subject,
      tenantEntitled: true,
      licenceModel: 'Seats',
      licenceOutcome: 'Licensed',
      isEligible: true,
      reason: 'SeatAssigned',
      seats: { total: 5, assigned: 2, available: 3, isAssigned: true },
      idpLicence: null,
      evaluatedAt: '2026-11-15T09:00:00.000Z',
      accessLevel: 'Full',
    };
    expect(answer).toEqual(expected);
    expect(Object.keys(answer)).toEqual(Object.keys(expected));
  });

  it.each<[string, EligibilityFacts, string | null, Partial<Eligibility>]>([
    [
      'not entitled',
      held(),
      null,
      { reason: 'TenantNotEntitled', tenantEntitled: false, accessLevel: 'None' },
    ],
    [
      'not entitled, a plan asked for',
      held(),
      'wide',
      { reason: 'TenantNotEntitled', requestedPlan: 'wide' },
    ],
    [
      'another plan',
      held(wide),
      'idp',
      {
        plan: { slug: 'wide', name: 'Plan wide' },
        reason: 'PlanMismatch',
        tenantEntitled: true,
        accessLevel: 'Full',
      },
    ],
  ])('has no deciding plan: %s', (_case, facts, requestedPlan, expected) => {
    const none = { plan: null, licenceModel: null, seats: null, idpLicence: null };
    expect(decideEligibility({ requestedPlan, subject }, facts, now)).toMatchObject({ ...none, ...expected });
  });
});

describe('eligibility with several plans', () => {
  it.each<[string, EligibilityFacts, string | null, string | null, string]>([
    [
      'the best that makes eligible',
      { ...held(wide, seats, idp), lookUps: licensed, seats: seated },
      null,
      'idp',
      'IdpLicensed',
    ],
    [
      'a lower one does',
      { ...held(wide, seats, idp), lookUps: unlicensed, seats: seated },
      null,
      'seats',
      'SeatAssigned',
    ],
    [
      'the lowest does',
      { ...held(wide, seats, idp), lookUps: unlicensed },
      null,
      'wide',
      'TenantWideEntitlement',
    ],
    [
      'none does: the highest says why',
      { ...held(seats, idp), lookUps: unlicensed },
      null,
      'idp',
      'IdpNotLicensed',
    ],
    [
      'the one asked for does',
      { ...held(wide, seats, idp), lookUps: licensed },
      'wide',
      'wide',
      'TenantWideEntitlement',
    ],
    [
      'only the one asked for counts',
      { ...held(wide, seats, idp), lookUps: licensed },
      'seats',
      'seats',
      'NoSeatAssigned',
    ],
    [
      'the one asked for is not held',
      { ...held(seats, idp), lookUps: licensed },
      'wide',
      'idp',
      'PlanMismatch',
    ],
  ])('is decided by %s', (_case, facts, requestedPlan, plan, reason) => {
    const answer = decideEligibility({ requestedPlan, subject }, facts, now);
    expect([answer.plan?.slug ?? null, answer.reason]).toEqual([plan, reason]);
  });

  it('checks the newer subscription of one edition first, as the entitlement does', () => {
    const one = hold({ ...wide, slug: 'a' }, { createdAt: daysAfter(-9) });
    const other = hold({ ...wide, slug: 'b' }, { createdAt: daysAfter(-8) });
    const facts = { ...held(), entitlement: entitlementFacts(one, other) };
    expect(decideEligibility(anyPlan, facts, now).plan?.slug).toBe('b');
  });
});

describe('subscriptions in force', () => {
  const suspended = { status: 'Suspended', suspendedAt: daysAfter(-1) } as const;
  const facts = (...subscriptions: SubscribedPlan[]) => ({
    ...held(),
    entitlement: entitlementFacts(...subscriptions),
  });

  it.each<[string, EligibilityFacts, string | null, Partial<Eligibility>]>([
    [
      'a read-only tenant is entitled',
      facts(hold(wide, suspended)),
      null,
      { isEligible: true, accessLevel: 'ReadOnly' },
    ],
    [
      'a suspended plan beside an active one',
      facts(hold(idp, suspended), hold(wide)),
      'idp',
      { reason: 'PlanMismatch', plan: { slug: 'wide', name: expect.any(String) }, requestedPlan: 'idp' },
    ],
    [
      'a plan that is pending',
      facts(hold(wide, { status: 'Pending' })),
      'wide',
      { reason: 'TenantNotEntitled' },
    ],
    ['a term over now', facts(hold(wide, { validUntil: now })), null, { reason: 'TenantNotEntitled' }],
    [
      'a term over in a moment',
      facts(hold(wide, { validUntil: new Date(now.getTime() + 1) })),
      null,
      { isEligible: true },
    ],
  ])('decide for %s', (_case, given, requestedPlan, expected) => {
    expect(decideEligibility({ requestedPlan, subject }, given, now)).toMatchObject(expected);
  });
});

describe('licencesToLookUp', () => {
  const low = { ...idp, slug: 'low', edition: edition(5), serviceIdentifier: 'other' };
  it.each<[string, EligibilityFacts, string | null, string[]]>([
    ['nothing held', held(), null, []],
    ['tenant-wide', held(wide), null, []],
    ['managed by the provider', held(idp), null, ['service']],
    ['not mapped', held(unmapped), null, []],
    ['tenant-wide below it: the better plan is still asked', held(idp, wide), null, ['service']],
    ['tenant-wide above it', held(wide, low), null, []],
    ['a seat above it', { ...held(seats, low), seats: seated }, null, []],
    ['no seat above it', held(seats, low), null, ['other']],
    ['two of them', held(idp, low), null, ['service', 'other']],
    ['two that share one', held(idp, { ...low, serviceIdentifier: 'service' }), null, ['service']],
    ['another plan is asked for', held(idp, wide), 'wide', []],
    ['it is asked for', held(idp, wide), 'idp', ['service']],
    ['one that is not held is asked for', held(idp), 'wide', []],
  ])('lists for %s', (_case, facts, requestedPlan, expected) => {
    expect(licencesToLookUp({ requestedPlan, subject }, facts, now)).toEqual(expected);
  });
});

describe('checkRequestedPlan', () => {
  const plans = [
    { slug: 'published', status: 'Published' },
    { slug: 'archived', status: 'Archived' },
    { slug: 'draft', status: 'Draft' },
  ] as const;
  it.each([
    [null, undefined],
    ['published', undefined],
    ['archived', undefined],
    ['draft', 'plan.not_found'],
    ['unknown', 'plan.not_found'],
  ])('decides: %s: %s', (requestedPlan, code) => {
    const refusal = checkRequestedPlan(requestedPlan, plans);
    expect(refusal?.code).toBe(code);
    if (refusal) expect(refusal.args).toEqual({ plan: requestedPlan });
  });
});

describe('seatsByPlan', () => {
  const facts = entitlementFacts(
    hold(seats, { subscriptionId: 'a', quantity: 5 }),
    hold(seats, { subscriptionId: 'b', quantity: 3, validUntil: daysAfter(1) }),
    hold(wide, { subscriptionId: 'c', quantity: null }),
  );
  const rows = [
    { subscriptionId: 'a', assigned: 2, isAssigned: false },
    { subscriptionId: 'b', assigned: 1, isAssigned: true },
    { subscriptionId: 'gone', assigned: 1, isAssigned: true },
  ];

  it('sums up the seats of the subscriptions in force', () => {
    expect(seatsByPlan(facts, rows, now)).toEqual(
      new Map([
        ['seats', { total: 8, assigned: 3, isAssigned: true }],
        ['wide', { total: 0, assigned: 0, isAssigned: false }],
      ]),
    );
  });

  it('drops a seat when its subscription ends', () => {
    expect(seatsByPlan(facts, rows, daysAfter(1)).get('seats')).toEqual({
      total: 5,
      assigned: 2,
      isAssigned: false,
    });
  });
});

describe('properties', () => {
  const anySeats: fc.Arbitrary<SeatFacts> = fc.record({
    total: fc.nat({ max: 9 }),
    assigned: fc.nat({ max: 9 }),
    isAssigned: fc.boolean(),
  });
  const anyLookUp: fc.Arbitrary<LicenceLookUp> = fc.oneof(
    fc.record({
      outcome: fc.constant('reported' as const),
      rights: fc.array(
        fc.record({
          serviceIdentifier: fc.constantFrom('service-1', 'a.b.service-2', 'other'),
          state: fc.constantFrom('active', 'warning', 'inactive'),
        }),
        { maxLength: 3 },
      ),
      checkedAt: anyInstant,
      stale: fc.boolean(),
    }),
    fc.record({
      outcome: fc.constantFrom('unavailable' as const, 'not-configured' as const, 'consent-missing' as const),
      checkedAt: fc.constant(null),
    }),
  );
  const mapOf = <Value>(names: string[], anyValue: fc.Arbitrary<Value>) =>
    fc
      .array(anyValue, { minLength: names.length, maxLength: names.length })
      .map(
        (values) =>
          new Map(
            names.flatMap((name, index) =>
              values.slice(index, index + 1).map((value) => [name, value] as const),
            ),
          ),
      );
  const anyFacts: fc.Arbitrary<EligibilityFacts> = fc.record({
    entitlement: anyEntitlementFacts,
    seats: mapOf(['alpha', 'beta', 'gamma', 'delta'], anySeats),
    lookUps: mapOf(['service-1', 'service-2'], anyLookUp),
  });
  const anyQuestion = fc
    .option(fc.constantFrom('alpha', 'beta', 'gamma', 'delta'))
    .map((requestedPlan) => ({ requestedPlan, subject }));

  it('licences that need no look-up do not change the answer', () => {
    fc.assert(
      fc.property(anyQuestion, anyFacts, anyInstant, (question, facts, at) => {
        const needed = licencesToLookUp(question, facts, at);
        const lookUps = new Map([...facts.lookUps].filter(([identifier]) => needed.includes(identifier)));
        const frugal = { ...facts, lookUps };
        expect(decideEligibility(question, frugal, at)).toEqual(decideEligibility(question, facts, at));
        expect(explainEligibility(question, frugal, at)).toEqual(explainEligibility(question, facts, at));
      }),
    );
  });

  it('outcome, tenant and plan agree with the reason and the entitlement', () => {
    fc.assert(
      fc.property(anyQuestion, anyFacts, anyInstant, (question, facts, at) => {
        const answer = decideEligibility(question, facts, at);
        const entitlement = resolveEntitlement(facts.entitlement, at);
        expect(answer.licenceOutcome).toBe(outcomeOfReason[answer.reason]);
        expect(answer.isEligible).toBe(answer.licenceOutcome === 'Licensed');
        expect(answer.accessLevel).toBe(entitlement.accessLevel);
        expect(answer.tenantEntitled).toBe(entitlement.accessLevel !== 'None');
        expect(answer.plan === null).toBe(answer.reason === 'TenantNotEntitled');
        if (answer.plan) expect(entitlement.plans).toContainEqual(answer.plan);
        if (answer.plan && question.requestedPlan) {
          expect(answer.plan.slug === question.requestedPlan).toBe(answer.reason !== 'PlanMismatch');
        }
        expect(answer.seats !== null).toBe(answer.licenceModel === 'Seats');
        if (entitlement.licenceOutcome === 'Licensed' && question.requestedPlan === null) {
          expect(answer.reason).toBe('TenantWideEntitlement');
        }
      }),
    );
  });

  it('a user is eligible for some plan exactly when they are eligible without a named plan', () => {
    fc.assert(
      fc.property(anyFacts, anyInstant, (facts, at) => {
        const forOne = ['alpha', 'beta', 'gamma', 'delta'].filter(
          (slug) => decideEligibility(asking(slug), facts, at).isEligible,
        );
        const forAny = decideEligibility(anyPlan, facts, at);
        expect(forAny.isEligible).toBe(forOne.length > 0);
        if (forAny.isEligible) expect(forOne).toContain(forAny.plan?.slug);
      }),
    );
  });
});
