import fc from 'fast-check';
import type { PlanContent } from '../../../src/core/catalogue/plan-content.ts';
import type { EntitlementFacts, SubscribedPlan } from '../../../src/core/entitlements/in-force.ts';
import { isRefusal } from '../../../src/core/refusal.ts';
import { createSubscription, type SubscriptionOrder } from '../../../src/core/subscriptions/order.ts';
import type { Move, Subscription } from '../../../src/core/subscriptions/subscription.ts';
import { transition } from '../../../src/core/subscriptions/transition.ts';

export const day = 24 * 3_600_000;
export const start = new Date('2026-11-15T09:00:00.000Z');
export const daysAfter = (days: number, from = start) => new Date(from.getTime() + days * day);

/** By default an active, open-ended subscription that the partner sold directly. */
export function subscription(rest: Partial<Subscription> = {}): Subscription {
  return {
    workspaceId: 'workspace',
    subscriptionId: 'subscription',
    productId: 'product',
    planId: 'plan',
    tenantId: 'tenant',
    source: 'Direct',
    marketplaceSubscriptionId: null,
    status: 'Active',
    quantity: null,
    validUntil: null,
    renewsItself: false,
    isTrial: false,
    trialEndsAt: null,
    createdAt: daysAfter(-10),
    activatedAt: daysAfter(-10),
    suspendedAt: null,
    cancelledAt: null,
    endedAt: null,
    changedAt: daysAfter(-10),
    ...rest,
  };
}

/** By default a tenant-wide plan of an edition of rank 10, without a mapping. */
export function planContent(slug: string, rest: Partial<PlanContent> = {}): PlanContent {
  return {
    slug,
    name: `Plan ${slug}`,
    edition: { slug: 'standard', name: 'Standard', rank: 10 },
    licenceModel: 'TenantWide',
    capabilities: {},
    limits: {},
    marketplace: null,
    serviceIdentifier: null,
    ...rest,
  };
}

export function edition(rank: number) {
  return { slug: `edition-${rank}`, name: `Edition ${rank}`, rank };
}

export function entitlementFacts(...subscriptions: readonly SubscribedPlan[]): EntitlementFacts {
  return { tenantId: 'tenant', product: { slug: 'forum', name: 'Forum' }, version: 7, subscriptions };
}

/** Instants for changes: half days, so that many coincide. */
const anyWait = fc
  .oneof({ weight: 4, arbitrary: fc.nat({ max: 8 }) }, { weight: 1, arbitrary: fc.nat({ max: 80 }) })
  .map((halfDays) => (halfDays * day) / 2);
const anyLead = fc.integer({ min: -4, max: 160 }).map((halfDays) => (halfDays * day) / 2);
const anyTermFrom = fc.record({ lead: fc.option(anyLead), renewsItself: fc.boolean() });
const anyQuantity = fc.option(fc.integer({ min: 1, max: 9 }));

function termFrom({ lead, renewsItself }: { lead: number | null; renewsItself: boolean }, now: Date) {
  return { validUntil: lead === null ? null : new Date(now.getTime() + lead), renewsItself };
}

type MoveAt = (now: Date) => Move;

/** Any move, with dates relative to its instant. */
export const anyMoveAt: fc.Arbitrary<MoveAt> = fc.oneof(
  fc.record({ term: fc.option(anyTermFrom), trial: fc.option(anyLead) }).map(({ term, trial }): MoveAt => {
    return (now) => ({
      type: 'activate',
      term: term ? termFrom(term, now) : undefined,
      trialEndsAt: trial === null ? undefined : new Date(now.getTime() + trial),
    });
  }),
  fc.constant<MoveAt>(() => ({ type: 'activate' })),
  fc.constantFrom('plan', 'other-plan').map(
    (planId): MoveAt =>
      () => ({ type: 'changePlan', planId }),
  ),
  fc.oneof(anyQuantity, fc.constantFrom(-1, 0, 0.5)).map(
    (quantity): MoveAt =>
      () => ({ type: 'changeQuantity', quantity }),
  ),
  anyTermFrom.map(
    (term): MoveAt =>
      (now) => ({ type: 'renew', term: termFrom(term, now) }),
  ),
  fc.option(anyTermFrom).map(
    (term): MoveAt =>
      (now) => ({ type: 'reinstate', term: term ? termFrom(term, now) : undefined }),
  ),
  {
    weight: 4,
    arbitrary: fc
      .constantFrom('suspend', 'suspend', 'cancelAtTermEnd', 'cancelAtTermEnd', 'cancelNow', 'expire')
      .map(
        (type): MoveAt =>
          () => ({ type }),
      ),
  },
);

const anyOrder: fc.Arbitrary<SubscriptionOrder> = fc
  .record({
    subscriptionId: fc.uuid({ version: 7 }),
    planId: fc.constant('plan'),
    source: fc.constantFrom('Marketplace', 'Marketplace', 'Direct', 'Reseller'),
    quantity: anyQuantity,
    validUntil: fc.option(fc.integer({ min: 1, max: 160 }).map((halfDays) => daysAfter(halfDays / 2))),
    renewsItself: fc.boolean(),
    trial: fc.option(fc.integer({ min: 1, max: 40 }).map((halfDays) => daysAfter(halfDays / 2))),
    isTrial: fc.boolean(),
  })
  .map(({ trial, isTrial, validUntil, renewsItself, ...rest }) => ({
    ...rest,
    workspaceId: 'workspace',
    productId: 'product',
    tenantId: 'tenant',
    marketplaceSubscriptionId: rest.source === 'Marketplace' ? `of ${rest.subscriptionId}` : null,
    validUntil: isTrial && trial && validUntil && validUntil < trial ? trial : validUntil,
    renewsItself: renewsItself && rest.source === 'Marketplace',
    isTrial,
    trialEndsAt: isTrial ? trial : null,
  }));

export interface Life {
  readonly created: Subscription;
  /** Each attempted move, with the states before and after. */
  readonly steps: readonly {
    readonly before: Subscription;
    readonly move: Move;
    readonly now: Date;
    readonly result: ReturnType<typeof transition>;
  }[];
  /** The final stored state, without a sweep. */
  readonly stored: Subscription;
  /** The instant of the last attempted move. */
  readonly now: Date;
}

/** Any sequence of moves of a new subscription. */
export const anyLife: fc.Arbitrary<Life> = fc
  .record({
    order: anyOrder,
    isActivated: fc.integer({ min: 1, max: 5 }).map((die) => die > 1),
    tries: fc.array(fc.record({ wait: anyWait, move: anyMoveAt }), { maxLength: 8 }),
  })
  .map(({ order, isActivated, tries }) => {
    const creation = createSubscription(order, start);
    if (isRefusal(creation)) throw new Error(creation.detail);
    const steps: Life['steps'][number][] = [];
    const all = isActivated ? [{ wait: 0, move: (): Move => ({ type: 'activate' }) }, ...tries] : tries;
    let stored = creation.subscription;
    let now = start;
    for (const { wait, move: moveAt } of all) {
      now = new Date(now.getTime() + wait);
      const before = stored;
      const move = moveAt(now);
      const result = transition(before, move, now);
      if (!isRefusal(result)) stored = result.subscription;
      steps.push({ before, move, now, result });
    }
    return { created: creation.subscription, steps, stored, now };
  });

/** Any instant within those sequences, including the milliseconds around their limits. */
export const anyInstant = fc
  .record({ halfDays: fc.integer({ min: 0, max: 500 }), edge: fc.constantFrom(-1, 0, 1) })
  .map(({ halfDays, edge }) => new Date(start.getTime() + (halfDays * day) / 2 + edge));

const names = ['archive', 'search', 'export', '10', '__proto__'] as const;

export const anyPlanContent: fc.Arbitrary<PlanContent> = fc
  .record({
    slug: fc.constantFrom('alpha', 'beta', 'gamma', 'delta'),
    licenceModel: fc.constantFrom('TenantWide', 'Seats', 'IdpManaged'),
    capabilities: fc
      .uniqueArray(fc.record({ name: fc.constantFrom(...names), isOn: fc.boolean() }), {
        selector: ({ name }) => name,
      })
      .map((list) => Object.fromEntries(list.map(({ name, isOn }) => [name, isOn]))),
    limits: fc
      .uniqueArray(fc.record({ name: fc.constantFrom(...names), value: fc.constantFrom(0, 1, 2.5, 100) }), {
        selector: ({ name }) => name,
      })
      .map((list) => Object.fromEntries(list.map(({ name, value }) => [name, value]))),
    marketplace: fc.option(fc.constant({ sourceName: 'Marketplace', offerId: 'offer' })),
    serviceIdentifier: fc.option(fc.constantFrom('service-1', 'service-2')),
    rank: fc.constantFrom(10, 20, 30),
  })
  .map(({ slug, rank, ...rest }) => planContent(slug, { ...rest, edition: edition(rank) }));

/** The subscriptions of a tenant; equal slugs mean equal plans. */
export const anyEntitlementFacts: fc.Arbitrary<EntitlementFacts> = fc
  .record({
    plans: fc.uniqueArray(anyPlanContent, { selector: ({ slug }) => slug, minLength: 1 }),
    lives: fc.uniqueArray(anyLife, { selector: ({ created }) => created.subscriptionId, maxLength: 5 }),
    picks: fc.array(fc.nat({ max: 3 }), { minLength: 5, maxLength: 5 }),
  })
  .map(({ plans, lives, picks }) =>
    entitlementFacts(
      ...lives.flatMap(({ stored }, index): SubscribedPlan[] => {
        const plan = plans[(picks[index] ?? 0) % plans.length];
        return plan ? [{ subscription: stored, plan }] : [];
      }),
    ),
  );
