import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxRetryAfterMilliseconds, pauseAfter, readRetryAfter, usageRetryPolicy } from './retry.ts';

const policy = { firstPauseMilliseconds: 1_000, maxPauseMilliseconds: 60_000 };
const almostOne = 1 - Number.EPSILON;

describe('pauseAfter', () => {
  it.each<[string, number, number, number | null, number]>([
    ['the first failure, shortest', 1, 0, null, 500],
    ['the first failure, mean', 1, 0.5, null, 750],
    ['the first failure, longest', 1, almostOne, null, 1_000],
    ['the second', 2, 0, null, 1_000],
    ['the sixth', 6, 0, null, 16_000],
    ['the seventh failure, at the maximum', 7, 0, null, 30_000],
    ['the hundredth', 100, 0, null, 30_000],
    ['more failures than a number can count', 5_000, almostOne, null, 60_000],
    ['none yet', 0, 0, null, 500],
    ['a shorter Retry-After', 3, 0, 100, 2_000],
    ['a longer Retry-After', 1, 0, 7_000, 7_000],
    ['a longer Retry-After, with jitter', 1, 0.5, 7_000, 7_250],
    ['a Retry-After of 0', 1, 0, 0, 500],
    ['an infinite Retry-After', 1, 0, Number.POSITIVE_INFINITY, maxRetryAfterMilliseconds],
  ])('is computed for %s', (_case, failedTries, random, retryAfter, expected) => {
    expect(pauseAfter(failedTries, random, policy, retryAfter)).toBe(expected);
  });

  const anyRandom = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

  it('is at least the requested pause, and at most the maximum pause longer', () => {
    const anyRetryAfter = fc.option(fc.nat({ max: maxRetryAfterMilliseconds }));
    fc.assert(
      fc.property(fc.nat({ max: 2_000 }), anyRandom, anyRetryAfter, (failedTries, random, retryAfter) => {
        const pause = pauseAfter(failedTries, random, usageRetryPolicy, retryAfter);
        const { firstPauseMilliseconds, maxPauseMilliseconds } = usageRetryPolicy;
        expect(Number.isInteger(pause)).toBe(true);
        expect(pause).toBeGreaterThanOrEqual(Math.max(firstPauseMilliseconds / 2, retryAfter ?? 0));
        expect(pause).toBeLessThanOrEqual(maxPauseMilliseconds + (retryAfter ?? 0));
      }),
    );
  });

  it('grows with every failure up to the maximum', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), anyRandom, (failedTries, random) => {
        const pause = pauseAfter(failedTries, random, usageRetryPolicy);
        const next = pauseAfter(failedTries + 1, random, usageRetryPolicy);
        expect(next).toBeGreaterThanOrEqual(pause);
        if (failedTries < 6) expect(next).toBeGreaterThanOrEqual(2 * pause - 1);
      }),
    );
  });
});

it.each<[string, string | null | undefined, number | null]>([
  ['absent', undefined, null],
  ['null', null, null],
  ['empty', '', null],
  ['seconds', '120', 120_000],
  ['no seconds', '0', 0],
  ['blanks around', ' 7 ', 7_000],
  ['a fraction', '1.5', 1_500],
  ['more than a day', '86401', maxRetryAfterMilliseconds],
  ['more than a number can hold', '9'.repeat(400), maxRetryAfterMilliseconds],
  ['negative', '-1', null],
  ['a date', 'Sun, 15 Nov 2026 09:01:00 GMT', 60_000],
  ['a date that is past', 'Sun, 15 Nov 2026 08:59:00 GMT', 0],
  ['a date far away', 'Sun, 15 Nov 2099 08:59:00 GMT', maxRetryAfterMilliseconds],
  ['no such date', 'Sun, 15 Foo 2026 09:01:00 GMT', null],
  ['an ISO date', '2026-11-15T09:01:00Z', null],
  ['words', 'soon', null],
])('readRetryAfter parses %s', (_case, header, expected) => {
  expect(readRetryAfter(header, new Date('2026-11-15T09:00:00.000Z'))).toBe(expected);
});
