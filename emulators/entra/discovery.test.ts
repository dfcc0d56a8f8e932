import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { API, CLIENT, FABRIKAM, NORTHWIND, sampleDirectory } from './sample-directory.ts';
import { type EntraEmulator, startEntraEmulator } from './start.ts';
import { CONSUMERS_TENANT_ID } from './tenant-segment.ts';

let now = new Date('2026-11-15T09:00:00.000Z');
let emulator: EntraEmulator;
beforeAll(async () => {
  emulator = await startEntraEmulator(sampleDirectory, { now: () => now, signingKeys: inject('rsaKeys') });
});
afterAll(() => emulator.close());

async function read<T>(path: string): Promise<T> {
  const response = await fetch(emulator.url + path);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

describe('discovery', () => {
  it.each([
    [`/${NORTHWIND}/v2.0`, () => `${emulator.url}/${NORTHWIND}/v2.0`, `/${NORTHWIND}/discovery/v2.0/keys`],
    [`/${NORTHWIND}`, () => `https://sts.windows.net/${NORTHWIND}/`, `/${NORTHWIND}/discovery/keys`],
    ['/common/v2.0', () => `${emulator.url}/{tenantid}/v2.0`, '/common/discovery/v2.0/keys'],
    ['/common', () => 'https://sts.windows.net/{tenantid}/', '/common/discovery/keys'],
    ['/organizations/v2.0', () => `${emulator.url}/{tenantid}/v2.0`, '/organizations/discovery/v2.0/keys'],
    [
      '/consumers/v2.0',
      () => `${emulator.url}/${CONSUMERS_TENANT_ID}/v2.0`,
      '/consumers/discovery/v2.0/keys',
    ],
  ])('%s names its issuer and keys', async (base, issuer, keysPath) => {
    const document = await read<Record<string, unknown>>(`${base}/.well-known/openid-configuration`);
    expect(document.issuer).toBe(issuer());
    expect(document.jwks_uri).toBe(emulator.url + keysPath);
    const version = base.endsWith('/v2.0') ? '/oauth2/v2.0/token' : '/oauth2/token';
    expect(document.token_endpoint).toBe(emulator.url + base.replace('/v2.0', '') + version);
  });

  it('is refused for a tenant that does not exist, and takes no POST', async () => {
    for (const [segment, code] of [
      [CLIENT, 90002],
      ['nobody', 900023],
    ]) {
      for (const rest of ['v2.0/.well-known/openid-configuration', 'discovery/v2.0/keys']) {
        const response = await fetch(`${emulator.url}/${segment}/${rest}`);
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({ error: 'invalid_tenant', error_codes: [code] });
      }
    }
    const posted = await fetch(`${emulator.url}/common/discovery/keys`, { method: 'POST' });
    expect(posted.status).toBe(405);
  });

  it('counts requests by path', async () => {
    const path = `/${FABRIKAM}/discovery/keys`;
    expect(emulator.requests.get(path)).toBeUndefined();
    await read(path);
    await read(path);
    expect(emulator.requests.get(path)).toBe(2);
  });
});

describe('keys', () => {
  type Key = { kid: string; issuer?: string; x5t: string; x5c: string[]; use: string };
  const readKeys = (path = `/${NORTHWIND}/discovery/v2.0/keys`) => read<{ keys: Key[] }>(path);
  const someToken = () =>
    emulator.sign(emulator.claimsFor({ tenantId: NORTHWIND, clientId: CLIENT, api: API }));
  const verifies = async (token: string) => {
    const keys = createLocalJWKSet((await readKeys()) as unknown as JSONWebKeySet);
    return jwtVerify(token, keys, { currentDate: now }).then(
      () => true,
      () => false,
    );
  };

  it('are several, each with its certificate and, in version 2, its issuer', async () => {
    const { keys } = await readKeys();
    expect(keys.map((key) => key.issuer)).toEqual([
      `${emulator.url}/${NORTHWIND}/v2.0`,
      `${emulator.url}/${NORTHWIND}/v2.0`,
      `${emulator.url}/${CONSUMERS_TENANT_ID}/v2.0`,
    ]);
    for (const key of keys) {
      expect(key).toMatchObject({ kty: 'RSA', use: 'sig', x5t: key.kid, x5c: [expect.any(String)] });
      expect(key).not.toHaveProperty('d');
    }
    const templated = await readKeys('/common/discovery/v2.0/keys');
    expect(templated.keys[0]?.issuer).toBe(`${emulator.url}/{tenantid}/v2.0`);
    const older = await readKeys('/common/discovery/keys');
    expect(older.keys.length).toBeGreaterThan(1);
    expect(older.keys[0]).not.toHaveProperty('issuer');
  });

  it('rotate: the new key signs, the old key stays published for a day', async () => {
    const before = await someToken();
    await emulator.rotateKeys();
    const after = await someToken();
    expect(decodeProtectedHeader(after).kid).not.toBe(decodeProtectedHeader(before).kid);
    expect((await readKeys()).keys[0]?.kid).toBe(decodeProtectedHeader(after).kid);
    expect(await verifies(before)).toBe(true);
    expect(await verifies(after)).toBe(true);
    now = new Date(now.getTime() + 24 * 60 * 60 * 1000);
    expect(await verifies(before)).toBe(false);
    expect(await verifies(await someToken())).toBe(true);
  });

  it('are withdrawn at once with withdraw', async () => {
    await emulator.rotateKeys();
    const before = await someToken();
    await emulator.rotateKeys({ withdraw: true });
    expect(await verifies(before)).toBe(false);
    expect(await verifies(await someToken())).toBe(true);
    expect((await readKeys()).keys).toHaveLength(3);
  });
});
