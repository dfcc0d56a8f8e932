import { expect, it } from 'vitest';
import { batchCost } from './batch-read.ts';

it.each([
  [1, 1],
  [10, 1],
  [11, 2],
  [99, 10],
  [100, 10],
])('a batch of %i items is counted as %i requests', (items, requests) => {
  expect(batchCost(items)).toBe(requests);
});
