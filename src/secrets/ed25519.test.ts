import { createHmac, sign } from 'node:crypto';
import { compactVerify, importJWK } from 'jose';
import { describe, expect, it } from 'vitest';
import {
  isPublicKey,
  readCompact,
  signCompact,
  signingKeyFrom,
  thumbprintOf,
  verifyCompact,
} from './ed25519.ts';

const typ = 'example+jwt';
const key = signingKeyFrom(new Uint8Array(32).fill(7));
const other = signingKeyFrom(new Uint8Array(32).fill(8));
const claims = { sub: 'é', n: 1 };
const token = signCompact({ typ }, claims, key);
const header = { alg: 'EdDSA', kid: key.kid, typ };
const [head = '', body = '', signature = ''] = token.split('.');

const part = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** Any header and claims, signed with the right key. */
function forged(anyHeader: unknown, anyClaims: unknown = claims): string {
  const input = `${part(anyHeader)}.${part(anyClaims)}`;
  return `${input}.${sign(null, Buffer.from(input), key.privateKey).toString('base64url')}`;
}

describe('a signing key', () => {
  it('has the public key and the thumbprint of RFC 8037', () => {
    const seed = Buffer.from('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A', 'base64url');
    const { x, kid } = signingKeyFrom(seed);
    expect(Buffer.from(x, 'base64url').toString('hex')).toBe(
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    );
    expect(kid).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
    expect(thumbprintOf(x)).toBe(kid);
  });

  it('needs 32 bytes', () => {
    expect(() => signingKeyFrom(new Uint8Array(31))).toThrow('32 bytes');
  });

  it.each([
    [key.x, true],
    ['', false],
    [`${key.x}=`, false],
    [key.x.slice(1), false],
    [`${key.x.slice(0, -1)}!`, false],
  ])('%s as a public key: %s', (x, expected) => {
    expect(isPublicKey(x)).toBe(expected);
  });
});

describe('a signed token', () => {
  it('has the three members of the header, in order, and is the same every time', () => {
    expect(Buffer.from(head, 'base64url').toString()).toBe(JSON.stringify(header));
    expect(signCompact({ typ }, claims, key)).toBe(token);
    expect(verifyCompact(token, typ, key)).toBe(JSON.stringify(claims));
    expect(readCompact(token, typ)).toEqual({ kid: key.kid, payload: JSON.stringify(claims) });
  });

  it('is verified by another library', async () => {
    const jwk = await importJWK({ kty: 'OKP', crv: 'Ed25519', x: key.x }, 'EdDSA');
    const verified = await compactVerify(token, jwk, { algorithms: ['EdDSA'] });
    expect(JSON.parse(new TextDecoder().decode(verified.payload))).toEqual(claims);
    expect(verified.protectedHeader).toEqual(header);
  });

  it('takes claims in any form that was signed', () => {
    expect(verifyCompact(forged({ typ, kid: key.kid, alg: 'EdDSA' }, '{ "n": 1.10 }'), typ, key)).toBe(
      '{ "n": 1.10 }',
    );
  });

  const hmac = (input: string) => createHmac('sha256', key.x).update(input).digest('base64url');
  const hs256 = `${part({ ...header, alg: 'HS256' })}.${body}`;

  it.each<[string, string]>([
    ['no text', ''],
    ['two parts', `${head}.${body}`],
    ['four parts', `${token}.${signature}`],
    ['no signature', `${head}.${body}.`],
    ['a truncated signature', token.slice(0, -2)],
    ['another signature', `${head}.${body}.${part(Buffer.alloc(64).toString('latin1'))}`],
    ['a padded signature', `${token}==`],
    ['white space', ` ${token}`],
    ['a line end', `${token}\n`],
    ['other claims', `${head}.${part({ ...claims, n: 2 })}.${signature}`],
    ['truncated claims', `${head}.${body.slice(0, -4)}.${signature}`],
    ['no algorithm', `${part({ ...header, alg: 'none' })}.${body}.`],
    ['no algorithm, signed', forged({ ...header, alg: 'none' })],
    ['HS256 with the public key', `${hs256}.${hmac(hs256)}`],
    ['the algorithm in another case', forged({ ...header, alg: 'eddsa' })],
    ['another type', forged({ ...header, typ: 'JWT' })],
    ['no type', forged({ alg: 'EdDSA', kid: key.kid })],
    ['no key id', forged({ alg: 'EdDSA', typ })],
    ['another key id', forged({ ...header, kid: other.kid })],
    ['a key id that is no text', forged({ ...header, kid: [key.kid] })],
    ['a key in the header', forged({ ...header, jwk: { kty: 'OKP', crv: 'Ed25519', x: key.x } })],
    ['an address of keys', forged({ ...header, jku: 'https://example.com/jwks.json' })],
    ['a certificate', forged({ ...header, x5c: [] })],
    ['critical members', forged({ ...header, crit: ['exp'] })],
    ['an unencoded payload', forged({ ...header, b64: false })],
    ['a repeated member', forged(`{"alg":"none","alg":"EdDSA","kid":"${key.kid}","typ":"${typ}"}`)],
    ['a header with white space', forged(`{ "alg":"EdDSA","kid":"${key.kid}","typ":"${typ}"}`)],
    ['a header that is a list', forged([header])],
    ['a header that is null', forged('null')],
    ['a header that is not JSON', forged('{')],
    ["another key's signature", signCompact({ typ }, claims, { ...other, kid: key.kid })],
    ['another key', signCompact({ typ }, claims, other)],
  ])('is refused with %s', (_case, text) => {
    expect(verifyCompact(text, typ, key)).toBeUndefined();
  });

  it('is refused when its text is no UTF-8', () => {
    const input = `${head}.${Buffer.from([0x22, 0xff, 0x22]).toString('base64url')}`;
    const signed = `${input}.${sign(null, Buffer.from(input), key.privateKey).toString('base64url')}`;
    expect(verifyCompact(signed, typ, key)).toBeUndefined();
  });

  it('is refused with an invalid key', () => {
    expect(verifyCompact(token, typ, { kid: key.kid, x: 'AA' })).toBeUndefined();
  });
});
