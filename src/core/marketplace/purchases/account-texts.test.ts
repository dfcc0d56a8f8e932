import { expect, it } from 'vitest';
import type { Subscription } from '../../subscriptions/subscription.ts';
import { nextStepText, subscriptionText } from './account.ts';

const now = new Date('2026-11-16T12:00:00Z');
const december = new Date('2026-12-01T00:00:00Z');
const base = {
  source: 'Marketplace',
  status: 'Active',
  validUntil: december,
  renewsItself: true,
  isTrial: false,
  trialEndsAt: null,
  suspendedAt: null,
  cancelledAt: null,
  endedAt: null,
} as unknown as Subscription;

it.each([
  ['that renews', {}, ['Active', 'Renews on 1 December 2026']],
  ['with an end', { renewsItself: false }, ['Active', 'Until 30 November 2026']],
  ['without an end', { validUntil: null }, ['Active', 'No end date']],
  [
    'in its trial',
    { isTrial: true, renewsItself: false, trialEndsAt: december },
    ['Active, free trial', 'Until 30 November 2026'],
  ],
  ['that waits', { status: 'Pending' }, ['Waiting for confirmation', null]],
  [
    'that is suspended',
    { status: 'Suspended', suspendedAt: now },
    ['Suspended', 'Renews on 1 December 2026'],
  ],
  ['that was cancelled', { status: 'Cancelled', endedAt: now }, ['Ended on 16 November 2026', null]],
  [
    'that the clock has ended, before it is swept',
    { renewsItself: false, validUntil: new Date('2026-11-10T00:00:00Z') },
    ['Ended on 10 November 2026', null],
  ],
])('the text of a subscription %s', (_case, changes, expected) => {
  const { status, term } = subscriptionText({ ...base, ...changes } as Subscription, now);
  expect([status, term]).toEqual(expected);
});

it.each([
  ['Pending', 'Marketplace', 'Configure account'],
  ['Pending', 'Direct', 'The vendor has not activated'],
  ['Suspended', 'Marketplace', 'Correct the payment'],
  ['Suspended', 'Reseller', 'The vendor has suspended'],
  ['Cancelled', 'Marketplace', 'buy it again'],
  ['Expired', 'Marketplace', 'buy it again'],
  ['Expired', 'Direct', null],
  ['Active', 'Marketplace', null],
] as const)('the next step of a subscription that is %s, sold by %s', (status, source, expected) => {
  const text = nextStepText({ status, source });
  if (expected === null) expect(text).toBeNull();
  else expect(text).toContain(expected);
});
