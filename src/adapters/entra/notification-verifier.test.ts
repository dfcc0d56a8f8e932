import { createPrivateKey } from 'node:crypto';
import { CompactSign } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import {
  API,
  CLIENT,
  FABRIKAM,
  NORTHWIND,
  OLDER_API,
  sampleDirectory,
} from '../../../emulators/entra/sample-directory.ts';
import { type EntraEmulator, startEntraEmulator } from '../../../emulators/entra/start.ts';
import { localExchange } from '../../../tests/support/peers/local-exchange.ts';
import { createNotificationVerifier } from './notification-verifier.ts';

type Claims = Record<string, unknown>;

const marketplace = '20e940b3-4c77-4b0b-9a53-9e16a1b010a7';
const now = new Date('2026-11-15T09:00:00.000Z');
const seconds = now.getTime() / 1000;
const clock = { now: () => now };
const measurements = { cacheRead() {}, rateLimitFallback() {} };
const [callee, olderCallee] = [API, OLDER_API].map((clientId) => ({
  clientId,
  tenantId: NORTHWIND,
  get authUrl() {
    return idp.url;
  },
})) as [Callee, Callee];
type Callee = Parameters<typeof verifier.verify>[1];

let idp: EntraEmulator;
let verifier: ReturnType<typeof createNotificationVerifier>;
beforeAll(async () => {
  idp = await startEntraEmulator(sampleDirectory, { ...clock, signingKeys: inject('rsaKeys') });
});
beforeEach(() => {
  verifier?.stop();
  idp.clearFaults();
  idp.clearRequests();
  verifier = createNotificationVerifier({ exchange: localExchange, clock, measurements });
});
afterAll(async () => {
  verifier.stop();
  await idp.close();
});

const newer = (change: Claims = {}): Claims => ({
  ...idp.claimsFor({ tenantId: NORTHWIND, clientId: CLIENT, api: API }),
  azp: marketplace,
  ...change,
});
const older = (change: Claims = {}): Claims => ({
  ...idp.claimsFor({ tenantId: NORTHWIND, clientId: CLIENT, api: OLDER_API }),
  appid: marketplace,
  ...change,
});
const outcome = async (text: string | Promise<string>, whom = callee) =>
  (await verifier.verify(await text, whom)).outcome;

describe('a marketplace notification is verified', () => {
  it('with a token of version 2', async () => {
    expect(await outcome(idp.sign(newer()))).toBe('verified');
  });

  it('with a token of version 1', async () => {
    expect(await outcome(idp.sign(older()), olderCallee)).toBe('verified');
  });

  it('for any number of connections', async () => {
    const tenant = idp.claimsFor({ tenantId: FABRIKAM, clientId: CLIENT, api: API });
    const text = await idp.sign({ ...tenant, azp: marketplace });
    expect(await outcome(text, { ...callee, tenantId: FABRIKAM })).toBe('verified');
    expect(await outcome(text)).toBe('invalid');
    expect(await outcome(idp.sign(newer()))).toBe('verified');
  });

  it("with the connection's ids in any letter case", async () => {
    const loud = { ...callee, clientId: ` ${API.toUpperCase()}`, tenantId: `${NORTHWIND.toUpperCase()} ` };
    expect(await outcome(idp.sign(newer()), loud)).toBe('verified');
  });

  it.each<[string, Claims]>([
    ['without nbf and roles, as recorded', { nbf: undefined, roles: undefined }],
    ['59 seconds after its expiry', { exp: seconds - 59 }],
    ['60 seconds before its time', { nbf: seconds + 60 }],
    ['for the application’s URI', { aud: `api://${API}` }],
    ['with an id in capitals', { azp: marketplace.toUpperCase() }],
  ])('%s', async (_name, change) => {
    expect(await outcome(idp.sign(newer(change)))).toBe('verified');
  });

  it.each(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'])('signed with %s', async (alg) => {
    expect(await outcome(idp.sign(newer(), { header: { alg } }))).toBe('verified');
  });
});

describe('a marketplace notification is invalid with', () => {
  it.each<[string, () => Claims]>([
    ['another application', () => newer({ azp: CLIENT })],
    ['an application with a similar id', () => newer({ azp: '20e940b3-4c07-4bc1-a733-45f7c7a3d0e3' })],
    ['no application', () => newer({ azp: undefined })],
    ['the application in the other version’s claim', () => newer({ azp: CLIENT, appid: marketplace })],
    ['the other version’s claim alone', () => newer({ azp: undefined, appid: marketplace })],
    ['a user who is signed in to the marketplace', () => newer({ scp: 'user_impersonation' })],
    ['for another application', () => newer({ aud: CLIENT })],
    ['for the marketplace itself', () => newer({ aud: marketplace })],
    ['for several audiences', () => newer({ aud: [API, CLIENT] })],
    ['without an audience', () => newer({ aud: undefined })],
    ['another tenant', () => newer({ tid: FABRIKAM, iss: `${idp.url}/${FABRIKAM}/v2.0` })],
    ['another tenant than its issuer', () => newer({ iss: `${idp.url}/${FABRIKAM}/v2.0` })],
    ['an unknown issuer', () => newer({ iss: `https://elsewhere.example/${NORTHWIND}/v2.0` })],
    ['the other version’s issuer', () => newer({ iss: `https://sts.windows.net/${NORTHWIND}/` })],
    ['no issuer', () => newer({ iss: undefined })],
    ['no tenant', () => newer({ tid: undefined })],
    ['no version', () => newer({ ver: undefined })],
    ['expired', () => newer({ exp: seconds - 60 })],
    ['not yet valid', () => newer({ nbf: seconds + 61 })],
    ['without an expiry', () => newer({ exp: undefined })],
  ])('%s', async (_name, claims) => {
    expect(await outcome(idp.sign(claims()))).toBe('invalid');
  });

  it.each<[string, Claims]>([
    ['another application', { appid: CLIENT }],
    ['the application in the other version’s claim', { appid: undefined, azp: marketplace }],
    ['version 2’s issuer', { iss: `https://login.example/${NORTHWIND}/v2.0` }],
    ['another tenant', { tid: FABRIKAM }],
  ])('%s, in version 1', async (_name, change) => {
    expect(await outcome(idp.sign(older(change)), olderCallee)).toBe('invalid');
  });

  const privateKey = createPrivateKey(inject('rsaKeys')[5].privateKey);
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const publishedKeyId = async () => {
    const response = await fetch(`${idp.url}/${NORTHWIND}/discovery/v2.0/keys`);
    return ((await response.json()) as { keys: [{ kid: string }] }).keys[0].kid;
  };

  it.each<[string, () => Promise<string>]>([
    [
      'another key’s signature under a published key id',
      async () =>
        new CompactSign(Buffer.from(JSON.stringify(newer())))
          .setProtectedHeader({ alg: 'RS256', kid: await publishedKeyId() })
          .sign(privateKey),
    ],
    ['the signature of another tenant’s key', () => idp.sign(newer(), { key: 'consumers' })],
    [
      'no signature',
      async () => `${encode({ alg: 'none', kid: await publishedKeyId() })}.${encode(newer())}.`,
    ],
    [
      'the signature of other claims',
      async () => {
        const [header, , signature] = (await idp.sign(newer({ azp: CLIENT }))).split('.');
        return `${header}.${encode(newer())}.${signature}`;
      },
    ],
    ['garbage', async () => 'a.b.c'],
    ['nothing', async () => ''],
  ])('%s', async (_name, text) => {
    expect(await outcome(text())).toBe('invalid');
  });

  it("a token that is not the marketplace's, without fetching keys", async () => {
    await outcome(idp.sign(newer({ azp: CLIENT })));
    await outcome(idp.sign(newer({ tid: FABRIKAM })));
    expect(idp.requests.size).toBe(0);
  });
});

it('verification is unavailable while the keys cannot be fetched', async () => {
  const text = await idp.sign(newer());
  idp.setFault({ kind: 'unavailable' });
  expect(await outcome(text)).toBe('unavailable');
  expect(await outcome(idp.sign(newer({ azp: CLIENT })))).toBe('invalid');
});

it('each connection accepts only its own provider', async () => {
  const other = await startEntraEmulator(sampleDirectory, {
    ...clock,
    signingKeys: inject('rsaKeys').toReversed(),
  });
  const elsewhere = { ...callee, authUrl: `${other.url}/` };
  const claims = other.claimsFor({ tenantId: NORTHWIND, clientId: CLIENT, api: API });
  const text = await other.sign({ ...claims, azp: marketplace });
  expect(await outcome(text, elsewhere)).toBe('verified');
  expect(await outcome(text)).toBe('invalid');
  expect(await outcome(idp.sign(newer()), elsewhere)).toBe('invalid');
  expect(await outcome(text, { ...callee, authUrl: 'http://login.example' })).toBe('invalid');
  await other.close();
});
