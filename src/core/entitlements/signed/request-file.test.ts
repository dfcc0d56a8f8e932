import { expect, it } from 'vitest';
import { type ReadToken, readRequestFile } from './request-file.ts';

const now = new Date('2026-11-15T09:30:00.000Z');
const seconds = now.getTime() / 1_000;
const day = 24 * 3_600;
const x = 'A'.repeat(43);
const claims = {
  iat: seconds,
  jti: 'any',
  name: 'Plant 7',
  aud: 'aqueduct',
  jwk: { kty: 'OKP', crv: 'Ed25519', x },
};
const context = { product: 'aqueduct', now, thumbprintOf: () => 'thumb', isSignedBy: () => true };

const file = (rest: object, kid = 'thumb'): ReadToken => ({ kid, claims: { ...claims, ...rest } });

it('a request file names the installation and its key', () => {
  expect(readRequestFile(file({}), context)).toEqual({ name: 'Plant 7', publicKey: x, thumbprint: 'thumb' });
});

it.each<[string, ReadToken | null]>([
  ['Format', null],
  ['Format', { kid: 'thumb', claims: 'text' }],
  ['Format', { kid: 'thumb', claims: [] }],
  ['Key', file({ jwk: undefined })],
  ['Key', file({ jwk: { ...claims.jwk, kty: 'EC' } })],
  ['Key', file({ jwk: { ...claims.jwk, crv: 'X25519' } })],
  ['Key', file({ jwk: { ...claims.jwk, x: 'short' } })],
  ['Key', file({ jwk: { ...claims.jwk, x: `${x.slice(1)}B` } })],
  ['Thumbprint', file({}, 'other')],
  ['Product', file({ aud: 'forum' })],
  ['Product', file({ aud: ['aqueduct'] })],
  ['Name', file({ name: '' })],
  ['Name', file({ name: 'a\nb' })],
  ['Name', file({ name: 'a'.repeat(101) })],
  ['Age', file({ iat: seconds - 91 * day })],
  ['Age', file({ iat: seconds + 2 * day })],
  ['Age', file({ iat: '1' })],
])('is refused by the check %s: %#', (check, written) => {
  expect(readRequestFile(written, context)).toMatchObject({
    code: 'licence_file.request_invalid',
    args: { check },
  });
});

it('is refused without the signature of its own key', () => {
  expect(readRequestFile(file({}), { ...context, isSignedBy: () => false })).toMatchObject({
    args: { check: 'Signature' },
  });
});

it.each([seconds - 89 * day, seconds + day])('is taken if it was made at %s', (iat) => {
  expect(readRequestFile(file({ iat }), context)).toMatchObject({ name: 'Plant 7' });
});
