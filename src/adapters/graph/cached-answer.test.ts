import { describe, expect, it } from 'vitest';
import { isFresh, isRefusalFresh, isUsableWhileDown } from './idp-licences.ts';

const minute = 60_000;
const checkedAt = new Date('2026-11-15T09:00:00.000Z');
const later = (milliseconds: number) => new Date(checkedAt.getTime() + milliseconds);
const answerWith = (state: string) => ({ rights: [{ serviceIdentifier: 'plan', state }], checkedAt });

describe('a cached response', () => {
  it.each([
    ['active', 0, true],
    ['active', 5 * minute - 1, true],
    ['active', 5 * minute, false],
    ['warning', 5 * minute - 1, true],
    ['inactive', minute - 1, true],
    ['inactive', minute, false],
    ['suspended', minute, false],
    ['active', -1, false],
  ])('%s, %i ms later, is fresh: %s', (state, age, expected) => {
    expect(isFresh(answerWith(state), 'plan', later(age))).toBe(expected);
  });

  it('is as fresh as the requested plan allows', () => {
    expect(isFresh(answerWith('active'), 'another', later(minute))).toBe(false);
  });

  it.each([
    ['active', 60 * minute, true],
    ['active', 60 * minute + 1, false],
    ['warning', 60 * minute, true],
    ['inactive', 0, false],
    ['active', -1, false],
  ])('%s, %i ms later, is used while the provider is down: %s', (state, age, expected) => {
    expect(isUsableWhileDown(answerWith(state), 'plan', later(age))).toBe(expected);
  });
});

it('a cached refusal is fresh for a minute', () => {
  const refusal = { outcome: 'consent-missing', checkedAt } as const;
  expect(isRefusalFresh(refusal, later(minute - 1))).toBe(true);
  expect(isRefusalFresh(refusal, later(minute))).toBe(false);
});
