import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameSum, quantitySumToText, readQuantitySum } from './quantity-sum.ts';

describe('a sum of quantities', () => {
  it.each([
    ['0', 0n, '0'],
    ['0.000000', 0n, '0'],
    ['12.5', 12_500_000n, '12.5'],
    ['12.500000', 12_500_000n, '12.5'],
    ['0.000001', 1n, '0.000001'],
    ['24000000000.000001', 24_000_000_000_000_001n, '24000000000.000001'],
  ])('is parsed from %s exactly', (text, sum, back) => {
    expect([readQuantitySum(text), quantitySumToText(sum)]).toEqual([sum, back]);
  });

  it.each(['', '-1', '1e21', '1.', '.5', '0.0000001', 'NaN', '1 '])('is absent for "%s"', (text) => {
    expect(() => readQuantitySum(text)).toThrow(RangeError);
  });

  it.each([
    [1n, 1n, true],
    [1n, 2n, false],
    [0n, 1n, false],
    [333_000_000_000_000n, 333_000_000_000_001n, false],
    [24_000_000_000_000_000n, 24_000_000_000_000_072n, true],
    [24_000_000_000_000_000n, 24_000_000_000_000_073n, false],
  ])('of %i and %i are equal: %s', (exact, inDoubles, isSame) => {
    expect(isSameSum(exact, inDoubles)).toBe(isSame);
  });

  it('equals the sum of its parts in doubles, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 10 ** 15 }), { maxLength: 24 }), (parts) => {
        const exact = parts.reduce((sum, part) => sum + BigInt(part), 0n);
        const inDoubles = parts.reduce((sum, part) => sum + part / 1_000_000, 0);
        expect(isSameSum(exact, readQuantitySum(inDoubles.toFixed(6)))).toBe(true);
      }),
    );
  });
});
