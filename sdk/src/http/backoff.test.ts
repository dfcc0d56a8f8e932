import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoff, retryAfter } from './backoff.ts';

describe('backoff', () => {
  it.each([
    [1, 0, 200],
    [1, 1, 100],
    [2, 0, 400],
    [3, 0, 800],
    [9, 0, 2_000],
    [9_999, 0.5, 1_500],
  ])('after %i failures, at random %d: %i ms', (failures, random, expected) => {
    expect(backoff(failures, 200, 2_000, random)).toBe(expected);
  });

  it('is never longer than the longest and never shorter than half of the first', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
        const wait = backoff(failures, 200, 2_000, random);
        expect(wait).toBeGreaterThanOrEqual(100);
        expect(wait).toBeLessThanOrEqual(2_000);
      }),
    );
  });
});

it.each([
  [null, undefined],
  ['7', 7_000],
  ['0', 0],
  ['Sun, 15 Nov 2026 09:00:30 GMT', undefined],
])('Retry-After %j is %j ms', (header, expected) => {
  expect(retryAfter(header)).toBe(expected);
});
