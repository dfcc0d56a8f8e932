import { describe, expect, it } from 'vitest';
import { blockSize, millionths } from './block-size.ts';

describe('the size of a block', () => {
  it.each<[string, number, number | null | undefined, boolean, number]>([
    ["unknown: the first reservation is the service's", 1, undefined, true, 0],
    ['a hundredth of what remains', 1, 1_000_000, true, 10_000],
    ['rounded down to whole units', 1, 123_456, true, 1_234],
    ['not rounded to units after a fraction', 0.001, 123_456, false, 1_234.56],
    ['at the border', 1, 1_000, true, 10],
    ['near the limit', 1, 999, true, 0],
    ['near the limit for a larger quantity', 100, 99_999, true, 0],
    ['at the border for a larger quantity', 100, 100_000, true, 1_000],
    ['at the limit', 1, 0, true, 0],
    ['a small fraction of a small limit', 0.001, 1, false, 0.01],
    ['a fraction, but whole units so far', 0.001, 99, true, 0],
    ['more than the service takes at once', 1, 1_000_000_000_000, true, 1_000_000_000],
    ['without a limit', 2, null, true, 200_000],
    ['without a limit, a large quantity', 1_000_000, null, true, 1_000_000_000],
  ])('%s', (_case, quantity, remaining, isWhole, size) => {
    const units = remaining == null ? remaining : remaining * millionths;
    expect(blockSize(quantity * millionths, units, isWhole)).toBe(size * millionths);
  });
});
