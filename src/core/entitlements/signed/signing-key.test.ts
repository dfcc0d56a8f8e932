import { describe, expect, it } from 'vitest';
import {
  isListed,
  isRotationDue,
  jwkSet,
  listedUntil,
  maxListedKeys,
  mayRotate,
  replacedKeyDays,
  signingKeyState,
  withdrawalConsequence,
} from './signing-key.ts';

const madeAt = new Date('2026-01-01T00:00:00.000Z');
const replacedAt = new Date('2026-02-01T00:00:00.000Z');
const withdrawnAt = new Date('2026-03-01T00:00:00.000Z');
const end = new Date(replacedAt.getTime() + replacedKeyDays * 24 * 3_600_000);
const before = new Date(end.getTime() - 1);

const active = { madeAt, replacedAt: null, withdrawnAt: null };
const replaced = { madeAt, replacedAt, withdrawnAt: null };
const withdrawn = { madeAt, replacedAt, withdrawnAt };

describe('a signing key', () => {
  it.each([
    ['Active', active, null, before, true],
    ['Replaced', replaced, end, before, true],
    ['Replaced', replaced, end, end, false],
    ['Withdrawn', withdrawn, withdrawnAt, before, false],
    ['Withdrawn', withdrawn, withdrawnAt, madeAt, false],
  ])('%s', (state, life, until, now, listed) => {
    expect(signingKeyState(life)).toBe(state);
    expect(listedUntil(life)).toEqual(until);
    expect(isListed(life, now)).toBe(listed);
  });

  it('is published longer than a licence file of 13 months with its grace period', () => {
    const longest = Date.UTC(2029, 0, 31) - Date.UTC(2027, 11, 31);
    expect(longest / 86_400_000 + 30).toBeLessThan(replacedKeyDays);
  });
});

it('lists the active key first, then the latest replaced', () => {
  const later = { ...replaced, replacedAt: withdrawnAt };
  const keys = [
    { ...replaced, kid: 'first', x: 'a' },
    { ...later, kid: 'second', x: 'b' },
    { ...withdrawn, kid: 'lost', x: 'c' },
    { ...active, kid: 'third', x: 'd' },
  ];
  expect(jwkSet(keys, withdrawnAt).keys.map(({ kid }) => kid)).toEqual(['third', 'second', 'first']);
  expect(jwkSet(keys, end).keys.map(({ kid }) => kid)).toEqual(['third', 'second']);
  expect(jwkSet([], end)).toEqual({ keys: [] });
  expect(jwkSet(keys, end).keys[0]).toEqual({
    kty: 'OKP',
    crv: 'Ed25519',
    x: 'd',
    kid: 'third',
    use: 'sig',
    alg: 'EdDSA',
  });
});

describe('rotation by age', () => {
  const daysLater = (days: number) => new Date(madeAt.getTime() + days * 24 * 3_600_000);
  const many = Array.from({ length: maxListedKeys - 1 }, () => replaced);

  it.each([
    ['young', [active], 30, daysLater(29.9), false],
    ['old', [active], 30, daysLater(30), true],
    ['without an age', [active], null, daysLater(3_000), false],
    ['without a key', [replaced], 30, daysLater(3_000), false],
    ['with the most keys', [active, ...many], 30, daysLater(40), false],
    [
      'with the most keys, of which one is withdrawn',
      [active, ...many.slice(1), withdrawn],
      30,
      daysLater(90),
      true,
    ],
    ['with the most keys, long ago', [active, ...many], 30, daysLater(900), true],
  ])('%s', (_case, keys, days, now, expected) => {
    expect(isRotationDue(keys, days, now)).toBe(expected);
  });

  it('by hand has a maximum, too', () => {
    expect(mayRotate([active, ...many.slice(1)], madeAt)).toBe(true);
    expect(mayRotate([active, ...many], madeAt)).toBe(false);
  });
});

it('says what a withdrawal means', () => {
  expect(withdrawalConsequence(0)).toContain('No licence file in use');
  expect(withdrawalConsequence(3)).toContain('3 in use, must be issued again');
});
