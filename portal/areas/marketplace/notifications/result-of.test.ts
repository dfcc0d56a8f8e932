import { expect, it } from 'vitest';
import { resultOf } from './result-of.ts';

it.each([
  [
    { moves: [{ move: 'changePlan' }, { move: 'renew' }], detail: 'changePlan, renew' },
    'Plan changed, Renewed',
  ],
  [{ moves: [], detail: 'The plan is not mapped, and unknown.' }, 'The plan is not mapped, and unknown.'],
  [{ moves: [], detail: null }, null],
] as const)('shows %j as %s', (notification, shown) => {
  expect(resultOf({ ...notification, moves: [...notification.moves] })).toBe(shown);
});
