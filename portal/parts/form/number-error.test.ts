import { expect, it } from 'vitest';
import { numberError } from './number-error.ts';

it.each([
  ['', { min: 0 }, undefined],
  [undefined, { min: 0 }, undefined],
  [0, { min: 0 }, undefined],
  [-5, { min: 0 }, 'Must be 0 or more.'],
  ['-5', { min: 0 }, 'Must be 0 or more.'],
  ['-', { min: 0 }, 'Must be a number.'],
  [121, { min: 0, max: 120 }, 'Must be from 0 to 120.'],
  [7, { max: 5 }, 'Must be 5 or less.'],
  [2.5, { min: 1, decimals: 0 }, 'Must be a whole number.'],
  [2, { min: 1, decimals: 0 }, undefined],
  [1.123456, { decimals: 6 }, undefined],
  ['1.1234567', { decimals: 6 }, 'Must have 6 decimals at most.'],
] as const)('checks the number: %s %j', (value, rule, text) => {
  expect(numberError(value, rule)).toBe(text);
});
