import { createPublicKey } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import type { SigningKey } from './signing-key.ts';
import { createVerifiedTokens } from './token-verifier.ts';

const publicKey = createPublicKey(inject('rsaKeys')[0].certificate);
const newKey = (): SigningKey => ({ publicKey, algorithm: undefined, isWithdrawn: false });
const expiresAt = new Date('2026-11-15T10:00:00.000Z');
const now = new Date('2026-11-15T09:00:00.000Z');
const signature = 's'.repeat(342);
const token = {
  applicationId: '91a2b3c4-d5e6-4f70-8a9b-0c1d2e3f4a5b',
  tenantId: '5c1f2a34-7d0e-4b3c-9a6d-1f2e3d4c5b6a',
  roles: [],
  isDelegated: false,
  objectId: null,
  expiresAt,
};

it('finds a token by its whole text, never by its tail alone', () => {
  const tokens = createVerifiedTokens();
  tokens.store(`header.claims.${signature}`, token, newKey());
  expect(tokens.find(`header.claims.${signature}`, now)).toBe(token);
  expect(tokens.find(`header.others.${signature}`, now)).toBeUndefined();
  expect(tokens.find(signature.slice(-43), now)).toBeUndefined();
  expect(tokens.find('', now)).toBeUndefined();
});

it('evicts a token at its expiry', () => {
  const tokens = createVerifiedTokens();
  tokens.store('text', token, newKey());
  expect(tokens.find('text', new Date(expiresAt.getTime() - 1))).toBe(token);
  expect(tokens.find('text', expiresAt)).toBeUndefined();
});

it('evicts a token whose key is withdrawn', () => {
  const tokens = createVerifiedTokens();
  const key = newKey();
  tokens.store('text', token, key);
  key.isWithdrawn = true;
  expect(tokens.find('text', now)).toBeUndefined();
});

it('is bounded', () => {
  const tokens = createVerifiedTokens();
  const textOf = (index: number) => `${index} ${String(index).padStart(43, '.')}`;
  for (let index = 0; index <= 10_000; index += 1) tokens.store(textOf(index), token, newKey());
  expect(tokens.find(textOf(0), now)).toBeUndefined();
  expect(tokens.find(textOf(1), now)).toBe(token);
});
