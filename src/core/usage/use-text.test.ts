import { expect, it } from 'vitest';
import { useText } from './use-text.ts';

it.each([
  [0, null, null, '0 reports', 'calm', null],
  [1, null, null, '1 report', 'calm', null],
  [7, 10, null, '7 of 10 reports', 'calm', null],
  [8, 10, null, '8 of 10 reports', 'near', 'Only 2 reports left of what is included'],
  [9, 10, null, '9 of 10 reports', 'near', 'Only 1 report left of what is included'],
  [9.7, 10, null, '9.7 of 10 reports', 'near', 'Only 0.3 reports left of what is included'],
  [10, 10, null, '10 of 10 reports', 'near', 'All that is included is used'],
  [15, 10, null, '15 reports, 10 included', 'over', '5 reports above what is included'],
  [1_500, 1_000, 2_000, '1,500 reports, 1,000 included', 'over', '500 reports above what is included'],
  [1_600, 1_000, 2_000, '1,600 reports, 1,000 included', 'near', 'Near the limit of 2,000'],
  [2_000, 1_000, 2_000, '2,000 reports, 1,000 included', 'near', 'Near the limit of 2,000'],
  [2_001, 1_000, 2_000, '2,001 reports, 1,000 included', 'over', 'Above the limit of 2,000'],
  [3, null, 2, '3 reports', 'over', 'Above the limit of 2'],
  [0, 0, null, '0 of 0 reports', 'calm', null],
  [0, null, 0, '0 reports', 'calm', null],
] as const)('%d used, %s included, limit %s: %s, %s', (used, included, limit, amount, tone, warning) => {
  expect(useText({ unit: 'report', used, included, limit })).toEqual({ amount, tone, warning });
});
