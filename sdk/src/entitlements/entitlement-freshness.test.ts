import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entitlementDocument } from '../../tests/support/scripted-service.ts';
import { createClock } from '../clock.ts';
import { changesAfter, isCovered, unconfirmedResponse } from './entitlement-freshness.ts';

describe('an answer that was confirmed at 1,000 by request 5 is covered', () => {
  const confirmation = { confirmedAt: 1_000, order: 5 };
  const none = { since: Number.POSITIVE_INFINITY, aliveUntil: Number.NEGATIVE_INFINITY };
  it.each([
    ['without a stream, while it is young', none, 1_059, true],
    ['without a stream, when it is old', none, 1_060, false],
    ['by a stream that began before it', { since: 4, aliveUntil: 9_000 }, 8_999, true],
    ['by a stream that has been silent for too long', { since: 4, aliveUntil: 9_000 }, 9_000, false],
    ['by a stream that began after it', { since: 5, aliveUntil: 9_000 }, 1_060, false],
  ])('%s', (_name, coverage, now, expected) => {
    expect(isCovered(confirmation, coverage, now, 60)).toBe(expected);
  });
});

it('an answer of the store is not covered, however young it is', () => {
  const coverage = { since: 4, aliveUntil: 9_000 };
  expect(isCovered({ confirmedAt: 1_000, order: 0 }, coverage, 1_001, 60)).toBe(false);
});

describe('an answer that cannot be confirmed', () => {
  it.each([
    [1_000, 'deny', 'lastKnown'],
    [1_072, 'deny', 'lastKnown'],
    [1_073, 'deny', 'deny'],
    [1_072, 'lastKnown', 'lastKnown'],
    [9_999, 'lastKnown', 'lastKnown'],
  ] as const)('at %i, and then %s: %s', (now, afterGrace, expected) => {
    expect(unconfirmedResponse({ confirmedAt: 1_000, order: 1 }, now, { grace: 72, afterGrace })).toBe(
      expected,
    );
  });
});

describe('an entitlement changes by the clock', () => {
  const never = Number.POSITIVE_INFINITY;
  it.each([
    [null, null, never],
    ['2026-11-15T09:01:00.000Z', null, 60_000],
    [null, '2026-11-15T09:00:30.000Z', 30_000],
    ['2026-11-15T09:01:00.000Z', '2026-11-15T09:00:30.000Z', 30_000],
    ['2026-11-15T08:00:00.000Z', '2026-11-15T09:00:30.000Z', 30_000],
    ['2026-11-15T09:00:00.000Z', null, never],
    ['soon', null, never],
  ])('valid until %s, trial until %s: after %d ms', (validUntil, trialEndsAt, expected) => {
    const change = { validUntil, trialEndsAt };
    expect(changesAfter(entitlementDocument('a', 'b', { version: 1, change }))).toBe(expected);
  });
});

describe('the steady clock', () => {
  it('never goes back, and advances as far as the system clock between its settings', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1_000, max: 1_000 })), (steps) => {
        let wall = 0;
        const { steady } = createClock(() => wall);
        let before = steady();
        for (const step of steps) {
          wall += step;
          const now = steady();
          expect(now - before).toBe(Math.max(0, step));
          before = now;
        }
      }),
    );
  });
});
