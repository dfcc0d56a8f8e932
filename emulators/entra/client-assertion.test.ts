import { createPrivateKey, X509Certificate } from 'node:crypto';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { SigningMaterial } from './key-ring.ts';
import { API, CLIENT, FABRIKAM, NORTHWIND, OLDER_API, sampleDirectory } from './sample-directory.ts';
import { type EntraEmulator, startEntraEmulator } from './start.ts';

const now = new Date('2026-11-15T09:00:00.000Z');
const seconds = now.getTime() / 1000;
const clientId = 'aaaaaaaa-0000-4000-8000-000000000003';

const [first, second, strangers] = inject('rsaKeys');

let emulator: EntraEmulator;
beforeAll(async () => {
  emulator = await startEntraEmulator(sampleDirectory, { now: () => now, signingKeys: inject('rsaKeys') });
  emulator.registerApplication({
    clientId,
    tenantIds: [NORTHWIND],
    secrets: [{ value: 'also a secret' }],
    certificates: [first.certificate, second.certificate],
    roles: {},
  });
});
afterAll(() => emulator.close());

const bytesOf = ({ certificate }: SigningMaterial, kind: 'fingerprint' | 'fingerprint256') =>
  Buffer.from(new X509Certificate(certificate)[kind].replaceAll(':', ''), 'hex');
const thumbprint = (pair: SigningMaterial, kind: 'fingerprint' | 'fingerprint256' = 'fingerprint256') =>
  bytesOf(pair, kind).toString('base64url');
const inBase64 = (pair: SigningMaterial, kind: 'fingerprint' | 'fingerprint256') =>
  bytesOf(pair, kind).toString('base64');
const endpoint = (tenantId = NORTHWIND) => `${emulator.url}/${tenantId}/oauth2/v2.0/token`;
const claimsOf = (change: Record<string, unknown>) => ({
  iss: clientId,
  sub: clientId,
  aud: endpoint(),
  jti: 'one',
  nbf: seconds,
  exp: seconds + 300,
  ...change,
});
const signed = (change: Record<string, unknown> = {}, pair = first, header: Record<string, unknown> = {}) =>
  new SignJWT(claimsOf(change))
    .setProtectedHeader({ alg: 'PS256', typ: 'JWT', 'x5t#S256': thumbprint(pair), ...header })
    .sign(createPrivateKey(pair.privateKey));

async function answerTo(client_assertion: string, change: Record<string, string> = {}) {
  const response = await fetch(endpoint(), {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion,
      scope: `${API}/.default`,
      ...change,
    }),
  });
  const body = (await response.json()) as { error_codes?: number[]; access_token?: string };
  return response.status === 200
    ? decodeJwt(body.access_token ?? '')
    : [response.status, body.error_codes?.[0]];
}

describe('an assertion is accepted', () => {
  it.each<[string, () => Promise<string>]>([
    ['of one certificate', () => signed()],
    ['of another', () => signed({}, second)],
    ['signed with RS256', () => signed({}, first, { alg: 'RS256' })],
    [
      'named by the older thumbprint',
      () => signed({}, first, { 'x5t#S256': undefined, x5t: thumbprint(first, 'fingerprint') }),
    ],
    ['for the version 1 endpoint', () => signed({ aud: `https://any.example/${NORTHWIND}/oauth2/token` })],
    ['without nbf', () => signed({ nbf: undefined })],
    ['with a padded thumbprint', () => signed({}, first, { 'x5t#S256': `${thumbprint(first)}=` })],
    ['with one in base64', () => signed({}, first, { 'x5t#S256': inBase64(first, 'fingerprint256') })],
    [
      'with the older one in base64',
      () => signed({}, first, { 'x5t#S256': undefined, x5t: inBase64(first, 'fingerprint') }),
    ],
  ])('%s', async (_name, assertion) => {
    expect(await answerTo(await assertion())).toMatchObject({ azp: clientId, azpacr: '2', ver: '2.0' });
  });
});

it('a version 1 token says that a certificate was the proof', async () => {
  const scope = `${OLDER_API}/.default`;
  expect(await answerTo(await signed(), { scope })).toMatchObject({ appidacr: '2', ver: '1.0' });
});

describe('an assertion is refused', () => {
  it.each<[string, () => Promise<string>, number]>([
    ['of a certificate that is not registered', () => signed({}, strangers), 700027],
    [
      'of a stranger under a registered thumbprint',
      () => signed({}, strangers, { 'x5t#S256': thumbprint(first) }),
      700027,
    ],
    [
      'with half a thumbprint',
      () => signed({}, first, { 'x5t#S256': thumbprint(first).slice(0, 20) }),
      700027,
    ],
    ['that names no certificate', () => signed({}, first, { 'x5t#S256': undefined }), 700027],
    ['that is malformed', async () => 'a.b.c', 700027],
    ['of another application', () => signed({ iss: CLIENT, sub: CLIENT }), 700021],
    ['for another tenant', () => signed({ aud: endpoint(FABRIKAM) }), 700023],
    ['for another audience', () => signed({ aud: 'https://api.example' }), 700023],
    ['that has expired', () => signed({ exp: seconds - 300 }), 700024],
    ['that is not yet valid', () => signed({ nbf: seconds + 300 }), 700024],
    ['without an expiry', () => signed({ exp: undefined }), 700024],
  ])('%s', async (_name, assertion, code) => {
    expect(await answerTo(await assertion())).toEqual([401, code]);
  });

  it('of another type, as no proof at all', async () => {
    expect(await answerTo(await signed(), { client_assertion_type: 'saml' })).toEqual([401, 7000218]);
  });
});
