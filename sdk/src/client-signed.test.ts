import { describe, expect, it } from 'vitest';
import { issuer, licenceClaims, SigningKey } from '../tests/support/licence-files.ts';
import { cutConnection, json, problem } from '../tests/support/peer.ts';
import { record, ScriptedClients } from '../tests/support/scripted-clients.ts';
import { entitlementDocument, tenant } from '../tests/support/scripted-service.ts';
import type { Store, StoredEntitlement } from './types.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const clients = new ScriptedClients();
const key = new SigningKey();

function memoryStore(): Store & { readonly entries: Map<string, StoredEntitlement> } {
  const entries = new Map<string, StoredEntitlement>();
  return {
    entries,
    load: async () => [...entries.values()],
    save: (saved) => saved.forEach((entry) => void entries.set(entry.tenantId, entry)),
    remove: (keys) => keys.forEach(({ tenantId }) => void entries.delete(tenantId)),
    close: async () => {},
  };
}

/** A token of 7 days with a grace period of 7, as the service signs it at the clock's time. */
function tokenFor(tenantId: string, change: object = {}, signer = key): string {
  const iat = Math.floor(clients.now / 1_000);
  const { evaluatedAt: _, ...ent } = entitlementDocument(tenantId, 'aqueduct', { version: 1, change: {} });
  const week = 7 * 86_400;
  const times = { iat, nbf: iat, exp: iat + week, grace: week };
  return signer.token(licenceClaims({ sub: tenantId, ver: 1, ent, ...times, mode: 'Connected', ...change }));
}

const answers = (token: string) =>
  json(200, {
    token,
    expiresAt: new Date(clients.now + 7 * day).toISOString(),
    refreshAfter: new Date(clients.now + 3 * day).toISOString(),
  });

const requests = () => clients.service.peer.received.filter(({ path }) => path.includes('/token?'));

/** A client that has read the tenant and its token. */
async function connected(tenantId: string, { token = tokenFor(tenantId), store = memoryStore() } = {}) {
  clients.service.token = answers(token);
  const signed = { keys: key.jwks, issuer };
  const client = clients.create({ store, signed });
  expect((await client.entitlement(tenantId)).source).toBe('service');
  await expect.poll(() => store.entries.get(tenantId)?.token).toBe(token);
  return { client, store };
}

describe('a client that falls back to signed tokens', () => {
  it('answers from the last token after the grace period, marked stale', async () => {
    const { client } = await connected(tenant(60));
    expect(requests().map(({ path }) => path)).toEqual([
      `/api/v1/entitlements/${tenant(60)}/token?product=aqueduct`,
    ]);
    clients.service.fault = cutConnection;
    clients.now += 72 * hour;
    const known = await client.entitlement(tenant(60));
    expect([known.stale, known.source, known.accessLevel]).toEqual([true, 'service', 'Full']);
    clients.now += 1;
    const held = await client.entitlement(tenant(60));
    expect([held.stale, held.source, held.can('scheduling'), held.limit('pipelines')]).toEqual([
      true,
      'token',
      true,
      25,
    ]);
    expect(held.asOf).toEqual(new Date(clients.now - 72 * hour - 1));
    // The token ends, its grace period, too; then what is signed.
    clients.now += 11 * day - 2;
    expect((await client.entitlement(tenant(60))).accessLevel).toBe('Full');
    clients.now += 1;
    expect((await client.entitlement(tenant(60))).accessLevel).toBe('ReadOnly');

    clients.service.fault = undefined;
    clients.now += 2 * minute;
    expect(await client.entitlement(tenant(60))).toMatchObject({ stale: false, source: 'service' });
  });

  it('answers from the token of the store when it starts during an outage', async () => {
    const { store } = await connected(tenant(61));
    clients.service.fault = cutConnection;
    clients.now += 4 * day;
    const restarted = clients.create({ store, signed: { keys: key.jwks } });
    expect(await restarted.entitlement(tenant(61))).toMatchObject({ stale: true, source: 'token' });
    const withoutKeys = clients.create({ store });
    expect((await withoutKeys.entitlement(tenant(61))).accessLevel).toBe('None');
  });

  it('reads a token again after `refreshAfter`, and when the entitlement has changed', async () => {
    const { client, store } = await connected(tenant(62));
    clients.now += 2 * day;
    await client.entitlement(tenant(62));
    clients.now += day - 1;
    await client.entitlement(tenant(62));
    expect(requests()).toHaveLength(1);
    clients.now += 2 * minute;
    const second = tokenFor(tenant(62));
    clients.service.token = answers(second);
    await client.entitlement(tenant(62));
    await expect.poll(() => store.entries.get(tenant(62))?.token).toBe(second);
    clients.service.change(tenant(62), { limits: { pipelines: 50 } });
    const third = tokenFor(tenant(62), { ver: 2 });
    clients.service.token = answers(third);
    clients.now += 2 * minute;
    await client.entitlement(tenant(62));
    await expect.poll(() => store.entries.get(tenant(62))?.token).toBe(third);
    expect(requests()).toHaveLength(3);
    // A restart reads none: half of the token's life has not passed.
    await expect(
      clients.create({ store, signed: { keys: key.jwks } }).entitlement(tenant(62)),
    ).resolves.toBeDefined();
    expect(requests()).toHaveLength(3);
  });

  it('never goes back to a version before the last known one', async () => {
    const { client } = await connected(tenant(63));
    clients.service.change(tenant(63), { capabilities: {} });
    clients.service.token = problem(503, 'service.unavailable');
    clients.now += 2 * minute;
    expect((await client.entitlement(tenant(63))).can('scheduling')).toBe(false);
    clients.service.fault = cutConnection;
    clients.now += 4 * day;
    expect(await client.entitlement(tenant(63))).toMatchObject({
      accessLevel: 'None',
      raw: undefined,
      source: 'service',
    });
  });

  it('forgets the token of a tenant that holds nothing', async () => {
    const { client, store } = await connected(tenant(64));
    clients.service.change(tenant(64), { accessLevel: 'None' });
    clients.service.token = problem(409, 'entitlement.nothing_to_sign');
    const errors = record(client, 'error');
    for (const count of [1, 2]) {
      clients.now += 2 * minute;
      await client.entitlement(tenant(64));
      await expect.poll(() => requests().length).toBe(count);
      await expect.poll(() => store.entries.get(tenant(64))?.token).toBeUndefined();
    }
    expect(errors).toEqual([]);
  });

  it.each([
    ['that another key has signed', () => tokenFor(tenant(65), {}, new SigningKey())],
    ['of another tenant', () => tokenFor(tenant(66))],
    ['of another issuer', () => tokenFor(tenant(65), { iss: 'https://other.example/workspace' })],
    ['that is a licence file', () => tokenFor(tenant(65), { mode: 'Offline' })],
    ['that is none', () => 'token'],
  ])('keeps no token %s', async (_name, token) => {
    clients.service.token = answers(token());
    const store = memoryStore();
    const client = clients.create({ store, signed: { keys: key.jwks, issuer } });
    const errors = record(client, 'error');
    await client.entitlement(tenant(65));
    await expect.poll(() => errors.length).toBe(1);
    expect(store.entries.get(tenant(65))).not.toHaveProperty('token');
    clients.service.fault = cutConnection;
    clients.now += 4 * day;
    expect((await client.entitlement(tenant(65))).accessLevel).toBe('None');
  });

  it.each([
    ['that another key has signed', () => tokenFor(tenant(67), {}, new SigningKey())],
    ['of another tenant', () => tokenFor(tenant(66))],
    ['that is a licence file', () => tokenFor(tenant(67), { mode: 'Offline' })],
  ])('trusts no token of the store %s', async (_name, token) => {
    const { store } = await connected(tenant(67));
    const entry = store.entries.get(tenant(67)) as StoredEntitlement;
    store.entries.set(tenant(67), { ...entry, token: token() });
    clients.service.fault = cutConnection;
    clients.now += 4 * day;
    const client = clients.create({ store, signed: { keys: key.jwks } });
    expect((await client.entitlement(tenant(67))).accessLevel).toBe('None');
  });

  it('needs keys', () => {
    for (const signed of [{}, { keys: { keys: [] } }]) {
      expect(() => clients.create({ signed: signed as never })).toThrow(/signed is .*: use { keys }/);
    }
  });

  it('denies, and says so, with keys of another kind', async () => {
    const keys = { keys: [{ kty: 'RSA', kid: key.kid }] };
    const client = clients.create({ signed: { keys } });
    const errors = record(client, 'error');
    await client.entitlement(tenant(68));
    await expect.poll(() => errors).toMatchObject([{ error: { name: 'TesseraConfigurationError' } }]);
  });
});
