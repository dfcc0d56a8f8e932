import { describe, expect, it } from 'vitest';
import { cutConnection, json, page, problem, silence } from '../tests/support/peer.ts';
import { record, ScriptedClients } from '../tests/support/scripted-clients.ts';
import { tenant } from '../tests/support/scripted-service.ts';
import type { StoredEntitlement } from './types.ts';

const minute = 60_000;
const hour = 60 * minute;
const clients = new ScriptedClients();

describe('while the service fails', () => {
  const outages = [
    ['is down', cutConnection],
    ['is silent', silence],
    ['is garbled', page(200)],
    ['answers something else', json(200, { results: [{ index: 0, status: 200, etag: 'x' }] })],
    ['is behind a broken proxy', page(502)],
    ['has revoked the credential', problem(401, 'authentication.failed')],
  ] as const;
  /** Only silence is waited for: a busy machine answers late. */
  const timeoutFor = (fault: unknown) => ({ timeout: fault === silence ? 500 : 20_000 });

  it.each(outages)('a tenant that was read has the last known answer: it %s', async (_name, fault) => {
    const client = clients.create(timeoutFor(fault));
    const stale = record(client, 'stale');
    await client.entitlement(tenant(10));
    clients.service.fault = fault;
    clients.now += 2 * minute;
    const held = await client.entitlement(tenant(10));
    expect([held.stale, held.can('scheduling'), held.limit('pipelines')]).toEqual([true, true, 25]);
    expect(held.asOf).toEqual(new Date(clients.now - 2 * minute));
    expect(stale).toEqual([{ tenantId: tenant(10) }]);
    // Others do not wait for the outage again.
    const requests = clients.service.peer.received.length;
    await client.entitlement(tenant(10));
    expect(clients.service.peer.received).toHaveLength(requests);

    clients.service.fault = undefined;
    clients.now += 2 * minute;
    expect((await client.entitlement(tenant(10))).stale).toBe(false);
  });

  it.each(outages)('a tenant that was never read is an error: it %s', async (_name, fault) => {
    clients.service.fault = fault;
    const name = fault === outages[5][1] ? 'TesseraRefused' : 'TesseraUnavailable';
    await expect(clients.create(timeoutFor(fault)).entitlement(tenant(11))).rejects.toMatchObject({ name });
  });

  it.each([
    ['deny', false, undefined],
    ['lastKnown', true, 1],
  ] as const)('after the grace period: %s', async (afterGrace, can, version) => {
    const client = clients.create({ grace: '72h', afterGrace });
    await client.entitlement(tenant(12));
    clients.service.fault = cutConnection;
    clients.now += 72 * hour;
    expect((await client.entitlement(tenant(12))).can('scheduling')).toBe(true);
    clients.now += 1;
    const held = await client.entitlement(tenant(12));
    expect([held.can('scheduling'), held.stale, held.raw?.version]).toEqual([can, true, version]);
  });

  it.each([400, 404, 413])('a batch that is refused with %i says nothing about a tenant', async (status) => {
    const client = clients.create();
    await client.entitlement(tenant(15));
    clients.service.fault = problem(status, 'some.code');
    clients.now += 2 * minute;
    expect((await client.entitlement(tenant(15))).stale).toBe(true);
    await expect(client.entitlement(tenant(16))).rejects.toMatchObject({ status });
  });

  it('a product that is gone is refused, whatever was known', async () => {
    const client = clients.create();
    await client.entitlement(tenant(13));
    const error = { code: 'product.not_found', status: 404, args: {} };
    clients.service.fault = json(200, { results: [{ index: 0, status: 404, error }] });
    clients.now += 2 * minute;
    for (const _ of [1, 2])
      await expect(client.entitlement(tenant(13))).rejects.toMatchObject({ status: 404 });
  });

  it('the clock that is set back makes no answer younger', async () => {
    const client = clients.create();
    await client.entitlement(tenant(14));
    clients.now -= 24 * hour;
    await client.entitlement(tenant(14));
    expect(clients.service.batches).toHaveLength(1);
    clients.now += minute;
    await client.entitlement(tenant(14));
    expect(clients.service.batches).toHaveLength(2);
  });
});

describe('a store', () => {
  const storing = (entries: readonly StoredEntitlement[] = []) => {
    const saved: StoredEntitlement[] = [];
    const removed: string[] = [];
    return {
      saved,
      removed,
      load: async () => entries,
      save: (added: readonly StoredEntitlement[]) => void saved.push(...added),
      remove: (keys: readonly { readonly tenantId: string }[]) =>
        void removed.push(...keys.map(({ tenantId }) => tenantId)),
      close: async () => undefined,
    };
  };

  it('answers for a service that is down at start', async () => {
    const before = storing();
    await clients.create({ store: before }).entitlement(tenant(40));
    expect(before.saved).toMatchObject([{ tenantId: tenant(40), confirmedAt: clients.now }]);
    clients.service.fault = cutConnection;
    clients.now += hour;
    const broken = { ...before.saved[0], document: {} } as StoredEntitlement;
    const client = clients.create({ store: storing([...before.saved, broken]) });
    const held = await client.entitlement(tenant(40));
    expect([held.stale, held.can('scheduling'), held.limit('pipelines')]).toEqual([true, true, 25]);
    expect(held.asOf).toEqual(new Date(clients.now - hour));
    await expect(client.entitlement(tenant(41))).rejects.toMatchObject({ name: 'TesseraUnavailable' });
  });

  it('loses what is evicted', async () => {
    const store = storing();
    const client = clients.create({ store, cacheSize: 1 });
    for (const number of [42, 43]) await client.entitlement(tenant(number));
    expect(store.removed).toEqual([tenant(42)]);
  });
});
