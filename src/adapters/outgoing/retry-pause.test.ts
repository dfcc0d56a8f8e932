import { expect, it } from 'vitest';
import { readRetryAfter } from '../../core/retry.ts';
import { retryPause } from './one-retry.ts';

const now = new Date('2026-11-15T09:00:00.000Z');

it.each([
  [null, 2_000, 100],
  [null, 100, undefined],
  ['', 2_000, 100],
  ['soon', 2_000, 100],
  ['0', 2_000, 0],
  ['1', 2_000, 1_000],
  [' 1 ', 2_000, 1_000],
  ['1.5', 2_000, 1_500],
  ['2', 2_000, undefined],
  ['2', 2_001, 2_000],
  ['120', 2_000, undefined],
  ['Sun, 15 Nov 2026 09:00:01 GMT', 2_000, 1_000],
  ['Sun, 15 Nov 2026 08:59:00 GMT', 2_000, 0],
  ['Sun, 15 Nov 2026 09:10:00 GMT', 2_000, undefined],
  ['0', 0, undefined],
])('Retry-After %s with %i ms left: %s', (retryAfter, remaining, expected) => {
  expect(retryPause(readRetryAfter(retryAfter, now), remaining)).toBe(expected);
});
