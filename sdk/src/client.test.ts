import { describe, expect, it, vi } from 'vitest';
import { cutConnection } from '../tests/support/peer.ts';
import { record, ScriptedClients } from '../tests/support/scripted-clients.ts';
import { tenant } from '../tests/support/scripted-service.ts';
import type { TesseraOptions } from './types.ts';

const minute = 60_000;
const hour = 60 * minute;
const clients = new ScriptedClients();

describe('an entitlement', () => {
  it('has what the tenant holds', async () => {
    const held = await clients.create().entitlement(tenant(1));
    expect([held.can('scheduling'), held.can('audit-trail'), held.can('constructor')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(held).toMatchObject({
      accessLevel: 'Full',
      edition: { slug: 'standard' },
      stale: false,
      asOf: new Date(clients.now),
      raw: { tenantId: tenant(1), version: 1 },
    });
    expect([held.limit('pipelines'), held.limit('constructor')]).toEqual([25, undefined]);
  });

  it('without access can do nothing', async () => {
    clients.service.change(tenant(2), { accessLevel: 'None' });
    expect((await clients.create().entitlement(tenant(2))).can('scheduling')).toBe(false);
  });

  it('is read once, by many at once and in either case', async () => {
    const client = clients.create();
    const hits = record(client, 'hit');
    const misses = record(client, 'miss');
    const ask = () => client.entitlement(tenant(3));
    const first = await Promise.all([ask(), ask(), client.entitlement(tenant(3).toUpperCase())]);
    expect(await ask()).toBe(first[0]);
    expect(clients.service.batches).toEqual([[{ tenantId: tenant(3), product: 'aqueduct' }]]);
    expect([hits.length, misses.length]).toEqual([1, 3]);
  });

  it('is read with the others of its turn, at most 100 at a time', async () => {
    const client = clients.create();
    await Promise.all(Array.from({ length: 250 }, (_, index) => client.entitlement(tenant(index))));
    expect(clients.service.batches.map(({ length }) => length)).toEqual([100, 100, 50]);
  });

  it('is refused alone if its product is unknown', async () => {
    const client = clients.create();
    const [known, unknown] = await Promise.allSettled([
      client.entitlement(tenant(4)),
      client.entitlement(tenant(4), { product: 'viaduct' }),
    ]);
    expect(known.status).toBe('fulfilled');
    expect(unknown).toMatchObject({
      reason: { name: 'TesseraRefused', status: 404, args: { product: 'viaduct' } },
    });
    expect(clients.service.batches).toHaveLength(1);
  });

  it.each([
    ['contoso', 'aqueduct', "The tenant's id is contoso: use a UUID."],
    [undefined, 'aqueduct', "The tenant's id is undefined: use a UUID."],
    [tenant(5), '', "The product is '': use a slug."],
  ])('of %j and the product %j is refused without a request', async (tenantId, product, message) => {
    const client = clients.create();
    const read = client.entitlement(tenantId as string, { product });
    await expect(read).rejects.toMatchObject({ name: 'TesseraRefused', status: 400, detail: message });
    if (product) {
      await expect(client.eligible(tenantId as string, { product })).rejects.toThrow(message);
      await expect(client.usage(tenantId as string, { product })).rejects.toThrow(message);
    }
    expect(clients.service.peer.received).toHaveLength(0);
  });

  it('is evicted when others are used more recently', async () => {
    const client = clients.create({ cacheSize: 2 });
    for (const number of [1, 2, 1, 3, 1, 2]) await client.entitlement(tenant(number));
    expect(clients.service.batches.map(([item]) => item?.tenantId)).toEqual([1, 2, 3, 2].map(tenant));
  });

  it('is read again when its time has come', async () => {
    const client = clients.create({ pollInterval: '1h' });
    clients.service.change(tenant(6), { validUntil: '2026-11-15T09:01:00.000Z' });
    await client.entitlement(tenant(6));
    clients.now += minute;
    await client.entitlement(tenant(6));
    await client.entitlement(tenant(6));
    expect(clients.service.batches).toHaveLength(2);
  });
});

describe('eligibility', () => {
  const userObjectId = 'd0000000-0000-4000-8000-000000000001';
  const questions = () => clients.service.received(`/api/v1/entitlements/${tenant(20)}/eligibility`);

  it('is cached for each user and plan', async () => {
    const client = clients.create();
    const ask = (query: object) => client.eligible(tenant(20), query);
    expect(await ask({ userObjectId })).toEqual({ isEligible: true, reason: 'SeatAssigned', stale: false });
    await Promise.all([ask({ userObjectId }), ask({ email: 'a@b.example' }), ask({ email: 'A@b.example' })]);
    await ask({ userObjectId, plan: 'team' });
    expect(questions().map(({ body }) => JSON.parse(body))).toEqual([
      { product: 'aqueduct', userObjectId },
      { product: 'aqueduct', email: 'a@b.example' },
      { product: 'aqueduct', userObjectId, plan: 'team' },
    ]);
  });

  it('is the last known one while the service fails, then none', async () => {
    const client = clients.create();
    await client.eligible(tenant(20), { userObjectId });
    clients.service.fault = cutConnection;
    clients.now += 2 * minute;
    const last = { isEligible: true, reason: 'SeatAssigned', stale: true };
    expect(await client.eligible(tenant(20), { userObjectId })).toEqual(last);
    clients.now += 72 * hour;
    const none = { isEligible: false, reason: 'Unavailable', stale: true };
    expect(await client.eligible(tenant(20), { userObjectId })).toEqual(none);
    await expect(client.eligible(tenant(21), { userObjectId })).rejects.toMatchObject({
      name: 'TesseraUnavailable',
    });
  });
});

describe('a limit', () => {
  it('is that of the entitlement, which is the only read', async () => {
    const held = await clients.create({ refresh: 'poll' }).entitlement(tenant(30));
    expect([held.limit('pipelines'), held.limit('rooms'), held.limit('toString')]).toEqual([
      25,
      undefined,
      undefined,
    ]);
    expect(clients.service.peer.received.map(({ path }) => path)).toEqual(['/api/v1/entitlements/batch']);
  });
});

describe('usage that cannot be sent', () => {
  it.each(['console', 'the logger'])('is warned of by %s', async (by) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const told: string[] = [];
    const logger = { warn: (message: string) => told.push(message) };
    const client = clients.create(by === 'console' ? {} : { logger });
    client.track(tenant(40), 'rows', 1);
    await expect(client.flush()).rejects.toThrow('route.not_found');
    const [inConsole] = warn.mock.calls.flat();
    await client.close();
    warn.mockRestore();
    expect(by === 'console' ? inConsole : told[0]).toMatch(/^Tessera: usage is not sent: .*route.not_found/);
  });
});

it('a closed client answers what it knows, and requests nothing', async () => {
  const client = clients.create();
  await client.entitlement(tenant(50));
  const requests = clients.service.peer.received.length;
  await client.close();
  expect((await client.entitlement(tenant(50))).stale).toBe(false);
  await expect(client.entitlement(tenant(51))).rejects.toThrow('closed');
  expect(clients.service.peer.received).toHaveLength(requests);
});

it.each<[Partial<TesseraOptions>, string]>([
  [{ product: '' }, 'product is ""'],
  [{ refresh: 'push' as 'poll' }, 'refresh is "push"'],
  [{ afterGrace: 'allow' as 'deny' }, 'afterGrace is "allow"'],
  [{ cacheSize: 0 }, 'cacheSize is "0"'],
  [{ pollInterval: '10ms' }, 'pollInterval is "10"'],
  [{ grace: '3 days' as '3d' }, 'grace is "3 days"'],
  [{ gracePeriod: '3d' } as object, 'There is no option "gracePeriod": use url, product, credential,'],
  [{ credential: undefined } as object, 'credential is missing'],
])('wrong options %j are refused', (options, message) => {
  expect(() => clients.create(options)).toThrow(message);
});

it('Node 18 is told to be too old', () => {
  vi.stubGlobal('process', { ...process, versions: { node: '18.20.8' } });
  expect(() => clients.create()).toThrow(
    'Node 18.20.8 is too old for @tessera/client: use Node 20.19 or newer.',
  );
  vi.unstubAllGlobals();
});
