import { expect, it } from 'vitest';
import { daysLeft, warningOf } from './credential-ending.ts';

const day = 24 * 3_600_000;
const endsAt = new Date('2027-01-31T12:00:00.000Z');
const before = (days: number) => new Date(endsAt.getTime() - days * day);

it.each([
  [61, null, 61],
  [60.001, null, 60],
  [60, 60, 60],
  [30.001, 60, 30],
  [30, 30, 30],
  [7, 7, 7],
  [6, 7, 6],
  [1, 1, 1],
  [0.5, 1, 0],
  [0, 1, 0],
  [-5, 1, 0],
])('%d days before the expiry the warning is that of %s days', (days, warning, left) => {
  expect([warningOf(endsAt, before(days)), daysLeft(endsAt, before(days))]).toEqual([warning, left]);
});
