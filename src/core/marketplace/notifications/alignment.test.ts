import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anyTheirSubscription,
  theirSubscription,
} from '../../../../tests/support/peers/marketplace-subscriptions.ts';
import {
  anyInstant,
  anyLife,
  daysAfter,
  start as now,
  subscription,
} from '../../../../tests/support/worlds/subscriptions.ts';
import { subscriptionAt } from '../../subscriptions/clock.ts';
import type { Subscription } from '../../subscriptions/subscription.ts';
import { monotonicTime } from '../../subscriptions/transition.ts';
import type { MarketplaceSubscription } from '../fulfilment-service.ts';
import { alignSubscription, type MappedPlan, termOf } from './alignment.ts';

const flat: MappedPlan = { productId: 'product', planId: 'plan', hasSeats: false };
const other: MappedPlan = { ...flat, planId: 'other' };
const bySeat: MappedPlan = { ...flat, hasSeats: true };

const bought = {
  source: 'Marketplace',
  marketplaceSubscriptionId: 'm',
  renewsItself: true,
  validUntil: daysAfter(20),
} as const;
const pending = subscription({ ...bought, status: 'Pending', activatedAt: null, validUntil: null });
const active = subscription(bought);
const seated = subscription({ ...bought, quantity: 5 });
const suspended = subscription({ ...bought, status: 'Suspended', suspendedAt: daysAfter(-2) });
const cancelled = subscription({
  ...bought,
  status: 'Cancelled',
  cancelledAt: daysAfter(-1),
  endedAt: daysAfter(-1),
});
const expired = subscription({ ...bought, status: 'Expired', endedAt: daysAfter(-1) });
const ending = subscription({ ...bought, renewsItself: false, cancelledAt: daysAfter(-1) });
const trial = subscription({ ...bought, isTrial: true, trialEndsAt: daysAfter(20) });
const lapsedTrial = {
  ...suspended,
  isTrial: true,
  trialEndsAt: now,
  renewsItself: false,
};
const states = { pending, active, suspended, cancelled, expired };

/** The moves, or the obstacle. */
function movesOf(
  ours: Subscription,
  theirs: MarketplaceSubscription,
  plan: MappedPlan | null = flat,
): string {
  const { steps, obstacle } = alignSubscription(ours, theirs, plan, now);
  const moves = steps.map(({ move }) => move.type).join(', ') || 'none';
  return obstacle ? `${moves}; ${obstacle}` : moves;
}

describe('alignment by status', () => {
  const none = { pending: 'none', active: 'none', suspended: 'none', cancelled: 'none', expired: 'none' };
  const ended = { cancelled: 'none; HasEnded', expired: 'none; HasEnded' };
  const table: Record<MarketplaceSubscription['status'], Record<keyof typeof states, string>> = {
    Subscribed: { pending: 'activate', active: 'none', suspended: 'reinstate', ...ended },
    Suspended: { pending: 'activate, suspend', active: 'suspend', suspended: 'none', ...ended },
    Unsubscribed: { ...none, pending: 'cancelNow', active: 'cancelNow', suspended: 'cancelNow' },
    PendingFulfillmentStart: none,
    NotStarted: none,
    Unknown: none,
  };
  const cases = Object.entries(table).flatMap(([status, row]) =>
    Object.entries(row).map(
      ([state, expected]) =>
        [status as MarketplaceSubscription['status'], state as keyof typeof states, expected] as const,
    ),
  );

  it.each(cases)('%s at the marketplace, %s here: %s', (status, state, expected) => {
    expect(movesOf(states[state], theirSubscription({ status }))).toBe(expected);
  });
});

describe('alignment of other facts', () => {
  const later = { startsAt: null, endsAt: daysAfter(50), unit: 'P1M' };
  const past = { startsAt: null, endsAt: daysAfter(-1), unit: 'P1M' };
  const silent = { startsAt: null, endsAt: null, unit: null };

  it.each<[string, Subscription, Partial<MarketplaceSubscription>, MappedPlan | null, string]>([
    ['another plan', active, {}, other, 'changePlan'],
    ['another plan while suspended', suspended, { status: 'Suspended' }, other, 'none'],
    ['another plan, found at reinstatement', suspended, {}, other, 'reinstate, changePlan'],
    ['another plan, and suspended since', active, { status: 'Suspended' }, other, 'changePlan, suspend'],
    ['a plan that is not mapped', active, {}, null, 'none; PlanNotMapped'],
    ['not mapped, and suspended', active, { status: 'Suspended' }, null, 'suspend; PlanNotMapped'],
    ['not mapped, and over', active, { status: 'Unsubscribed' }, null, 'cancelNow'],
    ['a plan of another product', active, {}, { ...other, productId: 'x' }, 'none; PlanNotMapped'],
    ['more seats', seated, { quantity: 6 }, bySeat, 'changeQuantity'],
    ['the same seats', seated, { quantity: 5 }, bySeat, 'none'],
    ['seats left unsaid', seated, {}, bySeat, 'none'],
    ['no seat at all, which nobody sells', seated, { quantity: 0 }, bySeat, 'none'],
    [
      'more seats of a plan that is not mapped',
      seated,
      { quantity: 6 },
      null,
      'changeQuantity; PlanNotMapped',
    ],
    ['a plan without seats', seated, { quantity: 5 }, other, 'changePlan, changeQuantity'],
    ['a quantity of a plan without seats', active, { quantity: 1 }, flat, 'none'],
    ['the next term', active, { term: later }, flat, 'renew'],
    ['a term left unsaid', active, { term: silent }, flat, 'none'],
    ['renewing turned off', active, { autoRenew: false }, flat, 'cancelAtTermEnd'],
    ['renewing still off', ending, { autoRenew: false }, flat, 'none'],
    ['renewing turned on again', ending, {}, flat, 'renew'],
    ['the next term, the last one', active, { autoRenew: false, term: later }, flat, 'renew'],
    ['not renewed, and late to end', active, { autoRenew: false, term: past }, flat, 'renew'],
    [
      'not renewed, and nobody says until when',
      pending,
      { autoRenew: false, term: silent },
      flat,
      'activate',
    ],
    ['activated late', pending, { autoRenew: false, term: past }, flat, 'activate'],
    ['the next term after a suspension', suspended, { term: later }, flat, 'reinstate'],
    ['a trial that goes on', trial, { isFreeTrial: true }, flat, 'none'],
    ['a trial that is longer', trial, { isFreeTrial: true, term: later }, flat, 'renew'],
    ['a trial that will not go on', trial, { isFreeTrial: true, autoRenew: false }, flat, 'cancelAtTermEnd'],
    ['a trial that was converted', trial, {}, flat, 'renew'],
    [
      'a trial that ended while suspended and was converted',
      lapsedTrial,
      { autoRenew: false },
      flat,
      'reinstate',
    ],
    [
      'a trial that ended while suspended and goes on',
      lapsedTrial,
      { isFreeTrial: true, autoRenew: false },
      flat,
      'reinstate',
    ],
    ['sold by somebody else', { ...active, source: 'Reseller' }, {}, other, 'none; OtherSource'],
  ])('with %s', (_, ours, theirs, plan, expected) => {
    expect(movesOf(ours, theirSubscription(theirs), plan)).toBe(expected);
  });

  it('keeps a trial when its end changes', () => {
    const { steps } = alignSubscription(
      trial,
      theirSubscription({ isFreeTrial: true, term: later }),
      flat,
      now,
    );
    expect(steps.at(-1)?.transition.subscription).toMatchObject({
      isTrial: true,
      trialEndsAt: later.endsAt,
      validUntil: later.endsAt,
    });
  });
});

describe('properties of alignment', () => {
  const anyPlan = fc.constantFrom(flat, other, bySeat, null, { ...flat, productId: 'another product' });
  const anyPair = fc
    .tuple(anyLife, anyTheirSubscription, anyPlan, anyInstant)
    .map(([{ stored }, theirs, plan, at]) => ({ ours: stored, theirs, plan, at }));
  const after = (ours: Subscription, { steps }: ReturnType<typeof alignSubscription>) =>
    steps.at(-1)?.transition.subscription ?? ours;

  it('aligning twice changes nothing more', () => {
    fc.assert(
      fc.property(anyPair, ({ ours, theirs, plan, at }) => {
        const first = alignSubscription(ours, theirs, plan, at);
        const second = alignSubscription(after(ours, first), theirs, plan, at);
        expect(second.steps).toEqual([]);
        expect(second.obstacle).toBe(first.obstacle);
      }),
    );
  });

  it('the aligned subscription agrees with the marketplace', () => {
    const words = {
      Subscribed: ['Active'],
      Suspended: ['Suspended'],
      Unsubscribed: ['Cancelled', 'Expired'],
    };
    fc.assert(
      fc.property(anyPair, ({ ours, theirs, plan, at }) => {
        const alignment = alignSubscription(ours, theirs, plan, at);
        const aligned = subscriptionAt(after(ours, alignment), at);
        const { status } = theirs;
        if (alignment.obstacle === 'OtherSource') return;
        if (status !== 'Subscribed' && status !== 'Suspended' && status !== 'Unsubscribed') {
          expect(alignment).toEqual({ steps: [], obstacle: null });
          return;
        }
        if (alignment.obstacle === 'HasEnded') return;
        expect(words[status]).toContain(aligned.status);
        if (status !== 'Subscribed') return;
        const own = subscriptionAt(ours, at);
        expect(aligned).toMatchObject(termOf(theirs, monotonicTime(ours, at), own.validUntil));
        if (!theirs.isFreeTrial) expect(aligned.isTrial).toBe(false);
        if (alignment.obstacle === 'PlanNotMapped') {
          expect(aligned.planId).toBe(ours.planId);
          return;
        }
        expect(aligned.planId).toBe(plan?.planId);
        if (!plan?.hasSeats) expect(aligned.quantity).toBeNull();
        else if (theirs.quantity) expect(aligned.quantity).toBe(theirs.quantity);
      }),
    );
  });
});
