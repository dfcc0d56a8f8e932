import { decodeJwt, decodeProtectedHeader } from 'jose';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import type { SigningMaterial } from '../../../emulators/entra/key-ring.ts';
import { NORTHWIND, sampleDirectory } from '../../../emulators/entra/sample-directory.ts';
import { type EntraEmulator, startEntraEmulator } from '../../../emulators/entra/start.ts';
import {
  type ScriptedMarketplace,
  startScriptedMarketplace,
} from '../../../tests/support/peers/scripted-marketplace.ts';
import type { MarketplaceCredential } from '../../core/marketplace/connections/credential.ts';

const clientId = 'aaaaaaaa-0000-4000-8000-000000000003';
const id = 'fdc778a6-1281-40e4-cade-4a5fc11f5440';
const now = new Date('2026-11-15T09:30:00.000Z');

type Credential = MarketplaceCredential & { readonly kind: 'certificate' };
const credentialOf = ({ privateKey, certificate }: SigningMaterial): Credential => ({
  kind: 'certificate',
  privateKeyPem: privateKey,
  certificatePem: certificate,
});
const [own, other] = inject('rsaKeys');
const credential = credentialOf(own);
const strangers = credentialOf(other);

let marketplace: ScriptedMarketplace;
let idp: EntraEmulator;
let elliptic: Credential;
beforeAll(async () => {
  const pair = await generate([{ name: 'commonName', value: 'publisher' }], { keyType: 'ec' });
  elliptic = credentialOf({ privateKey: pair.private, certificate: pair.cert });
  marketplace = await startScriptedMarketplace();
  idp = await startEntraEmulator(sampleDirectory, { now: () => now, signingKeys: inject('rsaKeys') });
  idp.registerApplication({
    clientId,
    tenantIds: [NORTHWIND],
    secrets: [],
    certificates: [credential.certificatePem],
    roles: {},
  });
});
beforeEach(() => {
  marketplace.renew();
  idp.clearRequests();
});
afterAll(async () => {
  await marketplace.stop();
  await idp.close();
});

const cancel = (given: MarketplaceCredential, changes: object = {}) => {
  const connection = {
    ...marketplace.connection,
    authUrl: idp.url,
    tenantId: NORTHWIND,
    clientId,
    ...changes,
  };
  return marketplace.service.cancel({ ...connection, credential: given }, id);
};

it('a certificate authenticates like a secret', async () => {
  expect(await cancel(credential)).toMatchObject({ outcome: 'answered' });
  const [, token = ''] = marketplace.calls[0]?.headers.authorization?.split(' ') ?? [];
  expect(decodeJwt(token)).toMatchObject({ appid: clientId, tid: NORTHWIND });
});

it('the assertion is short-lived and never contains the key', async () => {
  await cancel(credential, { authUrl: marketplace.url });
  await cancel(credential, { authUrl: marketplace.url, tenantId: 'another' });
  const [first, second] = marketplace.tokenCalls.map(({ body }) => new URLSearchParams(body));
  const assertion = first?.get('client_assertion') ?? '';
  expect(Object.fromEntries(first ?? [])).toEqual({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
    scope: '20e940b3-4c77-4b0b-9a53-9e16a1b010a7/.default',
  });
  expect(decodeProtectedHeader(assertion)).toEqual({
    alg: 'PS256',
    typ: 'JWT',
    'x5t#S256': expect.stringMatching(/^[\w-]{43}$/),
  });
  const claims = decodeJwt(assertion);
  expect(claims).toEqual({
    iss: clientId,
    sub: clientId,
    aud: `${marketplace.url}/${NORTHWIND}/oauth2/v2.0/token`,
    jti: expect.any(String),
    iat: now.getTime() / 1000,
    nbf: now.getTime() / 1000,
    exp: now.getTime() / 1000 + 300,
  });
  expect(decodeJwt(second?.get('client_assertion') ?? '').jti).not.toBe(claims.jti);
});

it('an unknown certificate is a configuration error', async () => {
  expect(await cancel(strangers)).toMatchObject({
    outcome: 'unavailable',
    reason: 'The token endpoint answered 401: invalid_client AADSTS700027.',
    isConfiguration: true,
  });
});

it.each<[string, () => object]>([
  ['a key that belongs to another certificate', () => ({ privateKeyPem: strangers.privateKeyPem })],
  ['an invalid key', () => ({ privateKeyPem: 'nonsense' })],
  ['no key', () => ({ privateKeyPem: '' })],
  ['an invalid certificate', () => ({ certificatePem: 'nonsense' })],
  ['a key in place of the certificate', () => ({ certificatePem: credential.privateKeyPem })],
  ['a key that is not RSA', () => elliptic],
])('%s is a configuration error, without a call', async (_name, change) => {
  expect(await cancel({ ...credential, ...change() })).toEqual({
    outcome: 'unavailable',
    reason: 'The connection’s private key and certificate are not a matching RSA pair in PEM.',
    retryAfterSeconds: null,
    isConfiguration: true,
  });
  expect([...idp.requests, ...marketplace.calls]).toEqual([]);
});
