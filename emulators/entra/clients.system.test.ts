import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDevelopmentCertificate } from '../shell/development-certificate.ts';
import {
  ADA,
  API,
  CLIENT,
  NORTHWIND,
  OLDER_API,
  SECRET,
  sampleDirectory,
  WEBSITE,
  WEBSITE_REDIRECT,
} from './sample-directory.ts';
import { type EntraEmulator, startEntraEmulator } from './start.ts';

/** An application that proves itself by a certificate. */
const certified = 'aaaaaaaa-0000-4000-8000-000000000004';

let emulator: EntraEmulator;
let folder: string;
let caFile: string;
let pair: { readonly private: string; readonly cert: string };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entra-emulator-'));
  const loaded = await loadDevelopmentCertificate(folder);
  ({ caFile } = loaded);
  emulator = await startEntraEmulator(sampleDirectory, { certificate: loaded.certificate });
  pair = await generate([{ name: 'commonName', value: 'application' }], { keySize: 2048 });
  emulator.registerApplication({
    clientId: certified,
    tenantIds: [NORTHWIND],
    secrets: [],
    certificates: [pair.cert],
    roles: {},
  });
});
afterAll(async () => {
  await emulator.close();
  await rm(folder, { recursive: true });
});

/** The issuer is the http address's, also of a token that was fetched over https. */
async function expectVerified(token: string, audience = API) {
  const version = audience === API ? 'discovery/v2.0/keys' : 'discovery/keys';
  const keys = createRemoteJWKSet(new URL(`${emulator.url}/${NORTHWIND}/${version}`));
  const issuer =
    audience === API ? `${emulator.url}/${NORTHWIND}/v2.0` : `https://sts.windows.net/${NORTHWIND}/`;
  const { payload } = await jwtVerify(token, keys, { audience, issuer });
  expect(payload[audience === API ? 'azp' : 'appid']).toBe(CLIENT);
}

interface Outcome {
  readonly accessToken?: string;
  readonly account?: object;
  readonly errorCode?: string;
  readonly message?: string;
}

/** A library in a process of its own, which trusts the authority of the development certificate. */
async function runLibrary(script: string, parameters: object): Promise<Outcome> {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const authority = `${emulator.httpsUrl}/${NORTHWIND}`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [file, JSON.stringify({ authority, ...parameters })],
    { env: { ...process.env, NODE_EXTRA_CA_CERTS: caFile }, timeout: 60_000 },
  );
  return JSON.parse(stdout) as Outcome;
}

describe('@azure/msal-node', () => {
  const acquire = (clientSecret: string, scope: string) =>
    runLibrary('./msal-client.js', { clientId: CLIENT, proof: { clientSecret }, scope });

  it('obtains a token of either version', async () => {
    const [newer, older] = await Promise.all([
      acquire(SECRET, `api://${API}/.default`),
      acquire(SECRET, `api://${OLDER_API}/.default`),
    ]);
    await expectVerified(newer.accessToken ?? '');
    await expectVerified(older.accessToken ?? '', `api://${OLDER_API}`);
  });

  it('signs a user in by code and PKCE, and refreshes', async () => {
    const outcome = await runLibrary('./msal-client.js', {
      clientId: WEBSITE,
      proof: { clientSecret: SECRET },
      scope: 'User.Read',
      redirectUri: WEBSITE_REDIRECT,
      loginHint: 'ada@northwind.example',
    });
    expect(outcome).toMatchObject({
      accessToken: expect.any(String),
      account: { homeAccountId: `${ADA}.${NORTHWIND}`, name: 'Ada Olsen', username: 'ada@northwind.example' },
    });
  });

  it('obtains a token with a certificate', async () => {
    const thumbprintSha256 = new X509Certificate(pair.cert).fingerprint256.replaceAll(':', '');
    const { accessToken = '', message } = await runLibrary('./msal-client.js', {
      clientId: certified,
      proof: { clientCertificate: { thumbprintSha256, privateKey: pair.private } },
      scope: `api://${API}/.default`,
    });
    expect(message).toBeUndefined();
    expect(decodeJwt(accessToken)).toMatchObject({ azp: certified, azpacr: '2' });
  });

  it('understands a refusal', async () => {
    const outcome = await acquire('wrong', `api://${API}/.default`);
    expect(outcome.errorCode).toBe('invalid_client');
    expect(outcome.message).toContain('7000215');
  });
});

describe('@azure/identity', () => {
  const acquire = (parameters: object) =>
    runLibrary('./azure-identity-client.js', { scope: `api://${API}/.default`, ...parameters });

  it('obtains a token with a secret', async () => {
    const { accessToken, message } = await acquire({ clientId: CLIENT, secret: SECRET });
    expect(message).toBeUndefined();
    await expectVerified(accessToken ?? '');
  });

  it('obtains a token with a certificate', async () => {
    const certificate = `${pair.cert}\n${pair.private}`;
    const { accessToken = '', message } = await acquire({ clientId: certified, certificate });
    expect(message).toBeUndefined();
    expect(decodeJwt(accessToken)).toMatchObject({ azp: certified, azpacr: '2' });
  });

  it('understands a refusal', async () => {
    const { message } = await acquire({ clientId: CLIENT, secret: 'wrong' });
    expect(message).toContain('7000215');
  });
});

describe('openid-client', () => {
  const discover = (authentication: client.ClientAuth, secret = SECRET) =>
    client.discovery(new URL(`${emulator.url}/${NORTHWIND}/v2.0`), CLIENT, secret, authentication, {
      execute: [client.allowInsecureRequests],
    });

  it.each([
    ['in the form', client.ClientSecretPost(SECRET)],
    ['by HTTP Basic', client.ClientSecretBasic(SECRET)],
  ])('obtains a token with the secret %s', async (_name, authentication) => {
    const configuration = await discover(authentication);
    const scope = `api://${API}/.default`;
    const { access_token: token, expires_in: seconds } = await client.clientCredentialsGrant(configuration, {
      scope,
    });
    await expectVerified(token);
    expect(seconds).toBeGreaterThanOrEqual(3599);
  });

  it('understands a refusal', async () => {
    const configuration = await discover(client.ClientSecretPost('wrong'), 'wrong');
    const request = client.clientCredentialsGrant(configuration, { scope: `api://${API}/.default` });
    await expect(request).rejects.toMatchObject({ error: 'invalid_client', status: 401 });
  });

  it.each([
    ['in the form', client.ClientSecretPost(SECRET)],
    ['by HTTP Basic', client.ClientSecretBasic(SECRET)],
  ])(
    'signs a user in by code and PKCE with the secret %s, refreshes and signs out',
    async (_name, secret) => {
      const configuration = await client.discovery(
        new URL(`${emulator.url}/${NORTHWIND}/v2.0`),
        WEBSITE,
        undefined,
        secret,
        { execute: [client.allowInsecureRequests] },
      );
      const pkceCodeVerifier = client.randomPKCECodeVerifier();
      const expectedNonce = client.randomNonce();
      const expectedState = client.randomState();
      const start = client.buildAuthorizationUrl(configuration, {
        redirect_uri: WEBSITE_REDIRECT,
        scope: 'openid profile email offline_access',
        code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
        nonce: expectedNonce,
        state: expectedState,
        login_hint: 'ada@northwind.example',
      });
      const sentBack = await fetch(start, { redirect: 'manual' });
      const tokens = await client.authorizationCodeGrant(
        configuration,
        new URL(sentBack.headers.get('location') ?? ''),
        { pkceCodeVerifier, expectedNonce, expectedState, idTokenExpected: true },
      );
      expect(tokens.claims()).toMatchObject({
        oid: ADA,
        tid: NORTHWIND,
        email: 'ada.olsen@northwind.example',
      });

      const refreshed = await client.refreshTokenGrant(configuration, tokens.refresh_token ?? '');
      expect(refreshed.claims()).toMatchObject({ oid: ADA, sub: tokens.claims()?.sub });

      const end = client.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: WEBSITE_REDIRECT,
        id_token_hint: tokens.id_token ?? '',
      });
      const ended = await fetch(end, { redirect: 'manual' });
      expect(ended.headers.get('location')).toBe(WEBSITE_REDIRECT);
    },
  );
});
