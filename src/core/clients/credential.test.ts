import { describe, expect, it } from 'vitest';
import {
  checkKeyExpiry,
  decideVerification,
  expiryAfterRotation,
  isKeyAlive,
  makeChallenge,
  type VerificationClaim,
} from './credential.ts';

const now = new Date('2026-11-15T09:00:00.000Z');
const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);

describe('isKeyAlive', () => {
  it.each([
    ['no end', null, null, true],
    ['an end to come', at(1), null, true],
    ['its end now', now, null, false],
    ['its end past', at(-1), null, false],
    ['revoked', null, at(-1), false],
    ['revoked, with an end to come', at(1), now, false],
  ])('decides for a key with %s', (_case, expiresAt, revokedAt, alive) => {
    expect(isKeyAlive({ expiresAt, revokedAt }, now)).toBe(alive);
  });
});

const oneDay = 24 * 3_600_000;
it.each([
  [null, null, false],
  [at(1), null, false],
  [now, null, true],
  [at(-1), null, true],
  [null, 1, true],
  [at(1), 1, false],
  [at(oneDay), 1, false],
  [at(oneDay + 1), 1, true],
])(
  'a new key that expires at %s, with a maximum of %s days, is refused: %s',
  (expiresAt, maxAge, isRefused) => {
    expect(checkKeyExpiry(expiresAt, maxAge, now) !== undefined).toBe(isRefused);
  },
);

describe('expiryAfterRotation', () => {
  it.each([
    ['without an end', null, 1000, at(1000)],
    ['with a later end', at(5000), 1000, at(1000)],
    ['with an earlier end, which stays', at(500), 1000, at(500)],
    ['without overlap', null, 0, now],
  ])('is computed for a key %s', (_case, expiresAt, overlap, expected) => {
    expect(expiryAfterRotation({ expiresAt, revokedAt: null }, overlap, now)).toEqual(expected);
  });
});

describe('makeChallenge', () => {
  it('encodes 32 bytes in at most 128 characters', () => {
    expect(makeChallenge((count) => new Uint8Array(count).fill(255))).toBe('ff'.repeat(32));
  });
});

describe('decideVerification', () => {
  const pending: VerificationClaim = {
    credentialId: 'pending',
    apiClientId: 'client',
    status: 'PendingVerification',
    isClientEnabled: true,
    challengeMatches: true,
    challengeExpiresAt: at(1),
    wrongAttempts: 0,
  };
  const wrong = { ...pending, challengeMatches: false };
  const active: VerificationClaim = { ...pending, credentialId: 'active', status: 'Active' };
  const refused = (...countTryOn: string[]) => ({ outcome: 'refuse', countTryOn });

  it.each<[string, VerificationClaim[], object]>([
    ['an application without ownership claim', [], refused()],
    ['the right challenge', [pending], { outcome: 'activate', claim: pending }],
    ['a wrong challenge, which counts', [wrong], refused('pending')],
    [
      'a wrong challenge after nine attempts, which counts',
      [{ ...wrong, wrongAttempts: 9 }],
      refused('pending'),
    ],
    [
      'a wrong challenge after ten attempts, which no longer counts',
      [{ ...wrong, wrongAttempts: 10 }],
      refused(),
    ],
    ['the right challenge after nine attempts', [{ ...pending, wrongAttempts: 9 }], { outcome: 'activate' }],
    ['the right challenge after ten attempts, which is void', [{ ...pending, wrongAttempts: 10 }], refused()],
    ['the right challenge at the end of its 24 hours', [{ ...pending, challengeExpiresAt: now }], refused()],
    ['the right challenge after its expiry', [{ ...pending, challengeExpiresAt: at(-1) }], refused()],
    ['the right challenge of a disabled client', [{ ...pending, isClientEnabled: false }], refused()],
    ['a wrong challenge of a disabled client', [{ ...wrong, isClientEnabled: false }], refused()],
    ['a repeated call', [active], { outcome: 'already-active', claim: active }],
    [
      'a repeated call after a day',
      [{ ...active, challengeExpiresAt: at(-1) }],
      { outcome: 'already-active' },
    ],
    ['a wrong challenge for an active application', [{ ...active, challengeMatches: false }], refused()],
    ['a repeated call of a disabled client', [{ ...active, isClientEnabled: false }], refused()],
    [
      'a second verification of an active application',
      [{ ...active, challengeMatches: false }, pending],
      refused(),
    ],
    [
      'an active application of a disabled client, which still blocks a second verification',
      [{ ...active, challengeMatches: false, isClientEnabled: false }, pending],
      refused(),
    ],
    [
      'ownership claims of two workspaces: the challenge selects one',
      [{ ...wrong, credentialId: 'other' }, pending],
      { outcome: 'activate', claim: pending },
    ],
    [
      'ownership claims of two workspaces: a wrong challenge counts for both',
      [{ ...wrong, credentialId: 'other' }, wrong],
      refused('other', 'pending'),
    ],
  ])('decides for %s', (_case, claims, expected) => {
    expect(decideVerification(claims, now)).toMatchObject(expected);
  });
});
