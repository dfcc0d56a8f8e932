import { describe, expect, it } from 'vitest';
import { planContent, subscription } from '../../../../tests/support/worlds/subscriptions.ts';
import { isRefusal } from '../../refusal.ts';
import type { Subscription } from '../../subscriptions/subscription.ts';
import { contractEnd, graceEnd, licenceFileEnd, licenceFileState } from './licence-file.ts';

const at = (text: string) => new Date(text);
const now = at('2026-11-15T09:30:00.500Z');
const noon = at('2027-03-01T12:00:00.000Z');

describe('the end of a licence file', () => {
  it.each<[string, number, string | null, string]>([
    ['is a month later', 1, null, '2026-12-15T09:30:00.000Z'],
    ['is 13 months later at most', 13, null, '2027-12-15T09:30:00.000Z'],
    ['is before the end of the contract', 3, '2027-03-01T12:00:00.900Z', '2027-02-15T09:30:00.000Z'],
    ['is that of the contract in its last month', 4, '2027-03-01T12:00:00.900Z', '2027-03-01T12:00:00.000Z'],
    ['is that of the contract that ends tomorrow', 1, '2026-11-16T00:00:00.000Z', '2026-11-16T00:00:00.000Z'],
  ])('%s', (_, months, end, expected) => {
    expect(licenceFileEnd(months, end === null ? null : at(end), now)).toEqual(at(expected));
  });

  it('is the last day of a short month', () => {
    expect(licenceFileEnd(3, null, at('2026-11-30T00:00:00.000Z'))).toEqual(at('2027-02-28T00:00:00.000Z'));
  });

  it.each([0, 14, -1, 1.5, Number.NaN])('is refused for %s months', (months) => {
    expect(licenceFileEnd(months, null, now)).toMatchObject({ code: 'licence_file.months_out_of_range' });
  });

  it('is refused after the last month of the contract, which is named', () => {
    expect(licenceFileEnd(5, noon, now)).toMatchObject({
      code: 'licence_file.past_contract_end',
      args: { maximumMonths: 4, contractEndsAt: '2027-03-01T12:00:00.000Z' },
    });
    expect(isRefusal(licenceFileEnd(4, noon, now))).toBe(false);
  });
});

describe('the end of a contract', () => {
  const hold = (rest: Partial<Subscription>) => ({
    plan: planContent('any'),
    subscription: subscription({ validUntil: noon, renewsItself: false, ...rest }),
  });
  const early = at('2027-01-01T00:00:00.000Z');
  it.each<[string, readonly Partial<Subscription>[], Date | null]>([
    ['is that of the term', [{}], noon],
    ['is the later of two', [{}, { validUntil: early }], noon],
    ['is none if the term renews itself', [{ renewsItself: true }], null],
    ['is none if another renews itself', [{}, { renewsItself: true, validUntil: early }], null],
    ['is none without an end', [{ validUntil: null }], null],
    ['is that of the trial', [{ trialEndsAt: early }], early],
    ['is that of the trial without a term', [{ trialEndsAt: early, validUntil: null }], early],
  ])('%s', (_, held, expected) => {
    expect(contractEnd(held.map(hold))).toEqual(expected);
  });
});

it.each([
  ['Active', noon, null, null],
  ['Expired', now, null, null],
  ['Revoked', noon, now, 'Lost.'],
  ['Revoked', now, now, 'Lost.'],
  ['Replaced', noon, now, 'replaced'],
])('the state is %s', (state, expiresAt, revokedAt, revokeReason) => {
  expect(licenceFileState({ expiresAt, revokedAt, revokeReason }, now)).toBe(state);
});

it('the grace period begins with the end', () => {
  expect(graceEnd({ expiresAt: noon, graceSeconds: 90 })).toEqual(at('2027-03-01T12:01:30.000Z'));
});
