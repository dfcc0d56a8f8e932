import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  API,
  CLIENT,
  CLIENT_WITHOUT_ROLES,
  DISABLED_CLIENT,
  EXPIRED_SECRET,
  FABRIKAM,
  NORTHWIND,
  OLDER_API,
  SECRET,
  sampleDirectory,
} from './sample-directory.ts';
import { type EntraEmulator, startEntraEmulator } from './start.ts';

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NOW = new Date('2026-11-15T09:00:00.000Z');

let emulator: EntraEmulator;
beforeAll(async () => {
  emulator = await startEntraEmulator(sampleDirectory, { now: () => NOW, signingKeys: inject('rsaKeys') });
});
afterAll(() => emulator.close());

type Fields = Record<string, string>;

const goodFields: Fields = {
  grant_type: 'client_credentials',
  client_id: CLIENT,
  client_secret: SECRET,
  scope: `api://${API}/.default`,
};

function post(path: string, fields: Fields, headers: Fields = {}): Promise<Response> {
  return fetch(emulator.url + path, { method: 'POST', body: new URLSearchParams(fields), headers });
}

async function granted(path: string, fields: Fields, headers?: Fields) {
  const response = await post(path, fields, headers);
  expect(response.status).toBe(200);
  const body = (await response.json()) as Record<string, string | number>;
  return { body, token: String(body.access_token), claims: decodeJwt(String(body.access_token)) };
}

const v2Path = `/${NORTHWIND}/oauth2/v2.0/token`;
const v1Path = `/${NORTHWIND}/oauth2/token`;

describe('a refused token request', () => {
  const without = (field: string): Fields =>
    Object.fromEntries(Object.entries(goodFields).filter(([name]) => name !== field));
  const older: Fields = { ...without('scope'), resource: `api://${OLDER_API}` };

  const cases: [string, string, Fields, string, number, number][] = [
    ['wrong secret', v2Path, { ...goodFields, client_secret: 'no' }, 'invalid_client', 7000215, 401],
    [
      'expired secret',
      v2Path,
      { ...goodFields, client_secret: EXPIRED_SECRET },
      'invalid_client',
      7000222,
      401,
    ],
    ['secret missing', v2Path, without('client_secret'), 'invalid_client', 7000218, 401],
    ['unknown app', v2Path, { ...goodFields, client_id: API }, 'unauthorized_client', 700016, 400],
    [
      'app of another tenant only',
      `/${FABRIKAM}/oauth2/v2.0/token`,
      { ...goodFields, client_id: CLIENT_WITHOUT_ROLES },
      'unauthorized_client',
      700016,
      400,
    ],
    [
      'app disabled',
      v2Path,
      { ...goodFields, client_id: DISABLED_CLIENT },
      'unauthorized_client',
      7000112,
      400,
    ],
    ['unknown tenant', `/${API}/oauth2/v2.0/token`, goodFields, 'invalid_request', 90002, 400],
    ['unknown domain', '/nobody.example/oauth2/v2.0/token', goodFields, 'invalid_request', 90002, 400],
    ['malformed tenant', '/nobody/oauth2/v2.0/token', goodFields, 'invalid_request', 900023, 400],
    ['undecodable tenant', '/%ff%zz/oauth2/v2.0/token', goodFields, 'invalid_request', 900023, 400],
    ['scope not valid', v2Path, { ...goodFields, scope: '"a"/.default' }, 'invalid_scope', 70011, 400],
    ['scope of nothing', v2Path, { ...goodFields, scope: '/.default' }, 'invalid_scope', 70011, 400],
    [
      'mixed scopes',
      v2Path,
      { ...goodFields, scope: `User.Read ${API}/.default` },
      'invalid_scope',
      70011,
      400,
    ],
    [
      'scope lacks /.default',
      v2Path,
      { ...goodFields, scope: `api://${API}` },
      'invalid_scope',
      1002012,
      400,
    ],
    [
      'two resources',
      v2Path,
      { ...goodFields, scope: `${API}/.default ${OLDER_API}/.default` },
      'invalid_scope',
      700022,
      400,
    ],
    [
      'unknown resource',
      v2Path,
      { ...goodFields, scope: `${NORTHWIND}/.default` },
      'invalid_resource',
      500011,
      400,
    ],
    [
      'resource of another tenant',
      `/${FABRIKAM}/oauth2/v2.0/token`,
      { ...goodFields, scope: `${OLDER_API}/.default` },
      'invalid_resource',
      500011,
      400,
    ],
    ['no grant type', v2Path, without('grant_type'), 'invalid_request', 900144, 400],
    ['no client id', v2Path, without('client_id'), 'invalid_request', 900144, 400],
    ['no scope', v2Path, without('scope'), 'invalid_request', 900144, 400],
    ['no resource', v1Path, without('scope'), 'invalid_request', 900144, 400],
    ['bad grant type', v2Path, { ...goodFields, grant_type: 'wish' }, 'unsupported_grant_type', 70003, 400],
    ['on common', '/common/oauth2/v2.0/token', goodFields, 'invalid_request', 9001023, 400],
    ['on consumers', '/consumers/oauth2/v2.0/token', goodFields, 'invalid_request', 9001023, 400],
    ['v1, wrong secret', v1Path, { ...older, client_secret: 'no' }, 'invalid_client', 7000215, 401],
    ['v1, unknown resource', v1Path, { ...older, resource: 'api://no' }, 'invalid_resource', 500011, 400],
  ];

  it.each(cases)('%s', async (_name, path, fields, error, code, status) => {
    const response = await post(path, fields);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain('application/json');
    const body = (await response.json()) as Record<string, unknown>;
    expect(body).toEqual({
      error,
      error_description: expect.stringMatching(
        new RegExp(
          `^AADSTS${code}: .+\r\nTrace ID: .+\r\nCorrelation ID: .+\r\nTimestamp: 2026-11-15 09:00:00Z$`,
        ),
      ),
      error_codes: [code],
      timestamp: '2026-11-15 09:00:00Z',
      trace_id: expect.stringMatching(GUID),
      correlation_id: expect.stringMatching(GUID),
      error_uri: `${emulator.url}/error?code=${code}`,
    });
  });

  it('takes the caller’s request id as correlation id', async () => {
    const response = await post(v2Path, {}, { 'client-request-id': CLIENT });
    expect(await response.json()).toMatchObject({ correlation_id: CLIENT });
  });

  it('accepts only POST requests with forms', async () => {
    const got = await fetch(emulator.url + v2Path);
    expect(got.status).toBe(400);
    expect(await got.json()).toMatchObject({ error: 'invalid_request', error_codes: [900561] });
    const json = await fetch(emulator.url + v2Path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(goodFields),
    });
    expect(await json.json()).toMatchObject({ error_codes: [900144] });
  });
});

describe('a granted token', () => {
  const seconds = NOW.getTime() / 1000;
  const shared = {
    iat: seconds - 300,
    nbf: seconds - 300,
    oid: expect.stringMatching(GUID),
    sub: expect.stringMatching(GUID),
    tid: NORTHWIND,
    aio: expect.any(String),
    rh: expect.any(String),
    uti: expect.any(String),
    exp: expect.any(Number),
  };

  it('is of version 2 when the API is, also from the older endpoint', async () => {
    const expected = {
      ...shared,
      aud: API,
      iss: `${emulator.url}/${NORTHWIND}/v2.0`,
      azp: CLIENT,
      azpacr: '1',
      roles: ['Entitlements.Read', 'Usage.Write'],
      ver: '2.0',
    };
    const { body, claims, token } = await granted(v2Path, goodFields);
    expect(claims).toEqual(expected);
    expect(decodeProtectedHeader(token)).toEqual({ typ: 'JWT', alg: 'RS256', kid: expect.any(String) });
    expect(body).toEqual({
      token_type: 'Bearer',
      expires_in: Number(claims.exp) - seconds - 1,
      ext_expires_in: body.expires_in,
      access_token: token,
    });
    const fromV1 = await granted(v1Path, { ...goodFields, resource: `api://${API}` });
    expect(fromV1.claims).toEqual(expected);
    expect(fromV1.body).toEqual({
      token_type: 'Bearer',
      expires_in: String(Number(fromV1.claims.exp) - seconds - 1),
      ext_expires_in: fromV1.body.expires_in,
      expires_on: String(fromV1.claims.exp),
      not_before: String(seconds - 300),
      resource: `api://${API}`,
      access_token: fromV1.token,
    });
  });

  it('is of version 1 when the API is, also from the newer endpoint', async () => {
    const { claims, token } = await granted(v2Path, { ...goodFields, scope: `api://${OLDER_API}/.default` });
    expect(claims).toEqual({
      ...shared,
      aud: `api://${OLDER_API}`,
      iss: `https://sts.windows.net/${NORTHWIND}/`,
      appid: CLIENT,
      appidacr: '1',
      roles: ['Entitlements.Read'],
      ver: '1.0',
    });
    const { kid, x5t } = decodeProtectedHeader(token);
    expect(x5t).toBe(kid);
    const byGuid = await granted(v1Path, { ...goodFields, resource: OLDER_API });
    expect(byGuid.claims.aud).toBe(OLDER_API);
  });

  it('is issued also to a library that adds the scopes of OpenID Connect', async () => {
    const scope = `api://${API}/.default openid offline_access profile`;
    const { claims } = await granted(v2Path, { ...goodFields, scope });
    expect(claims).toMatchObject({ aud: API, roles: ['Entitlements.Read', 'Usage.Write'] });
    expect(claims.scp).toBeUndefined();
  });

  it('has no roles claim when none is granted', async () => {
    const { claims } = await granted(v2Path, { ...goodFields, client_id: CLIENT_WITHOUT_ROLES });
    expect(claims).not.toHaveProperty('roles');
    expect(claims.azp).toBe(CLIENT_WITHOUT_ROLES);
  });

  it('lives from 60 to 90 minutes', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { body } = await granted(v2Path, goodFields);
      expect(body.expires_in).toBeGreaterThanOrEqual(3599);
      expect(body.expires_in).toBeLessThanOrEqual(5399);
    }
  });

  it('keeps the service principal’s id within a tenant and changes it across', async () => {
    const first = await granted(v2Path, goodFields);
    const second = await granted(v2Path, goodFields);
    const elsewhere = await granted(`/${FABRIKAM}/oauth2/v2.0/token`, goodFields);
    expect(second.claims.oid).toBe(first.claims.oid);
    expect(elsewhere.claims.oid).not.toBe(first.claims.oid);
    expect(elsewhere.claims.tid).toBe(FABRIKAM);
  });

  it('accepts the secret by HTTP Basic, encoded or not', async () => {
    const { grant_type, scope } = goodFields as { grant_type: string; scope: string };
    for (const encode of [(text: string) => text.replaceAll('+', '%2B'), encodeURIComponent]) {
      const credentials = Buffer.from(`${CLIENT}:${encode(SECRET)}`).toString('base64');
      const headers = { authorization: `Basic ${credentials}` };
      expect((await granted(v2Path, { grant_type, scope }, headers)).claims.azp).toBe(CLIENT);
    }
    const malformed = await post(v2Path, { grant_type, scope }, { authorization: 'Basic %%%' });
    expect(await malformed.json()).toMatchObject({ error_codes: [900144] });
  });

  it('verifies against the published keys', async () => {
    const keys = createRemoteJWKSet(new URL(`${emulator.url}/${NORTHWIND}/discovery/v2.0/keys`));
    const { token } = await granted(v2Path, goodFields);
    await expect(jwtVerify(token, keys, { currentDate: NOW, audience: API })).resolves.toBeDefined();
  });

  it('is issued to an application registered while running', async () => {
    const clientId = 'AAAAAAAA-0000-4000-8000-000000000001';
    emulator.registerTenant({ id: 'aaaaaaaa-0000-4000-8000-000000000002' });
    emulator.registerApplication({
      clientId,
      tenantIds: ['AAAAAAAA-0000-4000-8000-000000000002'],
      secrets: [{ value: 'new' }],
      roles: { [API.toUpperCase()]: ['Late'] },
    });
    const fields = { ...goodFields, client_id: clientId, client_secret: 'new' };
    const { claims } = await granted('/AAAAAAAA-0000-4000-8000-000000000002/oauth2/v2.0/token', fields);
    expect(claims).toMatchObject({ roles: ['Late'], tid: 'aaaaaaaa-0000-4000-8000-000000000002' });
  });
});
