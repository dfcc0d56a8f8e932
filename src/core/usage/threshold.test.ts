import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultAlertPercents } from '../catalogue/meter.ts';
import { reachedThresholds } from './notice.ts';

describe('thresholds of the included quantity', () => {
  it.each<[string, bigint, bigint | null, number, number[]]>([
    ['nothing included', 1_000n, null, 0, []],
    ['nothing used', 0n, 100n, 0, []],
    ['just below half', 49n, 100n, 0, []],
    ['half', 50n, 100n, 0, [50]],
    ['half again', 60n, 100n, 50, []],
    ['just below 80 %', 79n, 100n, 50, []],
    ['80 %', 80n, 100n, 50, [80]],
    ['all of it', 100n, 100n, 80, [100]],
    ['more than all', 1_000n, 100n, 100, []],
    ['a jump over two', 90n, 100n, 0, [50, 80]],
    ['a jump over all', 100n, 100n, 0, [50, 80, 100]],
    ['half of an odd quantity', 1n, 3n, 0, []],
    ['a larger quantity, reached again', 100n, 200n, 80, []],
    ['a smaller quantity', 60n, 60n, 50, [80, 100]],
  ])('%s', (_case, used, included, announced, expected) => {
    expect(reachedThresholds(used, included, announced, defaultAlertPercents)).toEqual(expected);
  });

  it('are those of the dimension, if it has its own', () => {
    expect(reachedThresholds(95n, 100n, 0, [90, 150])).toEqual([90]);
    expect(reachedThresholds(150n, 100n, 90, [90, 150])).toEqual([150]);
    expect(reachedThresholds(1n, 0n, 0, defaultAlertPercents)).toEqual([50, 80, 100]);
  });

  it('each is announced once, in order, however the use grows', () => {
    const parts = fc.array(fc.bigInt({ min: 0n, max: 500n }));
    fc.assert(
      fc.property(parts, fc.bigInt({ min: 1n, max: 1_000n }), (added, included) => {
        let used = 0n;
        const announced: number[] = [];
        for (const one of added) {
          used += one;
          announced.push(...reachedThresholds(used, included, announced.at(-1) ?? 0, defaultAlertPercents));
        }
        expect(announced).toEqual(
          defaultAlertPercents.filter((one) => used * 100n >= included * BigInt(one)),
        );
      }),
    );
  });
});
