import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anyLife,
  daysAfter,
  start as now,
  subscription,
} from '../../../tests/support/worlds/subscriptions.ts';
import { isRefusal } from '../refusal.ts';
import { subscriptionAt } from './clock.ts';
import type { Move, MoveType, Subscription } from './subscription.ts';
import { allowedMoves, moveTypes, transition } from './transition.ts';

const term = { validUntil: daysAfter(20), renewsItself: false };
const longer = { validUntil: daysAfter(50), renewsItself: false };

const pending = subscription({ status: 'Pending', activatedAt: null, ...term });
const active = subscription({ ...term, quantity: 5 });
const scheduled = subscription({ ...term, cancelledAt: daysAfter(-1) });
const suspended = subscription({ ...term, status: 'Suspended', suspendedAt: daysAfter(-2) });
const cancelled = subscription({ status: 'Cancelled', cancelledAt: daysAfter(-1), endedAt: daysAfter(-1) });
const expired = subscription({ status: 'Expired', endedAt: daysAfter(-1) });
const trial = subscription({ isTrial: true, trialEndsAt: daysAfter(5), validUntil: daysAfter(5) });
const onMarketplace = { source: 'Marketplace', marketplaceSubscriptionId: 'm', renewsItself: true } as const;

/** The resulting status and events, `nothing`, or the code of the refusal. */
function outcomeOf(stored: Subscription, move: Move): string {
  const result = transition(stored, move, now);
  if (isRefusal(result)) return result.code;
  if (result.events.length === 0) return 'nothing';
  const events = result.events.map(({ type }) => type.replace('subscription.', ''));
  return `${result.subscription.status}: ${events.join(', ')}`;
}

const aMove: Readonly<Record<MoveType, Move>> = {
  activate: { type: 'activate' },
  changePlan: { type: 'changePlan', planId: 'other' },
  changeQuantity: { type: 'changeQuantity', quantity: 6 },
  suspend: { type: 'suspend' },
  reinstate: { type: 'reinstate' },
  renew: { type: 'renew', term: longer },
  cancelNow: { type: 'cancelNow' },
  cancelAtTermEnd: { type: 'cancelAtTermEnd' },
  expire: { type: 'expire' },
};

const no = 'subscription.move_not_allowed';
const invalid = 'request.validation_failed';

describe('every move from every status', () => {
  const states = { pending, active, scheduled, suspended, cancelled, expired };
  type Row = Readonly<Record<keyof typeof states, string>>;
  const none: Row = { pending: no, active: no, scheduled: no, suspended: no, cancelled: no, expired: no };
  const table: Readonly<Record<MoveType, Row>> = {
    activate: { ...none, pending: 'Active: activated', active: 'nothing', scheduled: 'nothing' },
    changePlan: { ...none, active: 'Active: plan_changed', scheduled: 'Active: plan_changed' },
    changeQuantity: { ...none, active: 'Active: quantity_changed', scheduled: 'Active: quantity_changed' },
    suspend: {
      ...none,
      active: 'Suspended: suspended',
      scheduled: 'Suspended: suspended',
      suspended: 'nothing',
    },
    reinstate: { ...none, suspended: 'Active: reinstated', active: 'nothing', scheduled: 'nothing' },
    renew: { ...none, active: 'Active: renewed', scheduled: 'Active: renewed' },
    cancelNow: {
      pending: 'Cancelled: cancelled',
      active: 'Cancelled: cancelled',
      scheduled: 'Cancelled: cancelled',
      suspended: 'Cancelled: cancelled',
      cancelled: 'nothing',
      expired: no,
    },
    cancelAtTermEnd: { ...none, active: 'Active: cancellation_scheduled', scheduled: 'nothing' },
    expire: { ...none, expired: 'nothing' },
  };
  const cases = moveTypes.flatMap((type) =>
    (Object.keys(states) as (keyof typeof states)[]).map(
      (state) => [type, state, table[type][state]] as const,
    ),
  );

  it.each(cases)('%s when %s: %s', (type, state, expected) => {
    expect(outcomeOf(states[state], aMove[type])).toBe(expected);
    const changes = expected !== no && expected !== 'nothing';
    expect(allowedMoves(states[state], now).includes(type)).toBe(changes);
  });
});

describe('moves that depend on more than the status', () => {
  const overdue = subscription({ ...onMarketplace, validUntil: now });
  const overdueTrial = subscription({
    ...onMarketplace,
    isTrial: true,
    trialEndsAt: now,
    validUntil: daysAfter(9),
  });

  it.each<[string, Subscription, Move, string]>([
    ['the same plan', active, { type: 'changePlan', planId: 'plan' }, 'nothing'],
    ['the same plan, suspended', suspended, { type: 'changePlan', planId: 'plan' }, no],
    ['the same quantity', active, { type: 'changeQuantity', quantity: 5 }, 'nothing'],
    ['seats for what had none', subscription(), aMove.changeQuantity, 'Active: quantity_changed'],
    ['no seats any more', active, { type: 'changeQuantity', quantity: null }, 'Active: quantity_changed'],
    ['no seat', active, { type: 'changeQuantity', quantity: 0 }, invalid],
    ['less than no seat', active, { type: 'changeQuantity', quantity: -1 }, invalid],
    ['half a seat', active, { type: 'changeQuantity', quantity: 0.5 }, invalid],
    ['renewed to the same term', active, { type: 'renew', term }, 'nothing'],
    ['a trial renewed to its own term', trial, { type: 'renew', term: trial }, 'Active: renewed'],
    ['a cancellation taken back', scheduled, { type: 'renew', term }, 'Active: renewed'],
    ['renewed into the past', active, { type: 'renew', term: { ...term, validUntil: now } }, invalid],
    [
      'renewing by itself, sold directly',
      active,
      { type: 'renew', term: { ...term, renewsItself: true } },
      invalid,
    ],
    ['cancelled at the end of no term', subscription(), { type: 'cancelAtTermEnd' }, no],
    ['cancelled at the end of an overdue term', overdue, { type: 'cancelAtTermEnd' }, no],
    ['cancelled at the end, the trial overdue', overdueTrial, { type: 'cancelAtTermEnd' }, no],
    ['expired when overdue', overdue, { type: 'expire' }, 'Expired: expired'],
    ['expired when its trial is overdue', overdueTrial, { type: 'expire' }, 'Expired: expired'],
    ['activated with its term', pending, { type: 'activate', term: longer }, 'Active: activated'],
    ['activated again with its term', active, { type: 'activate', term }, 'nothing'],
    ['activated again with another', active, { type: 'activate', term: longer }, no],
    ['activated when its term is over', { ...pending, validUntil: now }, { type: 'activate' }, invalid],
    [
      'activated when its term is over, renewing by itself',
      { ...pending, ...onMarketplace, validUntil: now },
      { type: 'activate' },
      'Active: activated',
    ],
    ['activated with an invalid trial', pending, { type: 'activate', trialEndsAt: daysAfter(1) }, invalid],
    ['reinstated with its own term', suspended, { type: 'reinstate', term }, 'Active: reinstated'],
    [
      'reinstated with another',
      suspended,
      { type: 'reinstate', term: longer },
      'Active: reinstated, renewed',
    ],
    ['reinstated when its term is over', { ...suspended, validUntil: now }, { type: 'reinstate' }, invalid],
    [
      'reinstated when its term is over, with another',
      { ...suspended, validUntil: now },
      { type: 'reinstate', term: longer },
      'Active: reinstated, renewed',
    ],
    [
      'reinstated when its trial is over',
      { ...suspended, isTrial: true, trialEndsAt: now },
      { type: 'reinstate' },
      invalid,
    ],
    [
      'reinstated by the marketplace before it has named the new term',
      { ...suspended, ...onMarketplace, validUntil: now },
      { type: 'reinstate' },
      'Active: reinstated',
    ],
    ['renewed at the instant its term is over', { ...active, validUntil: now }, aMove.renew, no],
    ['expired once the clock has', { ...active, validUntil: now }, { type: 'expire' }, 'Expired: expired'],
    [
      'cancelled once the clock has',
      { ...scheduled, validUntil: now },
      aMove.cancelNow,
      'Cancelled: cancelled',
    ],
  ])('decide for %s', (_case, stored, move, expected) => {
    expect(outcomeOf(stored, move)).toBe(expected);
  });
});

describe('the result of a move', () => {
  const written = (stored: Subscription, move: Move) => {
    const result = transition(stored, move, now);
    if (isRefusal(result)) throw new Error(result.detail);
    return result.subscription;
  };

  it.each<[string, Subscription, Move, Partial<Subscription>]>([
    ['activated', pending, { type: 'activate' }, { activatedAt: now, ...term }],
    ['activated with a term', pending, { type: 'activate', term: longer }, longer],
    [
      'a trial activated with its term, which is its end',
      { ...pending, isTrial: true, validUntil: null },
      { type: 'activate', term },
      { trialEndsAt: term.validUntil, ...term },
    ],
    [
      'a trial activated with its end, which is its term',
      { ...pending, isTrial: true, validUntil: null },
      { type: 'activate', trialEndsAt: daysAfter(3) },
      { trialEndsAt: daysAfter(3), validUntil: daysAfter(3) },
    ],
    ['another plan', active, { type: 'changePlan', planId: 'other' }, { planId: 'other' }],
    ['another quantity', active, { type: 'changeQuantity', quantity: 6 }, { quantity: 6 }],
    ['suspended', scheduled, { type: 'suspend' }, { suspendedAt: now, cancelledAt: scheduled.cancelledAt }],
    ['reinstated', suspended, { type: 'reinstate' }, { suspendedAt: null, ...term }],
    [
      'a trial converted',
      trial,
      { type: 'renew', term: longer },
      { isTrial: false, trialEndsAt: null, ...longer },
    ],
    ['a cancellation taken back', scheduled, { type: 'renew', term: longer }, { cancelledAt: null }],
    [
      'cancelled',
      suspended,
      { type: 'cancelNow' },
      { cancelledAt: now, endedAt: now, suspendedAt: daysAfter(-2) },
    ],
    [
      'cancelled before the scheduled end',
      scheduled,
      { type: 'cancelNow' },
      { cancelledAt: now, endedAt: now },
    ],
    [
      'cancelled at the end of a term that would have renewed itself',
      { ...active, ...onMarketplace },
      { type: 'cancelAtTermEnd' },
      { cancelledAt: now, endedAt: null, renewsItself: false, validUntil: term.validUntil },
    ],
  ])('is stored: %s', (_case, stored, move, expected) => {
    expect(written(stored, move)).toMatchObject({ ...expected, changedAt: now });
  });

  it('names the previous plan', () => {
    expect(transition(active, aMove.changePlan, now)).toMatchObject({
      events: [{ type: 'subscription.plan_changed', occurredAt: now, previousPlanId: 'plan' }],
    });
  });

  it('never has a time before the previous move', () => {
    const ahead = { ...active, changedAt: daysAfter(1) };
    expect(written(ahead, { type: 'suspend' })).toMatchObject({
      suspendedAt: daysAfter(1),
      changedAt: daysAfter(1),
    });
  });
});

describe('a refused move', () => {
  it.each([
    [pending, 'suspend', ['activate', 'cancelNow']],
    [suspended, 'renew', ['reinstate', 'cancelNow']],
    [active, 'expire', ['changePlan', 'changeQuantity', 'suspend', 'renew', 'cancelNow', 'cancelAtTermEnd']],
  ] as const)('lists the moves that the status allows', (stored, move, allowed) => {
    expect(transition(stored, aMove[move], now)).toMatchObject({
      code: no,
      args: { move, status: stored.status, allowed },
      detail: `The subscription is ${stored.status} and does not allow ${move}. Allowed moves: ${allowed.join(', ')}.`,
    });
  });

  it('explains that a final status does not change', () => {
    expect(transition(expired, { type: 'cancelNow' }, now)).toMatchObject({
      args: { move: 'cancelNow', status: 'Expired', allowed: [] },
      detail: 'The subscription is Expired and does not allow cancelNow. This status is final.',
    });
  });
});

describe('properties', () => {
  const isFinal = ({ status }: Subscription) => status === 'Cancelled' || status === 'Expired';
  const instants = (one: Subscription) =>
    [one.createdAt, one.activatedAt, one.suspendedAt, one.endedAt].filter((instant) => instant !== null);

  it('the invariants of a subscription hold after every move', () => {
    fc.assert(
      fc.property(anyLife, ({ created, steps, stored }) => {
        for (const one of [created, stored, ...steps.map(({ before, now }) => subscriptionAt(before, now))]) {
          const { status } = one;
          expect(one.quantity === null || one.quantity > 0).toBe(true);
          expect(one.endedAt !== null).toBe(isFinal(one));
          if (status === 'Pending') expect(one.activatedAt).toBeNull();
          if (status !== 'Pending' && status !== 'Cancelled') expect(one.activatedAt).not.toBeNull();
          if (status === 'Suspended') expect(one.suspendedAt).not.toBeNull();
          if (status !== 'Suspended' && status !== 'Cancelled') expect(one.suspendedAt).toBeNull();
          if (status === 'Cancelled') expect(one.cancelledAt).not.toBeNull();
          if (status === 'Pending') expect(one.cancelledAt).toBeNull();
          if (!isFinal(one) && one.cancelledAt !== null) {
            expect(one.validUntil).not.toBeNull();
            expect(one.renewsItself).toBe(false);
          }
          if (one.trialEndsAt !== null) expect(one.isTrial).toBe(true);
          if (one.renewsItself) expect(one.source).toBe('Marketplace');
          for (const instant of instants(one)) expect(one.changedAt >= instant).toBe(true);
        }
      }),
    );
  });

  it('owner, source and creation time never change', () => {
    fc.assert(
      fc.property(anyLife, ({ created, stored }) => {
        const fixed = ({ subscriptionId, tenantId, productId, source, createdAt }: Subscription) => [
          subscriptionId,
          tenantId,
          productId,
          source,
          createdAt,
        ];
        expect(fixed(stored)).toEqual(fixed(created));
      }),
    );
  });

  it('events are raised exactly when something changes, in order of time', () => {
    fc.assert(
      fc.property(anyLife, ({ steps }) => {
        for (const { before, result } of steps) {
          if (isRefusal(result)) continue;
          expect(result.events.length > 0).toBe(result.subscription !== before);
          expect(result.subscription.changedAt >= before.changedAt).toBe(true);
          for (const { occurredAt } of result.events)
            expect(occurredAt).toEqual(result.subscription.changedAt);
        }
      }),
    );
  });

  it('every move is idempotent', () => {
    fc.assert(
      fc.property(anyLife, ({ steps }) => {
        for (const { move, now, result } of steps) {
          if (isRefusal(result)) continue;
          expect(transition(result.subscription, move, now)).toEqual({ ...result, events: [] });
        }
      }),
    );
  });

  it('a final status is never left', () => {
    fc.assert(
      fc.property(anyLife, ({ steps }) => {
        for (const { before, now, result } of steps) {
          const current = subscriptionAt(before, now);
          if (!isFinal(current)) continue;
          expect(allowedMoves(before, now)).toEqual([]);
          if (!isRefusal(result)) expect(result.subscription).toEqual(current);
        }
      }),
    );
  });

  it('the allowed moves are exactly those shown in the portal', () => {
    fc.assert(
      fc.property(anyLife, ({ steps }) => {
        for (const { before, move, now, result } of steps) {
          const isAllowed = allowedMoves(before, now).includes(move.type);
          if (isRefusal(result) && result.code === no) expect(isAllowed).toBe(false);
          if (isRefusal(result) && result.code === invalid) expect(isAllowed).toBe(true);
          if (!isRefusal(result) && !isAllowed)
            expect(result.subscription).toEqual(subscriptionAt(before, now));
        }
      }),
    );
  });
});
