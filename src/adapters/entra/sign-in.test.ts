import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import {
  ADA,
  CLARA,
  FABRIKAM,
  NORTHWIND,
  SECRET,
  sampleDirectory,
  WEBSITE,
  WEBSITE_REDIRECT,
} from '../../../emulators/entra/sample-directory.ts';
import { type EntraEmulator, startEntraEmulator } from '../../../emulators/entra/start.ts';
import { localExchange } from '../../../tests/support/peers/local-exchange.ts';
import { personalAccounts } from '../../core/workspaces/personal-accounts.ts';
import type { SignIn, SignInState } from '../../core/workspaces/sign-in.ts';
import { createSignIn } from './sign-in.ts';

type Claims = Record<string, unknown>;

const now = new Date('2026-11-15T09:00:00.000Z');
const clock = { now: () => now };
let emulator: EntraEmulator;
/** A proxy between the service and the provider that replaces ID tokens. */
let between: Server;
let bend: (claims: Claims) => Claims | Promise<string>;
let bendResponse: (answer: Claims) => Claims;
let signIn: SignIn;

beforeAll(async () => {
  emulator = await startEntraEmulator(sampleDirectory, {
    now: clock.now,
    signingKeys: inject('rsaKeys'),
  });
  between = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const upstream = await fetch(emulator.url + request.url, {
      method: request.method ?? 'GET',
      headers: { 'content-type': request.headers['content-type'] ?? 'text/plain' },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    let text = await upstream.text();
    if (request.url?.endsWith('/token') && upstream.ok) {
      const answer = JSON.parse(text);
      const bent = bend(decodeJwt(answer.id_token));
      const token = bent instanceof Promise ? await bent : await emulator.sign(bent);
      text = JSON.stringify(bendResponse({ ...answer, id_token: token }));
    }
    const own = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
    // Its endpoints are the proxy's, its issuers the provider's.
    const shown = request.url?.includes('openid-configuration')
      ? text.replaceAll(/"((?:token|jwks)_\w+)":"[^"]*?(\/organizations[^"]*)"/g, `"$1":"${own}$2"`)
      : text;
    response.writeHead(upstream.status, { 'content-type': 'application/json' }).end(shown);
  });
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  signIn = createSignIn({
    authUrl: `http://127.0.0.1:${(between.address() as AddressInfo).port}`,
    clientId: WEBSITE,
    clientSecret: SECRET,
    exchange: localExchange,
    clock,
    systemClock: { now: () => new Date() },
  });
});
afterAll(async () => {
  between.closeAllConnections();
  between.close();
  await emulator.close();
});
beforeEach(() => {
  bend = (claims) => claims;
  bendResponse = (answer) => answer;
});

async function finish(changes: Partial<SignInState> = {}, loginHint = 'ada@northwind.example') {
  const redirectUri = WEBSITE_REDIRECT;
  const { url, memory } = await signIn.begin({ redirectUri, loginHint });
  const requested = new URL(url);
  const answered = await fetch(`${emulator.url}${requested.pathname}${requested.search}`, {
    redirect: 'manual',
  });
  const callbackUrl = answered.headers.get('location') ?? '';
  return signIn.finish({ redirectUri, callbackUrl, memory: { ...memory, ...changes } });
}

describe('a signed-in user', () => {
  it('has tenant, object id, name and user name', async () => {
    expect(await finish()).toEqual({
      outcome: 'signed-in',
      user: {
        tenantId: NORTHWIND,
        objectId: ADA,
        name: 'Ada Olsen',
        username: 'ada@northwind.example',
        isGuest: false,
      },
    });
  });

  it('may be of any tenant: the issuer follows the token', async () => {
    expect(await finish({}, 'clara@fabrikam.example')).toMatchObject({
      outcome: 'signed-in',
      user: { tenantId: FABRIKAM, objectId: CLARA },
    });
  });

  it.each([
    ['https://sts.windows.net/FABRIKAM/', true],
    ['live.com', true],
    ['https://sts.windows.net/NORTHWIND/', false],
  ])('authenticated by %s is a guest: %s', async (idp, isGuest) => {
    const named = idp.replace('FABRIKAM', FABRIKAM).replace('NORTHWIND', NORTHWIND.toUpperCase());
    bend = (claims) => ({ ...claims, idp: named });
    expect(await finish()).toMatchObject({ outcome: 'signed-in', user: { isGuest } });
  });

  it('may have no name', async () => {
    bend = ({ name: _name, ...claims }) => claims;
    expect(await finish()).toMatchObject({ outcome: 'signed-in', user: { name: 'ada@northwind.example' } });
  });

  it('may have more scopes than requested, or none listed', async () => {
    bendResponse = (answer) => ({ ...answer, scope: 'User.Read profile openid email' });
    expect(await finish()).toMatchObject({ outcome: 'signed-in' });
    bendResponse = ({ scope: _scope, ...answer }) => answer;
    expect(await finish()).toMatchObject({ outcome: 'signed-in' });
  });
});

it('refuses a personal account', async () => {
  bend = (claims) => ({
    ...claims,
    tid: personalAccounts,
    iss: String(claims.iss).replace(NORTHWIND, personalAccounts),
  });
  expect(await finish()).toMatchObject({ outcome: 'refused', reason: 'personal' });
});

describe('a sign-in is incomplete', () => {
  it.each([undefined, '', ' ', 7])(
    'with %j as preferred_username, whatever the e-mail address',
    async (name) => {
      bend = (claims) => ({ ...claims, preferred_username: name, email: 'ada@northwind.example' });
      expect(await finish()).toMatchObject({ outcome: 'refused', reason: 'incomplete' });
    },
  );

  it('when the profile was not granted, even if the token has a user name', async () => {
    bendResponse = (answer) => ({ ...answer, scope: 'openid email' });
    expect(await finish()).toMatchObject({ outcome: 'refused', reason: 'incomplete' });
  });
});

describe('an ID token is refused', () => {
  it.each<[string, (claims: Claims) => Claims | Promise<string>]>([
    ['of one tenant from the issuer of another', (claims) => ({ ...claims, tid: FABRIKAM })],
    ['from another issuer', (claims) => ({ ...claims, iss: `https://elsewhere.example/${NORTHWIND}/v2.0` })],
    ['for another application', (claims) => ({ ...claims, aud: FABRIKAM })],
    ['that has expired', (claims) => ({ ...claims, exp: now.getTime() / 1000 - 60 })],
    ['without a nonce', ({ nonce: _nonce, ...claims }) => claims],
    [
      'of an invalid tenant',
      (claims) => ({ ...claims, tid: 'common', iss: String(claims.iss).replace(NORTHWIND, 'common') }),
    ],
    ['without a user', ({ oid: _oid, ...claims }) => claims],
    [
      'with an invalid signature',
      async (claims) => {
        const [head, , signature] = (await emulator.sign(claims)).split('.');
        const body = Buffer.from(JSON.stringify({ ...claims, oid: CLARA })).toString('base64url');
        return [head, body, signature].join('.');
      },
    ],
  ])('%s', async (_case, change) => {
    bend = change;
    expect(await finish()).toMatchObject({ outcome: 'refused', reason: 'invalid' });
  });

  it.each(['state', 'nonce', 'codeVerifier'] as const)('when the stored %s differs', async (what) => {
    const another = 'another-one-that-is-long-enough-to-be-a-verifier';
    expect(await finish({ [what]: another })).toMatchObject({ outcome: 'refused', reason: 'invalid' });
  });
});

it("reads the provider's document and keys once for several sign-ins", async () => {
  // The library reads the system's clock, so the test does too.
  const real = { now: () => new Date() };
  const provider = await startEntraEmulator(sampleDirectory, { signingKeys: inject('rsaKeys') });
  const options = { authUrl: provider.url, clientId: WEBSITE, clientSecret: SECRET, exchange: localExchange };
  const several = createSignIn({ ...options, clock: real, systemClock: real });
  const redirectUri = WEBSITE_REDIRECT;
  for (let count = 0; count < 3; count += 1) {
    const { url, memory } = await several.begin({ redirectUri, loginHint: 'ada@northwind.example' });
    const answered = await fetch(url, { redirect: 'manual' });
    const callbackUrl = answered.headers.get('location') ?? '';
    expect(await several.finish({ redirectUri, callbackUrl, memory })).toMatchObject({
      outcome: 'signed-in',
    });
  }
  const requested = [...provider.requests].filter(
    ([path]) => path.includes('openid-configuration') || path.includes('keys'),
  );
  await provider.close();
  expect(requested.map(([, count]) => count)).toEqual([1, 1]);
});

it('asks for the account when requested', async () => {
  const { url } = await signIn.begin({ redirectUri: WEBSITE_REDIRECT, chooseAccount: true });
  expect(new URL(url).searchParams.get('prompt')).toBe('select_account');
});

it('uses http on loopback only', () => {
  const options = {
    clientId: WEBSITE,
    clientSecret: SECRET,
    exchange: localExchange,
    clock,
    systemClock: clock,
  };
  expect(() => createSignIn({ ...options, authUrl: 'http://login.example' })).toThrow('must be https');
});
