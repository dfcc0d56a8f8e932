import { expect, it } from 'vitest';
import { milliseconds } from './duration.ts';
import type { Duration } from './types.ts';

it.each<[Duration, number]>([
  [0, 0],
  [250, 250],
  ['250ms', 250],
  ['30s', 30_000],
  ['1.5m', 90_000],
  ['72h', 259_200_000],
  ['2d', 172_800_000],
])('%j is %i ms', (duration, expected) => {
  expect(milliseconds('grace', duration)).toBe(expected);
});

it.each(['', '30', 's', '-1s', '1e3s', '1 s', '5w', -1, Number.NaN, Number.POSITIVE_INFINITY, null])(
  '%j is refused',
  (duration) => {
    expect(() => milliseconds('grace', duration as Duration)).toThrow('grace is');
  },
);
