import { describe, expect, it } from 'vitest';
import { isCurrentLane, type LaneLease, leaseTerms } from './lease.ts';
import { takeLane } from './lease-model.fixture.ts';

const now = new Date('2026-11-15T09:00:00.000Z');
const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const lease: LaneLease = { token: 7, holder: 'me', leasedUntil: at(10) };
const length = 30_000;

describe('the lease of a lane', () => {
  it.each<[string, LaneLease | null, string, LaneLease | null]>([
    ['a lane nobody has taken', null, 'me', { token: 1, holder: 'me', leasedUntil: at(length) }],
    ['a lane of another', lease, 'you', null],
    ['its own lane', lease, 'me', { ...lease, leasedUntil: at(length) }],
    [
      'a lane whose lease has lapsed',
      { ...lease, leasedUntil: now },
      'you',
      { token: 8, holder: 'you', leasedUntil: at(length) },
    ],
    [
      'its own lane after a lapse',
      { ...lease, leasedUntil: at(-1) },
      'me',
      { ...lease, leasedUntil: at(length) },
    ],
    [
      'its own lane, with a later take before',
      { ...lease, leasedUntil: at(length + 1) },
      'me',
      { ...lease, leasedUntil: at(length + 1) },
    ],
    [
      'a lane whose lease was ended',
      { ...lease, leasedUntil: null },
      'you',
      { token: 8, holder: 'you', leasedUntil: at(length) },
    ],
    [
      'its own lane after ending the lease',
      { ...lease, leasedUntil: null },
      'me',
      { token: 8, holder: 'me', leasedUntil: at(length) },
    ],
  ])('is taken: %s', (_case, before, holder, after) => {
    expect(takeLane(before, holder, leaseTerms('webhookDelivery', now))).toEqual(after);
  });

  it.each<[string, LaneLease, number, boolean]>([
    ['its token', lease, 7, true],
    ['its token, after a lapse', { ...lease, leasedUntil: at(-1) }, 7, true],
    ['an earlier token', lease, 6, false],
    ['its token, after it was ended', { ...lease, leasedUntil: null }, 7, false],
  ])('counts for %s', (_case, lane, token, counts) => {
    expect(isCurrentLane(lane, token)).toBe(counts);
  });
});
