import { expect, it } from 'vitest';
import { nextMailAt } from './mail-attempts.ts';

const now = new Date('2026-03-01T12:00:00Z');
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

it.each([
  [0, null],
  [1, minutes(5)],
  [2, minutes(10)],
  [5, minutes(80)],
  [9, minutes(1_280)],
  [10, minutes(1_440)],
  [1_000_000, minutes(1_440)],
])('after %i mails the next may be sent at %s', (attempts, expected) => {
  expect(nextMailAt({ attempts, attemptedAt: attempts === 0 ? null : now })).toEqual(expected);
});
