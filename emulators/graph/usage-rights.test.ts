import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { API, CLIENT, FABRIKAM, NORTHWIND } from '../entra/sample-directory.ts';
import { type EntraEmulator, startEntraEmulator } from '../entra/start.ts';
import { microsoftGraph } from '../shell/first-party-apps.ts';
import {
  ALICE,
  BOB,
  CAROL,
  LICENCE_READER,
  LICENCE_READER_SECRET,
  STRANGER,
  sampleIdp,
  sampleUsers,
} from './sample-directory.ts';
import { type GraphEmulator, startGraphEmulator } from './start.ts';

const NOW = new Date('2026-11-15T09:00:00.000Z');
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

let idp: EntraEmulator;
let graph: GraphEmulator;
beforeAll(async () => {
  idp = await startEntraEmulator(sampleIdp, { now: () => NOW, signingKeys: inject('rsaKeys') });
  graph = await startGraphEmulator({ idp, directory: sampleUsers, now: () => NOW });
});
afterAll(async () => {
  await graph.close();
  await idp.close();
});

function requestToken(tenantId: string, scope = 'https://graph.microsoft.com/.default'): Promise<Response> {
  return fetch(`${idp.url}/${tenantId}/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: LICENCE_READER,
      client_secret: LICENCE_READER_SECRET,
      scope,
    }),
  });
}
async function tokenFor(tenantId: string): Promise<string> {
  return ((await (await requestToken(tenantId)).json()) as { access_token: string }).access_token;
}

interface Body {
  readonly '@odata.context'?: string;
  readonly '@odata.nextLink'?: string;
  readonly value?: readonly { serviceIdentifier: string; state: string; id: string }[];
  readonly error?: { readonly code: string };
}
async function get(path: string, token: string, headers: Record<string, string> = {}) {
  const address = path.startsWith('/') ? graph.url + path : path;
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}`, ...headers } });
  return { response, status: response.status, body: (await response.json()) as Body };
}

const rightsOf = (userId: string) => `/beta/users/${userId}/usageRights`;
const statesOf = ({ value = [] }: Body) => value.map(({ state }) => state);

describe('usage rights', () => {
  it('are listed with all their members, duplicates included', async () => {
    const { status, body } = await get(rightsOf(ALICE), await tokenFor(NORTHWIND));
    expect(status).toBe(200);
    const row = { id: expect.stringMatching(GUID), catalogId: 'CFQ7TTC0SAMPLE:0001' };
    expect(body).toEqual({
      '@odata.context': `${graph.url}/beta/$metadata#users('${ALICE}')/usageRights`,
      value: [
        { ...row, serviceIdentifier: 'contoso.planner.team', state: 'inactive' },
        { ...row, serviceIdentifier: 'contoso.planner.team', state: 'active' },
        { ...row, serviceIdentifier: 'contoso.notes.basic', state: 'warning' },
      ],
    });
    expect(new Set(body.value?.map(({ id }) => id)).size).toBe(3);
  });

  it('may be none', async () => {
    const { status, body } = await get(rightsOf(CAROL), await tokenFor(NORTHWIND));
    expect(status).toBe(200);
    expect(body.value).toEqual([]);
  });

  it('can be filtered', async () => {
    const token = await tokenFor(NORTHWIND);
    const filter = encodeURIComponent(`state in ('active') and serviceIdentifier eq 'contoso.planner.team'`);
    expect(statesOf((await get(`${rightsOf(ALICE)}?$filter=${filter}`, token)).body)).toEqual(['active']);
    const refused = await get(`${rightsOf(ALICE)}?$filter=nonsense`, token);
    expect([refused.status, refused.body.error?.code]).toEqual([400, 'BadRequest']);
  });

  it('come in pages of the preferred size, with the same filter', async () => {
    const token = await tokenFor(NORTHWIND);
    const filter = encodeURIComponent(`state in ('active','inactive')`);
    const first = await get(`${rightsOf(ALICE)}?$filter=${filter}`, token, {
      prefer: 'odata.maxpagesize=1',
    });
    expect(first.response.headers.get('preference-applied')).toBe('odata.maxpagesize=1');
    expect(statesOf(first.body)).toEqual(['inactive']);
    const second = await get(first.body['@odata.nextLink'] ?? '', token);
    expect(statesOf(second.body)).toEqual(['active']);
    expect(second.body).not.toHaveProperty('@odata.nextLink');
    expect((await get(`${rightsOf(ALICE)}?$skiptoken=nonsense`, token)).status).toBe(400);
  });

  it('change while running', async () => {
    const dave = '44444444-dddd-4ddd-8ddd-000000000004';
    const right = { catalogId: 'x', serviceIdentifier: 'late', state: 'active' };
    graph.registerUser({ tenantId: NORTHWIND, id: dave.toUpperCase(), usageRights: [right] });
    const { body } = await get(rightsOf(dave), await tokenFor(NORTHWIND));
    expect(body.value).toMatchObject([right]);
  });
});

describe('a refusal', () => {
  it('has the real service’s body', async () => {
    const { response, body } = await get(rightsOf(STRANGER), await tokenFor(NORTHWIND), {
      'client-request-id': CLIENT,
    });
    expect(response.status).toBe(404);
    expect(body).toEqual({
      error: {
        code: 'Request_ResourceNotFound',
        message: expect.stringContaining(STRANGER),
        innerError: {
          date: '2026-11-15T09:00:00',
          'request-id': response.headers.get('request-id'),
          'client-request-id': CLIENT,
        },
      },
    });
  });

  it('answers a user of another tenant, and a token without the role', async () => {
    expect(await get(rightsOf(BOB), await tokenFor(FABRIKAM))).toMatchObject({
      status: 403,
      body: { error: { code: 'Authorization_RequestDenied' } },
    });
    const consent = { tenantId: FABRIKAM, api: microsoftGraph.appId, roles: ['User.Read.All'] };
    const application = sampleIdp.applications.find(({ clientId }) => clientId === LICENCE_READER);
    if (!application) throw new Error('the sample has lost its application');
    idp.registerApplication({ ...application, consents: [consent] });
    const token = await tokenFor(FABRIKAM);
    expect((await get(rightsOf(BOB), token)).status).toBe(404);
    expect((await get(rightsOf(ALICE), token)).status).toBe(200);
    expect((await get(rightsOf(ALICE), await tokenFor(NORTHWIND))).status).toBe(403);
    idp.registerApplication(application);
  });

  it('of an application that the tenant does not have comes from the token endpoint', async () => {
    const response = await requestToken(STRANGER);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'unauthorized_client', error_codes: [700016] });
  });

  it('answers every other path and method', async () => {
    const token = await tokenFor(NORTHWIND);
    expect((await get(`/v1.0/users/${ALICE}/usageRights`, token)).status).toBe(400);
    expect((await get(`/beta/users/${ALICE}`, token)).status).toBe(400);
    const headers = { authorization: `Bearer ${token}` };
    const posted = await fetch(graph.url + rightsOf(ALICE), { method: 'POST', headers });
    expect(posted.status).toBe(405);
  });
});

describe('a token', () => {
  const claims = () =>
    idp.claimsFor({
      tenantId: NORTHWIND,
      clientId: LICENCE_READER,
      api: 'https://graph.microsoft.com',
    });

  it('carries Graph’s audience, and the role after consent', async () => {
    expect(claims()).toMatchObject({
      aud: 'https://graph.microsoft.com',
      iss: `https://sts.windows.net/${NORTHWIND}/`,
      appid: LICENCE_READER,
      roles: ['User.Read.All'],
      ver: '1.0',
    });
    const unconsented = { tenantId: FABRIKAM, clientId: LICENCE_READER, api: 'https://graph.microsoft.com' };
    expect(idp.claimsFor(unconsented)).not.toHaveProperty('roles');
  });

  const seconds = NOW.getTime() / 1000;
  const bent: [string, () => Promise<string>][] = [
    ['that has expired', () => idp.sign({ ...claims(), exp: seconds - 1 })],
    ['that is not valid yet', () => idp.sign({ ...claims(), nbf: seconds + 60 })],
    ['for another API', () => idp.sign({ ...claims(), aud: `api://${API}` })],
    ['of another tenant’s issuer', () => idp.sign({ ...claims(), tid: FABRIKAM })],
    ['signed by a key that is not published', () => idp.sign(claims(), { key: 'consumers' })],
    ['whose claims were changed', async () => (await idp.sign(claims())).replace(/\.[^.]+\./, '.e30.')],
    ['that is none', async () => 'nonsense'],
  ];
  it.each(bent)('%s is refused', async (_name, token) => {
    const { response, body } = await get(rightsOf(ALICE), await token());
    expect([response.status, body.error?.code]).toEqual([401, 'InvalidAuthenticationToken']);
    expect(response.headers.get('www-authenticate')).toContain('Bearer');
  });

  it('is required', async () => {
    expect((await fetch(graph.url + rightsOf(ALICE))).status).toBe(401);
  });

  it('signed by a newly rotated key is accepted', async () => {
    await idp.rotateKeys();
    expect((await get(rightsOf(ALICE), await tokenFor(NORTHWIND))).status).toBe(200);
  });
});
