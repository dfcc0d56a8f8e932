import { describe, expect, it } from 'vitest';
import type { MarketplaceAction } from '../fulfilment-service.ts';
import { type ExpectedChange, expectedAfter, nothingExpected } from './action-effect.ts';

const start = new Date('2026-11-15T09:00:00.000Z');
const after = (milliseconds: number) => new Date(start.getTime() + milliseconds);
const minute = 60_000;
const expected = (rest: Partial<ExpectedChange>): ExpectedChange => ({ ...nothingExpected, ...rest });

describe('the expected change after an operation', () => {
  const ours = { validUntil: start, changedAt: after(-minute) };
  const notification = { planId: 'silver', quantity: 7 };
  it.each<[MarketplaceAction | null, Partial<ExpectedChange>]>([
    ['ChangePlan', { planId: 'gold' }],
    ['ChangeQuantity', { quantity: 8 }],
    ['Suspend', { status: 'Suspended' }],
    ['Reinstate', { status: 'Subscribed' }],
    ['Subscribe', { status: 'Subscribed' }],
    ['Unsubscribe', { status: 'Unsubscribed', hasEnded: true }],
    ['Renew', { termEndsAfter: start }],
    [null, {}],
  ])('is derived from %s', (action, rest) => {
    const operation = { action, planId: 'gold', quantity: 8, at: start };
    expect(expectedAfter(operation, notification, ours)).toEqual(expected(rest));
  });

  it('has the values of the notification where the operation omits them', () => {
    const silent = { planId: null, quantity: null, at: null };
    expect(expectedAfter({ ...silent, action: 'ChangePlan' }, notification, ours).planId).toBe('silver');
    expect(expectedAfter({ ...silent, action: 'ChangeQuantity' }, notification, ours).quantity).toBe(7);
  });

  it.each([
    ['an unknown subscription', null],
    ['a subscription changed since', { validUntil: start, changedAt: after(1) }],
    ['a subscription without end', { validUntil: null, changedAt: after(-minute) }],
  ])('has no term for %s', (_, held) => {
    const renewal = { action: 'Renew', planId: null, quantity: null, at: start } as const;
    expect(expectedAfter(renewal, notification, held)).toEqual(nothingExpected);
  });
});
