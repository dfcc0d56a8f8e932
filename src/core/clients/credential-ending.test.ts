import { expect, it } from 'vitest';
import { daysLeft, keyWarningOf, warningOf } from './credential-ending.ts';

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

it.each([
  [90, 8, null],
  [90, 7, 7],
  [90, 1.5, 7],
  [90, 1, 1],
  [90, 0.5, 1],
  [7, 7, null],
  [7, 2, null],
  [7, 1, 1],
  [1, 1, null],
  [0.5, 0.25, null],
])('a key of %d days has, %d days before its end, the warning of %s days', (life, days, warning) => {
  expect(keyWarningOf({ createdAt: before(life), expiresAt: endsAt }, before(days))).toBe(warning);
});
