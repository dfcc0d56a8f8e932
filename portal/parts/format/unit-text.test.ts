import { expect, it } from 'vitest';
import { unitText } from './unit-text.ts';

it.each([
  [1, 'call', '1 call'],
  [10_000, 'call', '10,000 calls'],
  [0, 'query', '0 queries'],
  [2, 'day', '2 days'],
  [3, 'batch', '3 batches'],
  [2.5, 'million rows', '2.5 million rows'],
  [5, 'GB', '5 GB'],
  [5, 'GiB', '5 GiB'],
  [2, '文書', '2 文書'],
])('%d of %s is %s', (quantity, unit, text) => {
  expect(unitText(quantity, unit)).toBe(text);
});
