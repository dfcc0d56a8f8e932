import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { done } from '../../../../tests/support/done.ts';
import { product } from '../../../../tests/support/worlds/products.ts';
import {
  apiAppId,
  partnerTenantId,
  World,
  withKey,
  withToken,
} from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';

let world: World;
let workspaceId: string;
let user: PortalUser;
beforeAll(async () => {
  world = await World.shared();
});
afterAll(() => world.close());
beforeEach(async () => {
  workspaceId = await world.workspace('Growth');
  done(await addProduct(world.context, workspaceId, product('forum')));
  user = await PortalUser.join(world, workspaceId, 'Integration manager');
});

const registration = { name: 'Billing', scopes: ['catalogue:read'], products: ['forum'] };
const register = async (changes: object = {}) =>
  user.call('POST', '/api-clients', { body: { ...registration, ...changes } });
const registered = async () => {
  const answer = await register();
  expect(answer.status).toBe(201);
  return answer.body.apiClientId as string;
};
const issue = async (apiClientId: string, body: object = {}) =>
  (await user.call('POST', `/api-clients/${apiClientId}/api-keys`, { body })).body as {
    keyId: string;
    apiKey: string;
  };
const statusWith = async (apiKey: string) =>
  (await world.call('/api/v1/catalogue/products', { headers: withKey({ apiKey }) })).status;

/** Nodes follow a change within a second, not at once. */
const soon = (read: () => Promise<number>, status: number) => expect.poll(read).toBe(status);

describe('registering an API client', () => {
  it('201: returns its revision, and is audited', async () => {
    const answer = await register({ rateLimitPerMinute: 3_000 });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      apiClientId: expect.any(String),
      ...registration,
      rateLimitPerMinute: 3_000,
      effectiveRateLimit: 3_000,
      rateLimitQuota: 3_000,
      enabled: true,
      createdAt: world.clock.now().toISOString(),
      lastUsedAt: null,
    });
    expect(answer.headers.get('etag')).toBe('"1"');
    expect(await user.lastAudit()).toMatchObject({
      action: 'api_client.registered',
      subject: { kind: 'ApiClient', id: answer.body.apiClientId },
      before: null,
      after: { ...registration, rateLimitPerMinute: 3_000 },
    });
  });

  it.each([
    ['above the quota', { rateLimitPerMinute: 3_001 }],
    ['an unknown product', { products: ['lantern'] }],
    ['an unknown scope', { scopes: ['everything'] }],
    ['no name', { name: '' }],
  ])('400: %s', async (_, changes) => {
    expect((await register(changes)).status).toBe(400);
    expect((await user.call('GET', '/api-clients')).body.items).toEqual([]);
  });
});

describe('changing an API client', () => {
  it('200: keeps omitted members, and takes effect at once', async () => {
    const apiClientId = await registered();
    const { apiKey } = await issue(apiClientId);
    expect(await statusWith(apiKey)).toBe(200);
    const answer = await user.call('PATCH', `/api-clients/${apiClientId}`, {
      body: { scopes: [], products: null },
      headers: { 'if-match': '"1"' },
    });
    expect(answer.body).toMatchObject({ name: 'Billing', scopes: [], products: null });
    expect(answer.headers.get('etag')).toBe('"2"');
    expect(await user.lastAudit()).toMatchObject({
      action: 'api_client.changed',
      before: { name: 'Billing', scopes: ['catalogue:read'], products: ['forum'] },
      after: { name: 'Billing', scopes: [], products: 'all' },
    });
    await soon(() => statusWith(apiKey), 403);
    const read = await user.call('GET', `/api-clients/${apiClientId}`);
    expect(read.body).toMatchObject({ scopes: [], products: null });
  });

  it('412, 428, 400 and 404 write nothing', async () => {
    const apiClientId = await registered();
    const before = await user.auditCount();
    const change = (id: string, body: object, headers?: Record<string, string>) =>
      user.call('PATCH', `/api-clients/${id}`, { body, ...(headers && { headers }) });
    const statuses = [
      await change(apiClientId, { name: 'X' }, { 'if-match': '"7"' }),
      await change(apiClientId, { name: 'X' }),
      await change(apiClientId, { rateLimitPerMinute: 59 }, { 'if-match': '*' }),
      await change(randomUUID(), { name: 'X' }, { 'if-match': '*' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([412, 428, 400, 404]);
    expect(await user.auditCount()).toBe(before);
    expect((await user.call('GET', `/api-clients/${apiClientId}`)).body.name).toBe('Billing');
  });

  it('concurrent changes: one gets 412', async () => {
    const apiClientId = await registered();
    const answers = await Promise.all(
      ['One', 'Other'].map((name) =>
        user.call('PATCH', `/api-clients/${apiClientId}`, { body: { name }, headers: { 'if-match': '"1"' } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('disables and enables it, each audited once', async () => {
    const apiClientId = await registered();
    const { apiKey } = await issue(apiClientId);
    expect(await statusWith(apiKey)).toBe(200);
    const before = await user.auditCount();
    for (const _ of [1, 2]) {
      const answer = await user.call('POST', `/api-clients/${apiClientId}/disable`);
      expect([answer.status, answer.body.enabled]).toEqual([200, false]);
    }
    expect(await user.auditCount()).toBe(before + 1);
    await soon(() => statusWith(apiKey), 401);
    expect((await user.call('POST', `/api-clients/${apiClientId}/enable`)).body.enabled).toBe(true);
    expect((await user.lastAudit()).action).toBe('api_client.enabled');
    await soon(() => statusWith(apiKey), 200);
  });
});

describe('API keys', () => {
  it('are issued, listed without their text, rotated and revoked, each audited', async () => {
    const apiClientId = await registered();
    const keys = `/api-clients/${apiClientId}/api-keys`;
    const first = await issue(apiClientId);
    expect(await statusWith(first.apiKey)).toBe(200);
    expect(await user.lastAudit()).toMatchObject({
      action: 'api_key.issued',
      subject: { kind: 'ApiKey', id: first.keyId },
      after: { apiClientId, expiresAt: null },
    });
    const rotated = await user.call('POST', `/api-keys/${first.keyId}/rotate`, { body: { overlapHours: 1 } });
    expect(rotated.status).toBe(201);
    const second = rotated.body as { keyId: string; apiKey: string };
    expect([await statusWith(first.apiKey), await statusWith(second.apiKey)]).toEqual([200, 200]);
    expect(await user.lastAudit()).toMatchObject({
      action: 'api_key.rotated',
      after: { replacedBy: { keyId: second.keyId } },
    });
    world.clock.forward(3_500_000);
    await user.callAdmin('GET', '/me');
    world.clock.forward(100_000);
    expect([await statusWith(first.apiKey), await statusWith(second.apiKey)]).toEqual([401, 200]);
    const revoked = await user.call('POST', `/api-keys/${second.keyId}/revoke`);
    expect(revoked.status).toBe(200);
    await soon(() => statusWith(second.apiKey), 401);
    const again = await user.call('POST', `/api-keys/${second.keyId}/revoke`);
    expect(again.body).toEqual(revoked.body);
    const listed = await user.call('GET', keys);
    expect(
      listed.body.items.map(({ keyId, status }: { keyId: string; status: string }) => [keyId, status]),
    ).toEqual([
      [second.keyId, 'Revoked'],
      [first.keyId, 'Expired'],
    ]);
    const everything = await user.call('GET', '/audit-log?limit=200');
    for (const { apiKey } of [first, second]) {
      const secret = apiKey.split('_')[2] ?? '';
      expect(listed.text + everything.text).not.toContain(secret);
    }
  });

  it('404: a client and keys of another workspace', async () => {
    const theirs = await world.client(await world.workspace());
    const keyId = theirs.apiKey.split('_')[1] ?? '';
    const path = `/api-clients/${theirs.apiClientId}`;
    const statuses = [
      await user.call('GET', path),
      await user.call('GET', `${path}/api-keys`),
      await user.call('GET', `${path}/application-credentials`),
      await user.call('POST', `${path}/api-keys`, { body: {} }),
      await user.call('POST', `/api-keys/${keyId}/revoke`),
      await user.call('POST', `/api-keys/${keyId}/rotate`, { body: {} }),
      await user.call('POST', `${path}/disable`),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 404]);
    expect(await statusWith(theirs.apiKey)).toBe(200);
  });

  it('have names, which are renamed, kept by a rotation, and audited', async () => {
    const apiClientId = await registered();
    const { keyId } = await issue(apiClientId, { name: ' Production, EU ' });
    const names = async () =>
      (await user.call('GET', `/api-clients/${apiClientId}/api-keys`)).body.items.map(
        ({ name }: { name: string | null }) => name,
      );
    const rename = (name: unknown, id = keyId) => user.call('PATCH', `/api-keys/${id}`, { body: { name } });
    expect(await names()).toEqual(['Production, EU']);
    expect((await user.lastAudit()).after).toMatchObject({ name: 'Production, EU' });
    expect((await rename('Staging')).body).toEqual({ keyId, name: 'Staging', allowedNetworks: null });
    expect(await user.lastAudit()).toMatchObject({
      action: 'api_key.renamed',
      subject: { kind: 'ApiKey', id: keyId },
      before: { apiClientId, name: 'Production, EU' },
      after: { apiClientId, name: 'Staging' },
    });
    const count = await user.auditCount();
    expect((await rename('Staging')).status).toBe(200);
    expect(await user.auditCount()).toBe(count);
    await user.call('POST', `/api-keys/${keyId}/rotate`, { body: {} });
    expect(await names()).toEqual(['Staging', 'Staging']);
    expect((await rename('  ')).body.name).toBeNull();
    expect((await rename('x'.repeat(101))).body.args.issues).toMatchObject([{ path: 'name' }]);
    expect((await rename('two\nlines')).body.args.issues).toMatchObject([{ path: 'name', rule: 'name' }]);
    const theirs = await world.client(await world.workspace());
    expect((await rename('Mine', theirs.apiKey.split('_')[1])).status).toBe(404);
  });

  it('have allowed networks, which are changed, kept by a rename and a rotation, and audited', async () => {
    const apiClientId = await registered();
    const { keyId } = await issue(apiClientId, { name: 'EU', allowedNetworks: ['::ffff:192.0.2.7/128'] });
    const networks = async () =>
      (await user.call('GET', `/api-clients/${apiClientId}/api-keys`)).body.items.map(
        (key: { allowedNetworks: string[] | null }) => key.allowedNetworks,
      );
    const change = (body: object) => user.call('PATCH', `/api-keys/${keyId}`, { body });
    expect(await networks()).toEqual([['192.0.2.7']]);
    expect((await user.lastAudit()).after).toMatchObject({ allowedNetworks: ['192.0.2.7'] });
    const allowedNetworks = ['192.0.2.0/24', '2001:db8::/32'];
    expect((await change({ allowedNetworks })).body).toEqual({ keyId, name: 'EU', allowedNetworks });
    expect(await user.lastAudit()).toMatchObject({
      action: 'api_key.changed',
      subject: { kind: 'ApiKey', id: keyId },
      before: { apiClientId, name: 'EU', allowedNetworks: ['192.0.2.7'] },
      after: { apiClientId, name: 'EU', allowedNetworks },
    });
    const count = await user.auditCount();
    expect((await change({ allowedNetworks })).status).toBe(200);
    expect((await change({})).status).toBe(200);
    expect(await user.auditCount()).toBe(count);
    expect((await change({ name: 'US' })).body).toEqual({ keyId, name: 'US', allowedNetworks });
    await user.call('POST', `/api-keys/${keyId}/rotate`, { body: {} });
    expect(await networks()).toEqual([allowedNetworks, allowedNetworks]);
    expect((await change({ allowedNetworks: ['10.0.0.1/8'] })).body.args.issues).toMatchObject([
      { path: 'allowedNetworks.0', rule: 'network' },
    ]);
    expect((await change({ allowedNetworks: [] })).body.allowedNetworks).toBeNull();
    expect(await networks()).toEqual([allowedNetworks, null]);
  });

  it('400: an expiry in the past, and an invalid expiry', async () => {
    const apiClientId = await registered();
    const path = `/api-clients/${apiClientId}/api-keys`;
    const past = new Date(world.clock.now().getTime() - 1).toISOString();
    expect((await user.call('POST', path, { body: { expiresAt: past } })).status).toBe(400);
    const { keyId } = await issue(apiClientId);
    await user.call('POST', `/api-keys/${keyId}/revoke`);
    expect((await user.call('POST', `/api-keys/${keyId}/rotate`, { body: {} })).status).toBe(400);
  });
});

it('an application is added, verified with its challenge, and can call', async () => {
  const apiClientId = await registered();
  const path = `/api-clients/${apiClientId}/application-credentials`;
  const applicationId = world.application();
  const added = await user.call('POST', path, { body: { applicationId, tenantId: partnerTenantId } });
  expect(added.status).toBe(201);
  expect(await user.lastAudit()).toMatchObject({
    action: 'application_credential.added',
    after: { apiClientId, applicationId, tenantId: partnerTenantId },
  });
  const token = await world.token(applicationId);
  const { challenge, tokenUrl, scope, verifyUrl } = added.body;
  expect({ tokenUrl, scope, verifyUrl }).toEqual({
    tokenUrl: `${world.idp.url}/${partnerTenantId}/oauth2/v2.0/token`,
    scope: `api://${apiAppId}/.default`,
    verifyUrl: `${world.service.url}/api/v1/client-credentials/verify`,
  });
  const verified = await world.call('/api/v1/client-credentials/verify', {
    method: 'POST',
    headers: { ...withToken(token), 'content-type': 'application/json' },
    body: JSON.stringify({ challenge }),
  });
  expect(verified.status).toBe(200);
  const listed = await user.call('GET', path);
  expect(listed.body.items).toMatchObject([{ applicationId, status: 'Active', wrongTries: 0 }]);
  expect((listed.text + (await user.call('GET', '/audit-log')).text).includes(challenge)).toBe(false);
  const answer = await world.call('/api/v1/catalogue/products', { headers: withToken(token) });
  expect(answer.status).toBe(200);
});
