import { expect, it } from 'vitest';
import { ticksTo } from './ticks.ts';

it.each([
  [0, [0, 1]],
  [1, [0, 0.25, 0.5, 0.75, 1]],
  [3.25, [0, 1, 2, 3, 4]],
  [57.4, [0, 20, 40, 60]],
  [250, [0, 100, 200, 300]],
  [100, [0, 25, 50, 75, 100]],
  [0.3, [0, 0.1, 0.2, 0.3]],
  [1_000_001, [0, 500_000, 1_000_000, 1_500_000]],
  [0.000001, [0, 2.5e-7, 5e-7, 7.5e-7, 0.000001]],
])('the ticks up to %d are even: %j', (maximum, ticks) => {
  expect(ticksTo(maximum)).toEqual(ticks);
});
