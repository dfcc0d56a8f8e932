import { expect, it } from 'vitest';
import { limitText } from './limit-text.ts';

const label = { unit: 'MB', absentMeans: null } as const;

it.each([
  [2_000, label, '2,000 MB'],
  [0, label, '0 MB'],
  [5, undefined, '5'],
  [null, undefined, 'Not set'],
  [null, label, 'Not set'],
  [null, { ...label, absentMeans: 'Unlimited' as const }, 'Unlimited'],
  [null, { ...label, absentMeans: 'None' as const }, 'None'],
])('the limit %j with the label %j: %s', (value, given, text) => {
  expect(limitText(value, given)).toBe(text);
});
