import { expect, it } from 'vitest';
import { resultOf } from './result-of.ts';

it.each([
  ['cancelNow', 'Cancelled'],
  ['changePlan, renew', 'Plan changed, Renewed'],
  [
    'The subscription is unknown, and its plan is not mapped.',
    'The subscription is unknown, and its plan is not mapped.',
  ],
])('shows %s as %s', (detail, shown) => {
  expect(resultOf(detail)).toBe(shown);
});
