import { createHmac, createPrivateKey } from 'node:crypto';
import { exportJWK, exportSPKI, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { done } from '../../../tests/support/done.ts';
import {
  apiAppId,
  otherTenantId,
  partnerTenantId,
  type TestClient,
  World,
  withKey,
  withToken,
} from '../../../tests/support/worlds/world.ts';
import { setApiClientEnabled } from '../../actions/clients/api-clients.ts';
import { addApplicationCredential } from '../../actions/clients/application-credentials.ts';
import { issueKey, revokeKey, rotateKey } from '../../actions/clients/keys.ts';
import { makeApiKey } from '../../core/clients/api-key.ts';

const path = '/api/v1/catalogue/products';
const minute = 60_000;
const day = 24 * 60 * minute;

let world: World;
let client: TestClient;
let applicationId: string;

beforeAll(async () => {
  world = await World.create();
});
afterAll(() => world.close());

beforeEach(async () => {
  // Failed attempts of one test must not rate limit the next.
  world.clock.forward(minute);
  client = await world.client(await world.workspace());
  applicationId = world.application();
  await world.activate(client, applicationId);
});

const get = (headers: Record<string, string>) => world.call(path, { headers });

async function expectRefusedAlike(headers: Record<string, string>): Promise<void> {
  const answer = await get(headers);
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="tessera"');
  expect(answer.headers.get('ratelimit')).toBeNull();
  const { requestId, ...body } = answer.body;
  expect(requestId).toBe(answer.headers.get('x-request-id'));
  expect(body).toEqual({
    type: `${world.service.url}/errors#auth.credentials_invalid`,
    title: 'The credentials are not valid',
    status: 401,
    code: 'auth.credentials_invalid',
    detail: expect.stringContaining('Send exactly one credential'),
    args: {},
  });
}

describe('an API key', () => {
  it('is accepted without a role', async () => {
    expect((await get(withKey(client))).status).toBe(200);
  });

  const bad: [string, () => Promise<string>][] = [
    ['empty', async () => ''],
    ['of another form', async () => 'secret'],
    ['with a typing error', async () => `${client.apiKey.slice(0, -1)}-`],
    ['well-formed, but unknown', async () => makeApiKey((count) => new Uint8Array(count).fill(1)).text],
    [
      'with the id of a known key and another secret',
      async () => {
        const bytes = (secret: number) => (count: number) =>
          count === 32
            ? new Uint8Array(32).fill(secret)
            : new Uint8Array(count).fill(client.apiKey.charCodeAt(20));
        const { workspaceId, apiClientId } = client;
        const context = { ...world.context, randomBytes: bytes(1) };
        const known = done(
          await issueKey(context, workspaceId, { kind: 'api-client', id: apiClientId }, { expiresAt: null }),
        );
        expect((await get({ 'x-api-key': known.text })).status).toBe(200);
        const forged = makeApiKey(bytes(2));
        expect(forged.keyId).toBe(known.keyId);
        return forged.text;
      },
    ],
    [
      'that has been revoked',
      async () => {
        const [, keyId = ''] = client.apiKey.split('_');
        done(await revokeKey(world.context, client.workspaceId, { kind: 'api-client', keyId }));
        return client.apiKey;
      },
    ],
    [
      'that has ended',
      async () => {
        const expiresAt = new Date(world.clock.now().getTime() + minute);
        const { workspaceId, apiClientId } = client;
        const key = done(
          await issueKey(world.context, workspaceId, { kind: 'api-client', id: apiClientId }, { expiresAt }),
        );
        expect((await get({ 'x-api-key': key.text })).status).toBe(200);
        world.clock.forward(minute);
        return key.text;
      },
    ],
    [
      'of a disabled client',
      async () => {
        await setApiClientEnabled(world.context, client.workspaceId, client.apiClientId, false);
        return client.apiKey;
      },
    ],
  ];
  it.each(bad)('401: %s', async (_case, make) => {
    await expectRefusedAlike({ 'x-api-key': await make() });
  });

  it('is accepted again once its client is enabled', async () => {
    await setApiClientEnabled(world.context, client.workspaceId, client.apiClientId, false);
    expect((await get(withKey(client))).status).toBe(401);
    await setApiClientEnabled(world.context, client.workspaceId, client.apiClientId, true);
    expect((await get(withKey(client))).status).toBe(200);
  });

  it.each([
    ['24 hours by default', undefined, day],
    ['the given overlap', 3 * day, 3 * day],
    ['no overlap', 0, 0],
  ])('overlaps with its replacement: %s', async (_case, overlap, lives) => {
    const [, keyId = ''] = client.apiKey.split('_');
    const rotation = { expiresAt: null, ...(overlap !== undefined && { overlap }) };
    const next = done(
      await rotateKey(world.context, client.workspaceId, { kind: 'api-client', keyId }, rotation),
    );
    expect((await get({ 'x-api-key': next.text })).status).toBe(200);
    if (lives > 0) {
      world.clock.forward(lives - 1);
      expect((await get(withKey(client))).status).toBe(200);
      world.clock.forward(1);
    }
    expect((await get(withKey(client))).status).toBe(401);
    expect((await get({ 'x-api-key': next.text })).status).toBe(200);
  });

  it('cannot be rotated or revoked from another workspace', async () => {
    const [, keyId = ''] = client.apiKey.split('_');
    const foreign = await world.workspace();
    expect(
      await rotateKey(world.context, foreign, { kind: 'api-client', keyId }, { expiresAt: null }),
    ).toHaveProperty('refused');
    expect(await revokeKey(world.context, foreign, { kind: 'api-client', keyId })).toHaveProperty('refused');
    expect((await get(withKey(client))).status).toBe(200);
  });

  it.each([-1, 30 * day + 1, Number.NaN])('cannot be rotated with an overlap of %d ms', async (overlap) => {
    const [, keyId = ''] = client.apiKey.split('_');
    const answer = await rotateKey(
      world.context,
      client.workspaceId,
      { kind: 'api-client', keyId },
      { overlap, expiresAt: null },
    );
    expect(answer).toHaveProperty('code', 'request.validation_failed');
  });

  it('is stored as its SHA-256 only', async () => {
    const rows = await world.database.selectFrom('api_keys').selectAll().execute();
    const dump = JSON.stringify(
      rows.map((row) => ({ ...row, secret_hash: row.secret_hash.toString('latin1') })),
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(dump).not.toContain(client.apiKey.slice(16));
  });
});

describe('exactly one credential', () => {
  it('401: a valid credential in the wrong header, cached or not', async () => {
    const token = await world.token(applicationId);
    const misplaced = [{ authorization: `Bearer ${client.apiKey}` }, { 'x-api-key': token }];
    for (const headers of misplaced) await expectRefusedAlike(headers);
    for (let round = 0; round < 2; round += 1) {
      expect((await get(withKey(client))).status).toBe(200);
      expect((await get(withToken(token))).status).toBe(200);
    }
    for (const headers of misplaced) await expectRefusedAlike(headers);
    expect((await get(withKey(client))).status).toBe(200);
  });
  it('401: no credential', () => expectRefusedAlike({}));
  it('401: two valid credentials', async () => {
    await expectRefusedAlike({ ...withKey(client), ...withToken(await world.token(applicationId)) });
  });
  it.each(['Basic dTpw', 'Bearer', 'Bearer a b', 'Token x'])('401: Authorization: %s', (authorization) =>
    expectRefusedAlike({ authorization }),
  );
});

describe('a bearer token', () => {
  const claims = (): JWTPayload =>
    world.idp.claimsFor({ tenantId: partnerTenantId, clientId: applicationId, api: apiAppId });
  const seconds = () => Math.floor(world.clock.now().getTime() / 1000);

  it('of version 2 is accepted', async () => {
    expect((await get(withToken(await world.token(applicationId)))).status).toBe(200);
  });

  it('of version 1 is accepted, with both forms of the audience', async () => {
    const { azp, azpacr, ...rest } = claims();
    for (const aud of [apiAppId, `api://${apiAppId}`]) {
      const token = await world.idp.sign({
        ...rest,
        aud,
        appid: azp,
        appidacr: azpacr,
        iss: `https://sts.windows.net/${partnerTenantId}/`,
        ver: '1.0',
      });
      expect((await get(withToken(token))).status, aud).toBe(200);
    }
  });

  it('is accepted within 60 s of its validity', async () => {
    const early = await world.idp.sign({ ...claims(), nbf: seconds() + 60, exp: seconds() + 3600 });
    expect((await get(withToken(early))).status).toBe(200);
    const late = await world.idp.sign({ ...claims(), exp: seconds() - 59 });
    expect((await get(withToken(late))).status).toBe(200);
  });

  it('is refused after that, though it was cached', async () => {
    const token = await world.idp.sign({ ...claims(), exp: seconds() + 10 });
    expect((await get(withToken(token))).status).toBe(200);
    world.clock.forward(70_000);
    expect((await get(withToken(token))).status).toBe(401);
  });

  const stranger = createPrivateKey(inject('rsaKeys')[5].privateKey);
  const hostile: [string, () => Promise<string>][] = [
    ['expired', () => world.idp.sign({ ...claims(), exp: seconds() - 61 })],
    ['not yet valid', () => world.idp.sign({ ...claims(), nbf: seconds() + 61 })],
    ['without an end', () => world.idp.sign({ ...claims(), exp: undefined })],
    ['of another audience', () => world.idp.sign({ ...claims(), aud: otherTenantId })],
    ['of another issuer', () => world.idp.sign({ ...claims(), iss: 'https://evil.example/v2.0' })],
    [
      "of another tenant's issuer, whose tid is ours",
      () => world.idp.sign({ ...claims(), iss: `${world.idp.url}/${otherTenantId}/v2.0` }),
    ],
    ['of another tenant', () => world.token(applicationId, otherTenantId)],
    ['whose tid is no UUID', () => world.idp.sign({ ...claims(), tid: 'common' })],
    ['without tid', () => world.idp.sign({ ...claims(), tid: undefined })],
    ['without an application', () => world.idp.sign({ ...claims(), azp: undefined })],
    ['of an unknown application', () => world.token(world.application())],
    [
      'signed with an unknown key',
      async () => {
        return new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', kid: 'unknown' }).sign(stranger);
      },
    ],
    [
      'signed with an unknown key under a known name',
      async () => {
        const { kid = '' } = await publishedKey();
        return new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', kid }).sign(stranger);
      },
    ],
    ['with alg: none', async () => new UnsecuredJWT(claims()).encode()],
    ['with HMAC under the public key, as PEM', () => hmacWithPublicKey('pem')],
    ['with HMAC under the public key, as JWK', () => hmacWithPublicKey('jwk')],
    [
      'with a changed payload',
      async () => {
        const [header, payload = '', signature] = (await world.token(applicationId)).split('.');
        const changed = {
          ...JSON.parse(Buffer.from(payload, 'base64url').toString()),
          roles: ['Everything'],
        };
        return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
      },
    ],
    ['without a signature', async () => (await world.token(applicationId)).replace(/[^.]+$/, '')],
    ['that is no token', async () => 'not.a.token'],
    ['that is very long', async () => 'x'.repeat(12_000)],
  ];
  it.each(hostile)('401: %s', async (_case, make) => {
    await expectRefusedAlike(withToken(await make()));
  });

  it('401: of a pending application', async () => {
    const pending = world.application();
    await addApplicationCredential(world.context, client.workspaceId, client.apiClientId, {
      applicationId: pending,
      tenantId: partnerTenantId,
    });
    await expectRefusedAlike(withToken(await world.token(pending)));
  });

  it('401: of an application that is active in another tenant', async () => {
    const elsewhere = world.application();
    await world.activate(client, elsewhere, otherTenantId);
    await expectRefusedAlike(withToken(await world.token(elsewhere)));
    expect((await get(withToken(await world.token(elsewhere, otherTenantId)))).status).toBe(200);
  });

  it('401: of a disabled client, though it was cached', async () => {
    const token = await world.token(applicationId);
    expect((await get(withToken(token))).status).toBe(200);
    await setApiClientEnabled(world.context, client.workspaceId, client.apiClientId, false);
    await expect.poll(async () => (await get(withToken(token))).status).toBe(401);
    await expectRefusedAlike(withToken(token));
  });

  async function publishedKey() {
    const answer = await fetch(`${world.idp.url}/${partnerTenantId}/discovery/v2.0/keys`);
    const { keys } = (await answer.json()) as { keys: { kid?: string; n?: string; e?: string }[] };
    const token = await world.token(applicationId);
    const { kid } = JSON.parse(Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString());
    const key = keys.find((candidate) => candidate.kid === kid);
    if (!key) throw new Error('The signing key is not published');
    return key;
  }

  async function hmacWithPublicKey(form: 'pem' | 'jwk'): Promise<string> {
    const key = await publishedKey();
    const imported = await crypto.subtle.importKey(
      'jwk',
      { kty: 'RSA', n: key.n ?? '', e: key.e ?? '' },
      { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
      true,
      ['verify'],
    );
    const secret = form === 'pem' ? await exportSPKI(imported) : JSON.stringify(await exportJWK(imported));
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const body = `${encode({ alg: 'HS256', typ: 'JWT', kid: key.kid })}.${encode(claims())}`;
    return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
  }
});

describe('while the identity provider is down', () => {
  afterEach(() => world.idp.clearFaults());

  it('accepts tokens, also new ones, of tenants with cached keys', async () => {
    const [known, fresh] = [await world.token(applicationId), await world.token(applicationId)];
    expect((await get(withToken(known))).status).toBe(200);
    world.idp.setFault({ kind: 'unavailable' });
    expect((await get(withToken(fresh))).status).toBe(200);
  });

  it('503 service.unavailable: for a tenant without cached keys, until the provider is back', async () => {
    const tenantId = 'a1000000-0000-4000-8000-00000000000d';
    const clientId = 'c1000000-0000-4000-8000-00000000000d';
    world.idp.registerTenant({ id: tenantId });
    world.idp.registerApplication({
      clientId,
      tenantIds: [tenantId],
      secrets: [],
      roles: { [apiAppId]: ['Catalogue.Read.All'] },
    });
    await world.activate(client, clientId, tenantId);
    const token = await world.idp.sign(world.idp.claimsFor({ tenantId, clientId, api: apiAppId }));
    world.idp.setFault({ kind: 'unavailable' });
    const answer = await get(withToken(token));
    expect([answer.status, answer.body.code]).toEqual([503, 'service.unavailable']);
    world.idp.clearFaults();
    world.clock.forward(minute);
    expect((await get(withToken(token))).status).toBe(200);
  });
});

it('accepts tokens with a rotated signing key at once', async () => {
  expect((await get(withToken(await world.token(applicationId)))).status).toBe(200);
  await world.idp.rotateKeys();
  expect((await get(withToken(await world.token(applicationId)))).status).toBe(200);
});

describe('authorisation, in this order', () => {
  const tokenOf = async (roles: string[], of: TestClient) => {
    const application = world.application(roles);
    await world.activate(of, application);
    return withToken(await world.token(application));
  };

  it.each([
    ['no role', []],
    ['other roles', ['Usage.Write.All', 'Entitlement.Read.All']],
  ])('403 auth.forbidden: a token with %s', async (_case, roles) => {
    const answer = await get(await tokenOf(roles, client));
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({
      code: 'auth.forbidden',
      args: { requiredRole: 'Catalogue.Read.All' },
    });
  });

  it("403 auth.forbidden: a user's token", async () => {
    const claims = world.idp.claimsFor({ tenantId: partnerTenantId, clientId: applicationId, api: apiAppId });
    const token = await world.idp.sign({ ...claims, scp: 'access_as_user' });
    expect((await get(withToken(token))).body.code).toBe('auth.forbidden');
  });

  it.each([['key'], ['token']])('403 api_client.scope_not_allowed: a %s without the scope', async (kind) => {
    const narrow = await world.client(client.workspaceId, { scopes: ['usage:write'] });
    const headers = kind === 'key' ? withKey(narrow) : await tokenOf(['Catalogue.Read.All'], narrow);
    const answer = await get(headers);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({
      code: 'api_client.scope_not_allowed',
      args: { requiredScope: 'catalogue:read' },
    });
  });

  it('checks the role before the scope, and both before the request', async () => {
    const narrow = await world.client(client.workspaceId, { scopes: [], products: [] });
    const noRole = await tokenOf([], narrow);
    const call = (headers: Record<string, string>) => world.call(`${path}/viaduct`, { headers });
    expect((await call(noRole)).body.code).toBe('auth.forbidden');
    expect((await call(withKey(narrow))).body.code).toBe('api_client.scope_not_allowed');
  });
});

describe('last use', () => {
  it('is recorded to the minute, after the response', async () => {
    await get(withKey(client));
    await get(withToken(await world.token(applicationId)));
    const used = world.clock.now();
    await world.service.stop();
    const [, keyId = ''] = client.apiKey.split('_');
    const key = await world.database
      .selectFrom('api_keys')
      .select('last_used_at')
      .where('key_id', '=', keyId)
      .executeTakeFirstOrThrow();
    const application = await world.database
      .selectFrom('application_credentials')
      .select('last_used_at')
      .where('application_id', '=', applicationId)
      .executeTakeFirstOrThrow();
    const toTheMinute = new Date(Math.floor(used.getTime() / minute) * minute);
    expect(key.last_used_at).toEqual(toTheMinute);
    expect(application.last_used_at).toEqual(toTheMinute);
  });
});
