import { describe, expect, it } from 'vitest';
import { daysAfter, start as now, subscription } from '../../../tests/support/worlds/subscriptions.ts';
import type { Subscription } from './subscription.ts';
import { hasLapsed, isEndedByClock, isSameTerm, maxSeats, quantityIssues, termIssues } from './term.ts';

const later = daysAfter(1);
const before = daysAfter(-1);

it.each([
  ['Marketplace', true, false],
  ['Marketplace', false, true],
  ['Direct', false, true],
  ['Direct', true, true],
  ['Reseller', true, true],
] as const)(
  'a subscription of source %s, renewing automatically %s, is ended by time: %s',
  (source, renewsItself, expected) => {
    expect(isEndedByClock({ source, renewsItself })).toBe(expected);
  },
);

it.each([
  ['open-ended', null, null, false],
  ['a term to come', later, null, false],
  ['a term over now', now, null, true],
  ['a trial to come', null, later, false],
  ['a trial over now', later, now, true],
])('%s has ended: %4$s', (_case, validUntil, trialEndsAt, expected) => {
  expect(hasLapsed({ validUntil, trialEndsAt }, now)).toBe(expected);
});

it.each([
  [null, false, null, false, true],
  [now, false, new Date(now), false, true],
  [now, false, later, false, false],
  [now, false, null, false, false],
  [now, false, now, true, false],
])('a term of %s, %s and one of %s, %s are equal: %s', (one, oneRenews, other, otherRenews, expected) => {
  const terms = [
    { validUntil: one, renewsItself: oneRenews },
    { validUntil: other, renewsItself: otherRenews },
  ] as const;
  expect(isSameTerm(...terms)).toBe(expected);
});

describe('termIssues', () => {
  const marketplace = { source: 'Marketplace', renewsItself: true } as const;
  it.each<[string, Partial<Subscription>, string[]]>([
    ['open-ended', {}, []],
    ['a term to come', { validUntil: later }, []],
    ['a term over now', { validUntil: now }, ['validUntil future']],
    ['a term long over, renewing by itself', { ...marketplace, validUntil: before }, []],
    [
      'a term long over, on the marketplace',
      { source: 'Marketplace', validUntil: before },
      ['validUntil future'],
    ],
    ['renewing by itself, sold directly', { renewsItself: true }, ['renewsItself source']],
    ['a trial', { isTrial: true, trialEndsAt: later, validUntil: later }, []],
    ['a trial of which no end is known', { isTrial: true }, []],
    ['a trial over now', { isTrial: true, trialEndsAt: now }, ['trialEndsAt future']],
    ['a trial over, renewing by itself', { ...marketplace, isTrial: true, trialEndsAt: before }, []],
    ["no trial, with a trial's end", { trialEndsAt: later }, ['trialEndsAt trial']],
    [
      'a trial that outlasts its term',
      { isTrial: true, trialEndsAt: daysAfter(2), validUntil: later },
      ['trialEndsAt term'],
    ],
  ])('checks %s', (_case, rest, expected) => {
    const issues = termIssues(subscription(rest), now);
    expect(issues.map(({ path, rule }) => `${path} ${rule}`)).toEqual(expected);
  });
});

it.each([
  [null, true],
  [1, true],
  [maxSeats, true],
  [maxSeats + 1, false],
  [0, false],
  [-1, false],
  [1.5, false],
  [Number.NaN, false],
])('a quantity of %s is valid: %s', (quantity, expected) => {
  expect(quantityIssues({ quantity }).length === 0).toBe(expected);
});
