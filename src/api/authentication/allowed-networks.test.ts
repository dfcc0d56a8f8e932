import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { done } from '../../../tests/support/done.ts';
import { ChangeReader } from '../../../tests/support/requests/change-reader.ts';
import { isAnsweredByFastPath } from '../../../tests/support/requests/fast-path.ts';
import { plan, product } from '../../../tests/support/worlds/products.ts';
import { newTenant, subscribe } from '../../../tests/support/worlds/subscribing.ts';
import { World } from '../../../tests/support/worlds/world.ts';
import { addProduct } from '../../actions/catalogue/change-catalogue.ts';
import { changeKey, issueKey } from '../../actions/clients/keys.ts';
import { addServiceAccount } from '../../actions/clients/service-accounts.ts';
import { failedAttemptsPerMinute } from './failed-attempts.ts';

let world: World;
let workspaceId: string;
let path: string;
beforeAll(async () => {
  world = await World.create({ trustedProxies: ['127.0.0.1'] });
  workspaceId = await world.workspace();
  done(await addProduct(world.context, workspaceId, product('forum', { plans: [plan('basic')] })));
  const tenantId = newTenant();
  await subscribe(world, workspaceId, { tenantId });
  path = `/api/v1/entitlements/${tenantId}?product=forum`;
});
afterAll(() => world.close());

async function keyOf(allowedNetworks: readonly string[] | null) {
  const { apiClientId } = await world.client(workspaceId);
  const owner = { kind: 'api-client', id: apiClientId } as const;
  const key = done(await issueKey(world.context, workspaceId, owner, { expiresAt: null, allowedNetworks }));
  return { ...key, apiClientId };
}
const from = (address: string, key: { readonly text: string }) => ({
  'x-api-key': key.text,
  'x-forwarded-for': address,
});
const callFrom = (address: string, key: { readonly text: string }) =>
  world.call(path, { headers: from(address, key) });
const statusFrom = async (address: string, key: { readonly text: string }) =>
  (await callFrom(address, key)).status;
const change = async (keyId: string, allowedNetworks: readonly string[] | null) =>
  done(await changeKey(world.context, workspaceId, { kind: 'api-client', keyId }, { allowedNetworks }));

describe('a key with allowed networks', () => {
  it.each([
    ['192.0.2.0/24', '192.0.2.9', 200],
    ['192.0.2.0/24', '::ffff:192.0.2.9', 200],
    ['192.0.2.0/24', '192.0.3.9', 403],
    ['2001:db8::/32', '2001:db8:1::7', 200],
    ['2001:db8::/32', '2001:db9::7', 403],
    // The proxies before the trusted one may say anything.
    ['192.0.2.0/24', '192.0.2.9, 203.0.113.7', 403],
    ['192.0.2.0/24', 'unknown', 403],
  ])('of %s, from %s: %i, cached or not', async (network, address, status) => {
    const key = await keyOf([network]);
    expect([await statusFrom(address, key), await statusFrom(address, key)]).toEqual([status, status]);
  });

  it('403: names the address, not the networks', async () => {
    const { status, body, text } = await callFrom('203.0.113.7', await keyOf(['192.0.2.0/24']));
    expect([status, body.code, body.args]).toEqual([
      403,
      'auth.network_not_allowed',
      { address: '203.0.113.7' },
    ]);
    expect(text).not.toContain('192.0.2');
  });

  it('is served by the route, a key without by the fast path', async () => {
    const [anywhere, somewhere] = [await keyOf(null), await keyOf(['192.0.2.0/24'])];
    const isFast = (key: { readonly text: string }) =>
      isAnsweredByFastPath(world, path, { headers: from('192.0.2.9', key) });
    await expect.poll(() => isFast(anywhere)).toBe(true);
    expect([await isFast(somewhere), await isFast(somewhere)]).toEqual([false, false]);
  });

  it('a change takes effect on a cached caller', async () => {
    const key = await keyOf(null);
    await expect.poll(() => statusFrom('203.0.113.7', key)).toBe(200);
    await change(key.keyId, ['192.0.2.0/24']);
    await expect.poll(() => statusFrom('203.0.113.7', key)).toBe(403);
    await change(key.keyId, null);
    await expect.poll(() => statusFrom('203.0.113.7', key)).toBe(200);
  });

  it('a change closes change streams, and another network opens none', async () => {
    const key = await keyOf(['192.0.2.0/24']);
    const stream = await ChangeReader.open(world.service.url, from('192.0.2.9', key));
    await change(key.keyId, ['198.51.100.0/24']);
    await expect.poll(() => stream.hasEnded).toBe(true);
    const refused = await world.call('/api/v1/changes', { headers: from('192.0.2.9', key) });
    expect(refused.body.code).toBe('auth.network_not_allowed');
  });

  it('refused requests are neither failed attempts nor of the rate limit', async () => {
    const key = await keyOf(['192.0.2.0/24']);
    const remaining = async () => (await callFrom('192.0.2.9', key)).headers.get('ratelimit');
    await remaining();
    const before = await remaining();
    const refused = Array.from({ length: failedAttemptsPerMinute + 1 }, () => statusFrom('203.0.113.8', key));
    expect(new Set(await Promise.all(refused))).toEqual(new Set([403]));
    expect(await statusFrom('203.0.113.8', await keyOf(null))).toBe(200);
    const countOf = (header: string | null) => Number(/r=(\d+)/.exec(header ?? '')?.[1]);
    expect(countOf(await remaining())).toBe(countOf(before) - 1);
  });

  it('does not verify an application from another network', async () => {
    const headers = {
      ...from('203.0.113.7', await keyOf(['192.0.2.0/24'])),
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ challenge: 'x' });
    const answer = await world.call('/api/v1/client-credentials/verify', { method: 'POST', headers, body });
    expect(answer.body.code).toBe('auth.network_not_allowed');
  });
});

it('an untrusted X-Forwarded-For is not the address of the caller', async () => {
  const direct = await World.create({ databaseUrl: world.url });
  try {
    const headers = from('192.0.2.9', await keyOf(['192.0.2.0/24']));
    const { body } = await direct.call(path, { headers });
    expect([body.code, body.args]).toEqual(['auth.network_not_allowed', { address: '127.0.0.1' }]);
    expect(
      (await direct.call(path, { headers: from('203.0.113.7', await keyOf(['127.0.0.0/8'])) })).status,
    ).toBe(200);
  } finally {
    await direct.close();
  }
});

it("a service account's key has allowed networks, too, changed at once", async () => {
  const account = done(
    await addServiceAccount(world.context, workspaceId, { name: 'Pipeline', role: 'Viewer' }),
  );
  const owner = { kind: 'service-account', id: account.serviceAccountId } as const;
  const allowedNetworks = ['192.0.2.0/24'];
  const key = done(await issueKey(world.context, workspaceId, owner, { expiresAt: null, allowedNetworks }));
  const codeFrom = async (address: string, route = `/workspaces/${workspaceId}/api-clients`) => {
    const headers = { authorization: `Bearer ${key.text}`, 'x-forwarded-for': address };
    const { status, body } = await world.call(`/api/admin/v1${route}`, { headers });
    return status === 200 ? 200 : body.code;
  };
  expect(await codeFrom('192.0.2.9')).toBe(200);
  for (const route of [undefined, '/service-account', '/me']) {
    expect(await codeFrom('203.0.113.7', route)).toBe('auth.network_not_allowed');
  }
  const change = { allowedNetworks: ['203.0.113.0/24'] };
  done(await changeKey(world.context, workspaceId, { ...owner, keyId: key.keyId }, change));
  expect([await codeFrom('192.0.2.9'), await codeFrom('203.0.113.7')]).toEqual([
    'auth.network_not_allowed',
    200,
  ]);
});

it('refusals are in the activity of the client', async () => {
  const key = await keyOf(['192.0.2.0/24']);
  await callFrom('203.0.113.7', key);
  await world.service.stop();
  const refusals = await world.database
    .selectFrom('api_client_refusals')
    .select(['code', 'status'])
    .where('api_client_id', '=', key.apiClientId)
    .execute();
  expect(refusals).toEqual([{ code: 'auth.network_not_allowed', status: 403 }]);
});
