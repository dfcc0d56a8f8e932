import { expect, it } from 'vitest';
import { isRetryable } from './retryable.ts';

const withCode = (code: string) => Object.assign(new Error('Refused'), { code });

it.each([
  '08006',
  '25006',
  '25P03',
  '26000',
  '40001',
  '40P01',
  '42P05',
  '53100',
  '53300',
  '55P03',
  '57014',
  '57P01',
  'ECONNREFUSED',
])('%s is retryable', (code) => {
  expect(isRetryable(withCode(code))).toBe(true);
});

it.each(['22P05', '23505', '25P02', '42P01', 'ERR_HTTP', ''])('%s is not retryable', (code) => {
  expect(isRetryable(withCode(code))).toBe(false);
});

it.each([
  ['Connection terminated unexpectedly', true],
  ['Client has encountered a connection error and is not queryable', true],
  ['A workspace has a hold', false],
])('%s: %s', (message, expected) => {
  expect(isRetryable(new Error(message))).toBe(expected);
});
