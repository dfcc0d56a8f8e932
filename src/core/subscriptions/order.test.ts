import { describe, expect, it } from 'vitest';
import { daysAfter, start as now } from '../../../tests/support/worlds/subscriptions.ts';
import { createSubscription, type SubscriptionOrder } from './order.ts';

const order: SubscriptionOrder = {
  workspaceId: 'workspace',
  subscriptionId: 'subscription',
  productId: 'product',
  planId: 'plan',
  tenantId: 'tenant',
  source: 'Marketplace',
  marketplaceSubscriptionId: 'of the marketplace',
  quantity: 5,
  validUntil: daysAfter(30),
  renewsItself: true,
  isTrial: false,
  trialEndsAt: null,
};

describe('createSubscription', () => {
  it('creates a Pending subscription with the ordered facts and no history', () => {
    expect(createSubscription(order, now)).toEqual({
      subscription: {
        ...order,
        status: 'Pending',
        createdAt: now,
        activatedAt: null,
        suspendedAt: null,
        cancelledAt: null,
        endedAt: null,
        changedAt: now,
      },
      events: [{ type: 'subscription.created', occurredAt: now }],
    });
  });

  it('sets validUntil to the end of a trial by default', () => {
    const trial = { ...order, isTrial: true, trialEndsAt: daysAfter(14) };
    expect(createSubscription({ ...trial, validUntil: null }, now)).toMatchObject({
      subscription: { trialEndsAt: daysAfter(14), validUntil: daysAfter(14) },
    });
    expect(createSubscription(trial, now)).toMatchObject({ subscription: { validUntil: daysAfter(30) } });
  });

  it.each<[string, Partial<SubscriptionOrder>, string[]]>([
    ['no seats', { quantity: 0 }, ['quantity']],
    ['a term that is over', { validUntil: now, renewsItself: false }, ['validUntil']],
    ['renewing by itself, sold directly', { source: 'Direct' }, ['renewsItself']],
    ['everything at once', { source: 'Direct', quantity: -1 }, ['quantity', 'renewsItself']],
  ])('refuses %s', (_case, rest, paths) => {
    expect(createSubscription({ ...order, ...rest }, now)).toMatchObject({
      code: 'request.validation_failed',
      args: { issues: paths.map((path) => ({ path })) },
    });
  });
});
