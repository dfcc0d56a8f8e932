import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  issuedAt,
  issuer,
  licenceClaims,
  licenceFile,
  SigningKey,
} from '../../tests/support/licence-files.ts';
import { createInstallationKey, thumbprintOf } from './ed25519.ts';
import { openOffline } from './open-offline.ts';
import { LicenceRefused } from './refusal.ts';

const key = new SigningKey();
const other = new SigningKey();
const installation = await createInstallationKey();
const claims = licenceClaims();
const token = key.token(claims);
const [header = '', payload = '', signature = ''] = token.split('.');
const part = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const publicBytes = Buffer.from(key.x, 'base64url');

/** The same bytes, with bits set that no byte needs. */
function withSpareBits(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = alphabet[alphabet.indexOf(text.at(-1) ?? '') + 1] ?? '';
  return text.slice(0, -1) + last;
}

function hmac(secret: Buffer | string): string {
  const text = `${part({ alg: 'HS256', kid: key.kid, typ: 'tessera-entitlement+jwt' })}.${payload}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

function es256(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const text = `${part({ alg: 'ES256', kid: key.kid, typ: 'tessera-entitlement+jwt' })}.${payload}`;
  const made = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${text}.${made.toString('base64url')}`;
}

const withHeader = (member: object) => key.token(claims, { ...key.header(), ...member });
const text = JSON.stringify(claims);

/** Each attack, and the code of the refusal. The explanation of the trust model has the same table. */
const attacks: readonly (readonly [name: string, licence: string, code: string])[] = [
  ['no signature (alg none)', `${part({ ...key.header(), alg: 'none' })}.${payload}.`, 'malformed'],
  ['alg none with a signature', key.token(claims, { ...key.header(), alg: 'none' }), 'algorithm_not_allowed'],
  ['alg NONE in other letters', key.token(claims, { ...key.header(), alg: 'nOnE' }), 'algorithm_not_allowed'],
  [
    'HS256 with the public key as the secret',
    `${hmac(publicBytes).slice(0, -43)}${signature}`,
    'algorithm_not_allowed',
  ],
  ['HS256 with the public key, 32 bytes of signature', hmac(publicBytes), 'malformed'],
  ['HS256 with the text of the key', hmac(key.x), 'malformed'],
  ['ES256 with the same kid', es256(), 'algorithm_not_allowed'],
  ['alg as a list', key.token(claims, { ...key.header(), alg: ['EdDSA'] }), 'algorithm_not_allowed'],
  ['no alg', key.token(claims, { kid: key.kid, typ: key.header().typ }), 'algorithm_not_allowed'],
  ['another typ of the same key', key.token(claims, key.header('tessera-revoked+jwt')), 'type_not_allowed'],
  ['typ JWT', key.token(claims, key.header('JWT')), 'type_not_allowed'],
  ['no typ', key.token(claims, { alg: 'EdDSA', kid: key.kid }), 'type_not_allowed'],
  ['another key', other.token(claims), 'unknown_key'],
  ['another key under the known kid', other.token(claims, key.header()), 'wrong_signature'],
  ['no kid', key.token(claims, { alg: 'EdDSA', typ: key.header().typ }), 'malformed'],
  ['kid of an object of JavaScript', key.token(claims, { ...key.header(), kid: '__proto__' }), 'unknown_key'],
  ['kid as a path', key.token(claims, { ...key.header(), kid: '../../dev/null' }), 'unknown_key'],
  ['jku', withHeader({ jku: 'https://attacker.example/jwks.json' }), 'header_not_allowed'],
  ['jwk', other.token(claims, { ...key.header(), jwk: other.jwks.keys[0] }), 'header_not_allowed'],
  ['x5u', withHeader({ x5u: 'https://attacker.example/chain.pem' }), 'header_not_allowed'],
  ['x5c', withHeader({ x5c: ['MIIB'] }), 'header_not_allowed'],
  ['crit', withHeader({ crit: ['exp'] }), 'header_not_allowed'],
  ['b64 false', withHeader({ crit: ['b64'], b64: false }), 'header_not_allowed'],
  ['zip', withHeader({ zip: 'DEF' }), 'header_not_allowed'],
  [
    'two alg in the header',
    key.token(claims, JSON.stringify(key.header()).replace('{', '{"alg":"none",')),
    'malformed',
  ],
  ['two exp in the claims', key.token(text.replace('{', '{"exp":1,')), 'malformed'],
  ['two members, one escaped', key.token(text.replace('{', '{"e\\u0078p":1,')), 'malformed'],
  [
    'two members deep in the claims',
    key.token(text.replace('"capabilities":{', '"capabilities":{"scheduling":false,')),
    'malformed',
  ],
  ['a changed claim', `${header}.${part({ ...claims, exp: 9_999_999_999 })}.${signature}`, 'wrong_signature'],
  [
    'the signature of another token',
    `${token.slice(0, -86)}${key.token(licenceClaims()).slice(-86)}`,
    'wrong_signature',
  ],
  ['a signature of zeros', `${header}.${payload}.${'A'.repeat(86)}`, 'wrong_signature'],
  ['truncated', token.slice(0, -1), 'malformed'],
  ['truncated in the claims', token.slice(0, token.length / 2), 'malformed'],
  ['padding', `${token}==`, 'malformed'],
  ['spare bits set', withSpareBits(token), 'malformed'],
  ['base64 instead of base64url', `${header}.${payload}.${signature.slice(0, -1)}+`, 'malformed'],
  ['white space inside', `${header}.${payload} .${signature}`, 'malformed'],
  ['an extra part', `${token}.`, 'malformed'],
  ['five parts, as an encrypted token', `${token}.${payload}.${signature}`, 'malformed'],
  ['two parts', `${header}.${payload}`, 'malformed'],
  ['JSON serialization', JSON.stringify({ protected: header, payload, signature }), 'malformed'],
  ['a huge token', key.token({ ...claims, padding: 'x'.repeat(300_000) }), 'too_large'],
  ['a huge header', key.token(claims, { ...key.header(), kid: 'x'.repeat(2_000) }), 'malformed'],
  ['claims that are no object', key.token('[]'), 'malformed'],
  [
    'claims with invalid UTF-8',
    key.signed(`${header}.${Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url')}`),
    'malformed',
  ],
  ['claims with a byte order mark', key.token(`\uFEFF${text}`), 'malformed'],
  [
    'another product',
    key.token({
      ...claims,
      aud: 'forum',
      ent: { ...Object(claims.ent), product: { slug: 'forum', name: 'Forum' } },
    }),
    'other_product',
  ],
  ['a list of products', key.token({ ...claims, aud: ['aqueduct', 'forum'] }), 'wrong_claims'],
  ['another workspace', key.token({ ...claims, iss: issuer.replace('019b', '019c') }), 'other_issuer'],
  [
    'an entitlement of another tenant',
    key.token({ ...claims, sub: 'b0000000-0000-4000-8000-000000000002' }),
    'wrong_claims',
  ],
  ['no exp', key.token({ ...claims, exp: undefined }), 'wrong_claims'],
  ['exp as a text', key.token({ ...claims, exp: '9999999999' }), 'wrong_claims'],
  ['exp as infinite', key.token(text.replace(/"exp":\d+/, '"exp":1e999')), 'wrong_claims'],
  ['a negative grace period', key.token({ ...claims, grace: -1 }), 'wrong_claims'],
  ['an unknown after', key.token({ ...claims, after: 'Full' }), 'wrong_claims'],
  ['not yet valid', key.token({ ...claims, nbf: issuedAt + 301 }), 'not_yet_valid'],
  ['bound to another installation', key.token({ ...claims, bind: other.kid }), 'bound_elsewhere'],
  ['a request file', licenceFile(token).replaceAll('LICENCE', 'REQUEST'), 'malformed'],
  [
    'lines of another file',
    licenceFile(token).replace('END TESSERA LICENCE', 'END TESSERA USAGE'),
    'malformed',
  ],
  ['nothing', ' \n', 'missing'],
];

const open = (licence: string, change: object = {}) =>
  openOffline({
    product: 'aqueduct',
    licence,
    keys: key.jwks,
    issuer,
    installationKey: installation,
    now: () => issuedAt * 1_000,
    ...change,
  });

describe('a licence file', () => {
  it.each(attacks)('is refused: %s', async (_name, licence, code) => {
    await expect(open(licence)).rejects.toMatchObject({ name: 'LicenceRefused', code });
  });

  it('is taken with its members in any order, and with members that are not known', async () => {
    const sorted = Object.fromEntries(Object.entries({ ...claims, future: { a: [1] } }).toReversed());
    const header = { typ: 'tessera-entitlement+jwt', kid: key.kid, alg: 'EdDSA' };
    expect((await open(key.token(sorted, header))).can('scheduling')).toBe(true);
  });

  it('is taken with other line ends and white space around, and as a bare token', async () => {
    for (const text of [
      licenceFile(token).replaceAll('\n', '\r\n'),
      `\n  ${licenceFile(token).replaceAll('\n', '  \n\t')}\n`,
      ` ${token}\n`,
    ]) {
      expect((await open(text)).state).toBe('Active');
    }
  });

  it('is taken up to 5 minutes before its time', async () => {
    expect((await open(key.token({ ...claims, nbf: issuedAt + 300 }))).state).toBe('Active');
  });

  it('needs the private key of the installation that it is bound to', async () => {
    const bound = key.token({ ...claims, bind: await thumbprintOf(installation) });
    expect((await open(bound)).licence.bind).toBe(await thumbprintOf(installation));
    const refused = { code: 'bound_elsewhere' };
    await expect(open(bound, { installationKey: undefined })).rejects.toMatchObject(refused);
    const { d } = await createInstallationKey();
    for (const forged of [
      { ...installation, d },
      { ...installation, d: '' },
    ]) {
      await expect(open(bound, { installationKey: forged })).rejects.toMatchObject(refused);
    }
  });

  it('is never verified by a key of another kind, whatever its kid', async () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const elliptic = { ...publicKey.export({ format: 'jwk' }), kid: key.kid };
    expect((await open(token, { keys: { keys: [elliptic, ...key.jwks.keys] } })).state).toBe('Active');
    const wrong = { name: 'TesseraConfigurationError' };
    for (const keys of [
      { keys: [elliptic] },
      { keys: [] },
      undefined,
      { keys: [...key.jwks.keys, ...key.jwks.keys] },
    ]) {
      await expect(open(token, { keys })).rejects.toMatchObject(wrong);
    }
  });

  it('refuses an unknown option and a missing product', async () => {
    const wrong = { name: 'TesseraConfigurationError' };
    await expect(open(token, { clock: 1 })).rejects.toMatchObject(wrong);
    await expect(open(token, { product: '' })).rejects.toMatchObject(wrong);
  });

  it('is refused, and nothing else is thrown, for any text', async () => {
    const character = fc.constantFrom(...'AB.-_=+ \n{}"\\é\u0000'.split(''));
    const mutated = fc.tuple(fc.nat(token.length - 1), character).map(([at, by]) => {
      return token.slice(0, at) + by + token.slice(at + 1);
    });
    const joined = fc
      .array(fc.oneof(fc.constantFrom(header, payload, signature, ''), fc.base64String()), { maxLength: 5 })
      .map((parts) => parts.join('.'));
    const anything = fc.oneof(fc.string({ unit: 'binary' }), mutated, joined, fc.string().map(licenceFile));
    await fc.assert(
      fc.asyncProperty(anything, async (text) => {
        fc.pre(text.trim() !== token);
        await expect(open(text)).rejects.toBeInstanceOf(LicenceRefused);
      }),
    );
  });

  it('is refused, and nothing else is thrown, for any signed claims', async () => {
    const names = Object.keys(claims).filter((name) => name !== 'bind');
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), fc.jsonValue(), async (name, value) => {
        const opened = await open(key.token({ ...claims, [name]: value })).catch((error: unknown) => error);
        if (opened instanceof LicenceRefused) return;
        // Some values are right.
        expect(opened).toHaveProperty('state');
      }),
    );
  });
});
