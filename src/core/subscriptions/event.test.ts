import { describe, expect, it } from 'vitest';
import { daysAfter, start as now, subscription } from '../../../tests/support/worlds/subscriptions.ts';
import { eventTypes } from '../webhooks/event.ts';
import { eventsOfMove } from './event.ts';
import type { Move } from './subscription.ts';

const term = { validUntil: daysAfter(9), renewsItself: false };

describe('eventsOfMove', () => {
  it.each<[string, Move, string[]]>([
    ['activate', { type: 'activate' }, ['subscription.activated']],
    ['changePlan', { type: 'changePlan', planId: 'other' }, ['subscription.plan_changed']],
    ['changeQuantity', { type: 'changeQuantity', quantity: 2 }, ['subscription.quantity_changed']],
    ['suspend', { type: 'suspend' }, ['subscription.suspended']],
    ['reinstate', { type: 'reinstate' }, ['subscription.reinstated']],
    ['renew', { type: 'renew', term }, ['subscription.renewed']],
    ['cancelNow', { type: 'cancelNow' }, ['subscription.cancelled']],
    ['cancelAtTermEnd', { type: 'cancelAtTermEnd' }, ['subscription.cancellation_scheduled']],
    ['expire', { type: 'expire' }, ['subscription.expired']],
  ])('lists the events of %s', (_case, move, expected) => {
    const before = subscription();
    const events = eventsOfMove(move, before, { ...before, changedAt: now });
    expect(events.map(({ type }) => type)).toEqual(expected);
    for (const { type, occurredAt } of events) {
      expect(eventTypes).toContain(type);
      expect(occurredAt).toEqual(now);
    }
  });

  it('includes the previous plan in a plan change', () => {
    const before = subscription();
    const after = { ...before, planId: 'other', changedAt: now };
    expect(eventsOfMove({ type: 'changePlan', planId: 'other' }, before, after)).toEqual([
      { type: 'subscription.plan_changed', occurredAt: now, previousPlanId: 'plan' },
    ]);
  });

  it('adds a renewal to a reinstatement with a new term', () => {
    const before = subscription({ status: 'Suspended' });
    const types = eventsOfMove({ type: 'reinstate', term }, before, { ...before, ...term }).map(
      ({ type }) => type,
    );
    expect(types).toEqual(['subscription.reinstated', 'subscription.renewed']);
  });
});
