import { createHash } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  ADA,
  API,
  BERT,
  CLIENT,
  DISABLED_CLIENT,
  FABRIKAM,
  NATIVE_CLIENT,
  NATIVE_REDIRECT,
  NORTHWIND,
  SECRET,
  SINGLE_PAGE_REDIRECT,
  sampleDirectory,
  WEBSITE,
  WEBSITE_REDIRECT,
} from '../sample-directory.ts';
import { type EntraEmulator, startEntraEmulator } from '../start.ts';

let now = new Date('2026-11-15T09:00:00.000Z');
let emulator: EntraEmulator;
beforeAll(async () => {
  emulator = await startEntraEmulator(sampleDirectory, { now: () => now, signingKeys: inject('rsaKeys') });
});
afterAll(() => emulator.close());

type Fields = Readonly<Record<string, string | undefined>>;

const verifier = 'a-verifier-of-more-than-forty-three-characters-in-all';
const challenge = createHash('sha256').update(verifier).digest('base64url');
const website: Fields = {
  client_id: WEBSITE,
  response_type: 'code',
  redirect_uri: WEBSITE_REDIRECT,
  scope: 'openid profile email offline_access',
  state: 'a state',
  nonce: 'a nonce',
  code_challenge: challenge,
  code_challenge_method: 'S256',
};

function encoded(fields: Fields): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value) search.set(name, value);
  return search;
}
const authorize = (fields: Fields, segment = 'organizations', init: RequestInit = {}) =>
  fetch(`${emulator.url}/${segment}/oauth2/v2.0/authorize?${encoded(fields)}`, {
    redirect: 'manual',
    ...init,
  });
const sentBack = async (fields: Fields, segment?: string) => {
  const response = await authorize(fields, segment);
  expect(response.status).toBe(302);
  return new URL(response.headers.get('location') ?? '').searchParams;
};
const codeFor = async (changes: Fields = {}, segment?: string) =>
  (await sentBack({ ...website, login_hint: 'ada@northwind.example', ...changes }, segment)).get('code') ??
  '';
const redeem = async (changes: Fields, segment = 'organizations', headers: Record<string, string> = {}) => {
  const response = await fetch(`${emulator.url}/${segment}/oauth2/v2.0/token`, {
    method: 'POST',
    headers,
    body: encoded({
      grant_type: 'authorization_code',
      client_id: WEBSITE,
      client_secret: SECRET,
      redirect_uri: WEBSITE_REDIRECT,
      code_verifier: verifier,
      ...changes,
    }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, string> & { error_codes?: number[] },
  };
};

describe('the page', () => {
  it('asks who signs in, and redirects with the chosen user’s code', async () => {
    const page = await authorize(website);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const text = await page.text();
    expect(text).toContain('Northwind Website');
    for (const name of ['Ada Olsen', 'Bert Hansen', 'Clara Meyer']) expect(text).toContain(name);

    const fields = [...text.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const form = encoded(Object.fromEntries(fields.map(([, name, value]) => [name, value])));
    form.set('_emulator_user', `${NORTHWIND} ${BERT}`);
    const chosen = await fetch(`${emulator.url}/organizations/oauth2/v2.0/authorize`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    });
    const back = new URL(chosen.headers.get('location') ?? '');
    expect(back.origin + back.pathname).toBe(WEBSITE_REDIRECT);
    expect(back.searchParams.get('state')).toBe('a state');
    const { body } = await redeem({ code: back.searchParams.get('code') ?? '' });
    expect(decodeJwt(body.id_token ?? '')).toMatchObject({ oid: BERT, tid: NORTHWIND });
  });

  it('lists the users of one tenant when the path names it', async () => {
    const text = await (await authorize(website, FABRIKAM)).text();
    expect(text).toContain('Clara Meyer');
    expect(text).not.toContain('Ada Olsen');
  });

  it.each([
    ['login_hint alone', { login_hint: 'ADA@northwind.example' }, 302],
    ['login_hint by object id', { login_hint: ADA }, 302],
    ['login_hint of an unknown user', { login_hint: 'nobody@northwind.example' }, 200],
    ['prompt=login', { login_hint: ADA, prompt: 'login' }, 200],
    ['prompt=select_account', { login_hint: ADA, prompt: 'select_account' }, 200],
    ['prompt=none with a hint', { login_hint: ADA, prompt: 'none' }, 302],
  ])('%s', async (_name, changes, status) => {
    expect((await authorize({ ...website, ...changes })).status).toBe(status);
  });

  it('posts the result with form_post, and escapes values', async () => {
    const response = await authorize({
      ...website,
      login_hint: ADA,
      response_mode: 'form_post',
      state: '"><b>',
    });
    const text = await response.text();
    expect(text).toContain(`action="${WEBSITE_REDIRECT}"`);
    expect(text).toContain('name="code"');
    expect(text).not.toContain('<b>');
    expect(response.headers.get('content-security-policy')).toContain("script-src 'sha256-");
  });

  it('puts the result into the fragment with the response mode fragment', async () => {
    const response = await authorize({ ...website, login_hint: ADA, response_mode: 'fragment' });
    expect(response.headers.get('location')).toMatch(new RegExp(`^${WEBSITE_REDIRECT}#code=`));
  });
});

describe('a refused sign-in', () => {
  it.each<[string, Fields, string, number]>([
    ['unknown tenant', {}, API, 90002],
    ['malformed tenant', {}, 'nobody', 900023],
    ['no client', { client_id: undefined }, 'organizations', 900144],
    ['unknown client', { client_id: API }, 'organizations', 700016],
    ['disabled client', { client_id: DISABLED_CLIENT }, NORTHWIND, 7000112],
    ['client of one tenant', { client_id: NATIVE_CLIENT }, 'common', 50194],
    ['personal accounts', {}, 'consumers', 700016],
    ['no redirect address', { redirect_uri: undefined }, 'organizations', 900144],
    ['another redirect address', { redirect_uri: `${WEBSITE_REDIRECT}/` }, 'organizations', 50011],
    ['client without redirect addresses', { client_id: CLIENT }, NORTHWIND, 50011],
  ])('for %s is shown and not sent on', async (_name, changes, segment, code) => {
    const response = await authorize({ ...website, ...changes }, segment);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(`AADSTS${code}:`);
  });

  it.each<[string, Fields, string, number]>([
    ['no response type', { response_type: undefined }, 'invalid_request', 900144],
    ['an ID token outright', { response_type: 'id_token' }, 'unsupported_response_type', 700051],
    ['no scope', { scope: undefined }, 'invalid_request', 900144],
    ['an odd scope', { scope: '"a"' }, 'invalid_scope', 70011],
    ['two resources', { scope: `openid api://${API}/read User.Read` }, 'invalid_scope', 28000],
    ['an odd mode', { response_mode: 'pigeon' }, 'invalid_request', 70007],
    ['an odd prompt', { prompt: 'loudly' }, 'invalid_request', 90023],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request', 50149],
    ['a short challenge', { code_challenge: 'short' }, 'invalid_request', 501491],
    [
      'a single page without a challenge',
      { redirect_uri: SINGLE_PAGE_REDIRECT, code_challenge: undefined },
      'invalid_request',
      9002325,
    ],
    ['prompt=none without a user', { prompt: 'none' }, 'login_required', 50058],
  ])('for %s goes back to the application', async (_name, changes, error, code) => {
    const back = await sentBack({ ...website, ...changes });
    expect(back.get('error')).toBe(error);
    expect(back.get('error_description')).toContain(`AADSTS${code}:`);
    expect(back.get('state')).toBe('a state');
  });
});

describe('a code', () => {
  it('gives an ID token, an access token and a refresh token, with the claims of the scopes', async () => {
    const { status, body } = await redeem({ code: await codeFor() });
    expect(status).toBe(200);
    const seconds = Math.floor(now.getTime() / 1000);
    expect(decodeJwt(body.id_token ?? '')).toEqual({
      aud: WEBSITE,
      iss: `${emulator.url}/${NORTHWIND}/v2.0`,
      iat: seconds - 300,
      nbf: seconds - 300,
      exp: expect.any(Number),
      nonce: 'a nonce',
      sub: expect.stringMatching(/^[\w-]{43}$/),
      oid: ADA,
      tid: NORTHWIND,
      name: 'Ada Olsen',
      preferred_username: 'ada@northwind.example',
      email: 'ada.olsen@northwind.example',
      roles: ['Owner'],
      sid: expect.any(String),
      uti: expect.any(String),
      rh: expect.any(String),
      ver: '2.0',
    });
    expect(decodeJwt(body.access_token ?? '')).toMatchObject({
      aud: '00000003-0000-0000-c000-000000000000',
      appid: WEBSITE,
      oid: ADA,
      scp: '',
      ver: '1.0',
    });
  });

  it('leaves out claims of other scopes, and roles that were not assigned', async () => {
    const changes = { scope: `openid api://${API}/read`, nonce: undefined, login_hint: BERT };
    const { body } = await redeem({ code: await codeFor(changes) });
    const claims = decodeJwt(body.id_token ?? '');
    for (const name of ['name', 'preferred_username', 'email', 'nonce', 'roles']) {
      expect(claims).not.toHaveProperty(name);
    }
    expect(body).not.toHaveProperty('refresh_token');
    const access = decodeJwt(body.access_token ?? '');
    expect(access).toMatchObject({ aud: API, azp: WEBSITE, scp: 'read', ver: '2.0' });
    expect(access.sub).not.toBe(claims.sub);
    expect((await redeem({ code: await codeFor({ scope: 'User.Read' }) })).body).not.toHaveProperty(
      'id_token',
    );
  });

  it('is valid once, for ten minutes', async () => {
    const code = await codeFor();
    expect((await redeem({ code, code_verifier: 'wrong' })).body.error_codes).toEqual([501481]);
    expect((await redeem({ code })).status).toBe(200);
    const again = await redeem({ code });
    expect([again.status, again.body.error, again.body.error_codes]).toEqual([400, 'invalid_grant', [54005]]);
    const late = await codeFor();
    now = new Date(now.getTime() + 10 * 60 * 1000);
    expect((await redeem({ code: late })).body.error_codes).toEqual([70008]);
  });

  it.each<[string, Fields, string, number, number]>([
    ['no code', { code: undefined }, 'organizations', 400, 900144],
    ['an unknown code', { code: 'x' }, 'organizations', 400, 70000],
    ['no client', { client_id: undefined }, 'organizations', 400, 900144],
    ['an unknown client', { client_id: API }, 'organizations', 400, 700016],
    ['another client', { client_id: CLIENT }, NORTHWIND, 400, 70000],
    ['another tenant', {}, FABRIKAM, 400, 70000],
    ['no secret', { client_secret: undefined }, 'organizations', 401, 7000218],
    ['a wrong secret', { client_secret: 'wrong' }, 'organizations', 401, 7000215],
    ['another redirect address', { redirect_uri: SINGLE_PAGE_REDIRECT }, 'organizations', 400, 500112],
    ['no verifier', { code_verifier: undefined }, 'organizations', 400, 50148],
    ['a wrong verifier', { code_verifier: `${verifier}s` }, 'organizations', 400, 501481],
  ])('is refused with %s', async (_name, changes, segment, status, number) => {
    const { status: actual, body } = await redeem({ code: await codeFor(), ...changes }, segment);
    expect([actual, body.error_codes]).toEqual([status, [number]]);
  });

  it('of a web application is not redeemed from a browser; of a single page, only from one', async () => {
    const origin = { origin: 'http://127.0.0.1:4390' };
    const web = await redeem({ code: await codeFor() }, 'common', origin);
    expect(web.body.error_codes).toEqual([9002326]);
    const redirect = { redirect_uri: SINGLE_PAGE_REDIRECT };
    const code = await codeFor(redirect);
    const page = { code, ...redirect, client_secret: undefined };
    expect((await redeem(page, 'common')).body.error_codes).toEqual([9002327]);
    const redeemed = await redeem(page, 'common', origin);
    expect(redeemed.status).toBe(200);
    expect(redeemed.headers.get('access-control-allow-origin')).toBe(origin.origin);
  });

  it('of a public client needs no secret, and is refused with one', async () => {
    const client = { client_id: NATIVE_CLIENT, redirect_uri: NATIVE_REDIRECT };
    const code = await codeFor(client, NORTHWIND);
    expect((await redeem({ ...client, code }, NORTHWIND)).body.error_codes).toEqual([700025]);
    expect((await redeem({ ...client, code, client_secret: undefined }, NORTHWIND)).status).toBe(200);
  });
});

describe('a refresh token', () => {
  const refresh = (token: string, changes: Fields = {}) =>
    redeem({ grant_type: 'refresh_token', refresh_token: token, ...changes });

  it('gives new tokens, of the same or other scopes', async () => {
    const { body } = await redeem({ code: await codeFor() });
    const first = await refresh(body.refresh_token ?? '');
    expect(decodeJwt(first.body.id_token ?? '')).toMatchObject({ oid: ADA, aud: WEBSITE });
    expect(decodeJwt(first.body.id_token ?? '')).not.toHaveProperty('nonce');
    const second = await refresh(first.body.refresh_token ?? '', { scope: `api://${API}/read` });
    expect(decodeJwt(second.body.access_token ?? '').aud).toBe(API);
  });

  it('is refused when unknown, another’s or 90 days old', async () => {
    const { body } = await redeem({ code: await codeFor() });
    const token = body.refresh_token ?? '';
    expect((await refresh('x')).body.error_codes).toEqual([70000]);
    expect((await refresh(token, { client_secret: 'wrong' })).body.error_codes).toEqual([7000215]);
    expect((await refresh('')).body.error_codes).toEqual([900144]);
    now = new Date(now.getTime() + 90 * 24 * 60 * 60 * 1000);
    expect((await refresh(token)).body.error_codes).toEqual([70008]);
  });
});

describe('signing out', () => {
  const signOut = (query: string) =>
    fetch(`${emulator.url}/common/oauth2/v2.0/logout?${query}`, { redirect: 'manual' });

  it('redirects to an address of the application', async () => {
    const address = encodeURIComponent(WEBSITE_REDIRECT);
    const response = await signOut(`post_logout_redirect_uri=${address}&client_id=${WEBSITE}&state=s`);
    expect(response.headers.get('location')).toBe(`${WEBSITE_REDIRECT}?state=s`);
    expect((await signOut(`post_logout_redirect_uri=${address}&client_id=${CLIENT}`)).status).toBe(200);
  });

  it('shows a page without such an address', async () => {
    const response = await signOut('post_logout_redirect_uri=http://elsewhere.example/');
    expect(await response.text()).toContain('Signed out');
  });
});

describe('the directory', () => {
  it('accepts tenants, users and applications while it runs, and shows no secret', async () => {
    const tenantId = 'd5e6f708-192a-4b3c-8d4e-5f6071829304';
    const user = { objectId: API, tenantId, name: 'Zoe', preferredUsername: 'zoe@wide.example' };
    const application = {
      clientId: 'e6f70819-2a3b-4c4d-8e5f-607182930415',
      tenantIds: [tenantId],
      secrets: ['hidden'],
      redirectUris: ['http://127.0.0.1/wide'],
      assignments: [{ objectId: API, roles: ['Reader'] }],
    };
    const command = (path: string, body: unknown) =>
      fetch(`${emulator.url}/_emulator/${path}`, { method: 'POST', body: JSON.stringify(body) });
    expect((await command('tenants', { id: tenantId })).status).toBe(200);
    expect((await command('users', user)).status).toBe(200);
    expect(await (await command('applications', application)).text()).not.toContain('hidden');

    const { clientId } = application;
    const fields = { ...website, client_id: clientId, redirect_uri: 'http://127.0.0.1/wide' };
    const back = await sentBack({ ...fields, login_hint: 'zoe@wide.example' }, tenantId);
    const { body } = await redeem(
      {
        code: back.get('code') ?? '',
        client_id: clientId,
        client_secret: 'hidden',
        redirect_uri: fields.redirect_uri,
      },
      tenantId,
    );
    expect(decodeJwt(body.id_token ?? '')).toMatchObject({ roles: ['Reader'], name: 'Zoe' });
    for (const [path, wrong] of [
      ['users', { ...user, objectId: 'x' }],
      ['applications', { ...application, tokenVersion: 3 }],
      ['applications', { ...application, redirectUris: 'x' }],
      ['tenants', []],
    ] as const) {
      expect((await command(path, wrong)).status).toBe(400);
    }
  });
});
