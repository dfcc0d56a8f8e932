import { expect, it } from 'vitest';
import { formatClock } from './clock-time.ts';

const now = new Date(2026, 10, 15, 12, 0);

it.each([
  [new Date(2026, 10, 15, 14, 0), '14:00'],
  [new Date(2026, 10, 16, 9, 5), '16 Nov, 09:05'],
  [new Date(2026, 10, 14, 23, 59), '14 Nov, 23:59'],
])('%s is shown as %s', (at, text) => {
  expect(formatClock(at, now)).toBe(text);
});
