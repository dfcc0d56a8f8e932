import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

let emulator: EntraEmulator;
let folder: string;
beforeAll(async () => {
  emulator = await startEntraEmulator(sampleDirectory, { https: true });
  folder = await mkdtemp(join(tmpdir(), 'entra-emulator-'));
  await writeFile(join(folder, 'certificate.pem'), emulator.certificate ?? '');
});
afterAll(async () => {
  await emulator.close();
  await rm(folder, { recursive: true });
});

/** The issuer is the plain door's, whichever door the token was fetched through. */
async function expectVerified(token: string, audience = API) {
  const version = audience === API ? 'discovery/v2.0/keys' : 'discovery/keys';
  const keys = createRemoteJWKSet(new URL(`${emulator.url}/${NORTHWIND}/${version}`));
  const issuer =
    audience === API ? `${emulator.url}/${NORTHWIND}/v2.0` : `https://sts.windows.net/${NORTHWIND}/`;
  const { payload } = await jwtVerify(token, keys, { audience, issuer });
  expect(payload[audience === API ? 'azp' : 'appid']).toBe(CLIENT);
}

describe('@azure/msal-node', () => {
  const run = promisify(execFile);
  const runClient = async (...parameters: string[]) => {
    const script = fileURLToPath(new URL('./msal-client.js', import.meta.url));
    const arguments_ = [script, `${emulator.httpsUrl}/${NORTHWIND}`, ...parameters];
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'certificate.pem') };
    const { stdout } = await run(process.execPath, arguments_, { env, timeout: 20_000 });
    return JSON.parse(stdout) as {
      accessToken?: string;
      account?: object;
      errorCode?: string;
      message?: string;
    };
  };
  const acquire = (secret: string, scope: string) => runClient(CLIENT, secret, scope);

  it('obtains a token of either version', async () => {
    const [newer, older] = await Promise.all([
      acquire(SECRET, `api://${API}/.default`),
      acquire(SECRET, `api://${OLDER_API}/.default`),
    ]);
    await expectVerified(newer.accessToken ?? '');
    await expectVerified(older.accessToken ?? '', `api://${OLDER_API}`);
  });

  it('signs a user in by code and PKCE, and refreshes', async () => {
    const outcome = await runClient(WEBSITE, SECRET, 'User.Read', WEBSITE_REDIRECT, 'ada@northwind.example');
    expect(outcome).toMatchObject({
      accessToken: expect.any(String),
      account: { homeAccountId: `${ADA}.${NORTHWIND}`, name: 'Ada Olsen', username: 'ada@northwind.example' },
    });
  });

  it('understands a refusal', async () => {
    const outcome = await acquire('wrong', `api://${API}/.default`);
    expect(outcome.errorCode).toBe('invalid_client');
    expect(outcome.message).toContain('7000215');
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
