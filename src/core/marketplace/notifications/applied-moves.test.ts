import { describe, expect, it } from 'vitest';
import { moveTypes } from '../../subscriptions/transition.ts';
import { appliedDetail, movesOfDetail } from './alignment.ts';

describe('moves of a stored detail', () => {
  it.each([
    [null, []],
    ['', []],
    ['cancelNow', ['cancelNow']],
    ['renew, changePlan', ['renew', 'changePlan']],
    ['changeQuantity, changeQuantity', ['changeQuantity', 'changeQuantity']],
    ['The subscription was up to date.', []],
    ['The subscription is unknown, and its plan is not mapped.', []],
    ['suspend, and its plan is not mapped', []],
    ['cancelnow', []],
    ['constructor', []],
  ])('%s: %j', (detail, moves) => {
    expect(movesOfDetail(detail)).toEqual(moves);
  });

  it.each([{ moves: [] }, { moves: ['activate', 'suspend'] as const }, { moves: moveTypes }])(
    'are those that were written: $moves',
    ({ moves }) => {
      expect(movesOfDetail(appliedDetail(moves))).toEqual(moves);
    },
  );
});
