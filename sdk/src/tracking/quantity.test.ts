import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isQuantity, roundQuantity } from './quantity.ts';

describe('a quantity', () => {
  it.each([
    [12, 12],
    [0.000001, 0.000001],
    [999_999_999.999999, 999_999_999.999999],
    [0.1 + 0.2, 0.3],
    [0.1234567, 0.123457],
    [1 / 3, 0.333333],
    [2 / 3, 0.666667],
    // Half-even.
    [0.0078125, 0.007812],
    [0.0000015, 0.000002],
    [0.0000025, 0.000002],
    [1_000_000.0000015, 1_000_000.000002],
    [0.00000051, 0.000001],
    [0.0000005, 0.0000005],
    [1e-9, 1e-9],
    [-1, -1],
    [Number.NaN, Number.NaN],
    [1e300, 1e300],
  ])('of %d is rounded to %d', (given, expected) => {
    expect(roundQuantity(given)).toBe(expected);
  });

  it('has at most 6 decimals, and is half a millionth away at most', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.000001, max: 1e9, noNaN: true }), (given) => {
        const rounded = roundQuantity(given);
        expect(isQuantity(rounded) && Number(rounded.toFixed(6)) === rounded).toBe(true);
        // A double near the largest quantity is itself inexact by a ten-millionth.
        expect(Math.abs(rounded - given)).toBeLessThanOrEqual(0.0000005 + given * Number.EPSILON);
        expect(roundQuantity(rounded)).toBe(rounded);
      }),
    );
  });
});
