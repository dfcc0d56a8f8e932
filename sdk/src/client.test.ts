import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, cutConnection, json, page, problem, silence } from '../tests/support/peer.ts';
import { ScriptedService, tenant } from '../tests/support/scripted-service.ts';
import { createTessera } from './client.ts';
import type { StoredEntitlement, Tessera, TesseraEvents, TesseraOptions } from './types.ts';

const minute = 60_000;
const hour = 60 * minute;

let service: ScriptedService;
let now: number;
const clients: Tessera[] = [];
beforeAll(async () => {
  service = await ScriptedService.start();
});
afterAll(() => service.close());
beforeEach(() => {
  now = Date.parse('2026-11-15T09:00:00Z');
  service.fault = undefined;
  service.hasStream = true;
  service.peer.received.length = 0;
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

function create(options: Partial<TesseraOptions> = {}): Tessera {
  const client = createTessera({
    url: service.peer.url,
    product: 'aqueduct',
    credential: { apiKey: 'tsk_1' },
    refresh: 'poll',
    now: () => now,
    ...options,
  });
  clients.push(client);
  return client;
}

function record<Name extends keyof TesseraEvents>(client: Tessera, name: Name): TesseraEvents[Name][] {
  const events: TesseraEvents[Name][] = [];
  client.on(name, (event) => events.push(event));
  return events;
}

describe('an entitlement', () => {
  it('has what the tenant holds', async () => {
    const held = await create().entitlement(tenant(1));
    expect([held.can('scheduling'), held.can('audit-trail'), held.can('constructor')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(held).toMatchObject({
      accessLevel: 'Full',
      edition: { slug: 'standard' },
      stale: false,
      asOf: new Date(now),
      raw: { tenantId: tenant(1), version: 1 },
    });
    expect([held.limit('pipelines'), held.limit('constructor')]).toEqual([25, undefined]);
  });

  it('without access can do nothing', async () => {
    service.change(tenant(2), { accessLevel: 'None' });
    expect((await create().entitlement(tenant(2))).can('scheduling')).toBe(false);
  });

  it('is read once, by many at once and in either case', async () => {
    const client = create();
    const hits = record(client, 'hit');
    const misses = record(client, 'miss');
    const ask = () => client.entitlement(tenant(3));
    const first = await Promise.all([ask(), ask(), client.entitlement(tenant(3).toUpperCase())]);
    expect(await ask()).toBe(first[0]);
    expect(service.batches).toEqual([[{ tenantId: tenant(3), product: 'aqueduct' }]]);
    expect([hits.length, misses.length]).toEqual([1, 3]);
  });

  it('is read with the others of its turn, at most 100 at a time', async () => {
    const client = create();
    await Promise.all(Array.from({ length: 250 }, (_, index) => client.entitlement(tenant(index))));
    expect(service.batches.map(({ length }) => length)).toEqual([100, 100, 50]);
  });

  it('is refused alone if its product is unknown', async () => {
    const client = create();
    const [known, unknown] = await Promise.allSettled([
      client.entitlement(tenant(4)),
      client.entitlement(tenant(4), { product: 'viaduct' }),
    ]);
    expect(known.status).toBe('fulfilled');
    expect(unknown).toMatchObject({
      reason: { name: 'TesseraRefused', status: 404, args: { product: 'viaduct' } },
    });
    expect(service.batches).toHaveLength(1);
  });

  it.each([
    ['contoso', 'aqueduct'],
    [tenant(5), ''],
  ])('of %j and the product %j is refused without a request', async (tenantId, product) => {
    const read = create().entitlement(tenantId, { product });
    await expect(read).rejects.toThrow(`'${tenantId}' must be the UUID of a tenant, '${product}' the slug`);
    expect(service.peer.received).toHaveLength(0);
  });

  it('is evicted when others are used more recently', async () => {
    const client = create({ cacheSize: 2 });
    for (const number of [1, 2, 1, 3, 1, 2]) await client.entitlement(tenant(number));
    expect(service.batches.map(([item]) => item?.tenantId)).toEqual([1, 2, 3, 2].map(tenant));
  });

  it('is read again when its time has come', async () => {
    const client = create({ pollInterval: '1h' });
    service.change(tenant(6), { validUntil: '2026-11-15T09:01:00.000Z' });
    await client.entitlement(tenant(6));
    now += minute;
    await client.entitlement(tenant(6));
    await client.entitlement(tenant(6));
    expect(service.batches).toHaveLength(2);
  });
});

describe('while the service fails', () => {
  const outages = [
    ['is down', cutConnection],
    ['is silent', silence],
    ['is garbled', page(200)],
    ['answers something else', json(200, { results: [{ index: 0, status: 200, etag: 'x' }] })],
    ['is behind a broken proxy', page(502)],
    ['has revoked the credential', problem(401, 'authentication.failed')],
  ] as const;

  it.each(outages)('a tenant that was read has the last known answer: it %s', async (_name, fault) => {
    const client = create({ timeout: 50 });
    const stale = record(client, 'stale');
    await client.entitlement(tenant(10));
    service.fault = fault;
    now += 2 * minute;
    const held = await client.entitlement(tenant(10));
    expect([held.stale, held.can('scheduling'), held.limit('pipelines')]).toEqual([true, true, 25]);
    expect(held.asOf).toEqual(new Date(now - 2 * minute));
    expect(stale).toEqual([{ tenantId: tenant(10) }]);
    // Others do not wait for the outage again.
    const requests = service.peer.received.length;
    await client.entitlement(tenant(10));
    expect(service.peer.received).toHaveLength(requests);

    service.fault = undefined;
    now += 2 * minute;
    expect((await client.entitlement(tenant(10))).stale).toBe(false);
  });

  it.each(outages)('a tenant that was never read is an error: it %s', async (_name, fault) => {
    service.fault = fault;
    const name = fault === outages[5][1] ? 'TesseraRefused' : 'TesseraUnavailable';
    await expect(create({ timeout: 50 }).entitlement(tenant(11))).rejects.toMatchObject({ name });
  });

  it.each([
    ['deny', false, undefined],
    ['lastKnown', true, 1],
  ] as const)('after the grace period: %s', async (afterGrace, can, version) => {
    const client = create({ grace: '72h', afterGrace });
    await client.entitlement(tenant(12));
    service.fault = cutConnection;
    now += 72 * hour;
    expect((await client.entitlement(tenant(12))).can('scheduling')).toBe(true);
    now += 1;
    const held = await client.entitlement(tenant(12));
    expect([held.can('scheduling'), held.stale, held.raw?.version]).toEqual([can, true, version]);
  });

  it.each([400, 404, 413])('a batch that is refused with %i says nothing about a tenant', async (status) => {
    const client = create();
    await client.entitlement(tenant(15));
    service.fault = problem(status, 'some.code');
    now += 2 * minute;
    expect((await client.entitlement(tenant(15))).stale).toBe(true);
    await expect(client.entitlement(tenant(16))).rejects.toMatchObject({ status });
  });

  it('a product that is gone is refused, whatever was known', async () => {
    const client = create();
    await client.entitlement(tenant(13));
    const error = { code: 'product.not_found', status: 404, args: {} };
    service.fault = json(200, { results: [{ index: 0, status: 404, error }] });
    now += 2 * minute;
    for (const _ of [1, 2])
      await expect(client.entitlement(tenant(13))).rejects.toMatchObject({ status: 404 });
  });

  it('the clock that is set back makes no answer younger', async () => {
    const client = create();
    await client.entitlement(tenant(14));
    now -= 24 * hour;
    await client.entitlement(tenant(14));
    expect(service.batches).toHaveLength(1);
    now += minute;
    await client.entitlement(tenant(14));
    expect(service.batches).toHaveLength(2);
  });
});

describe('eligibility', () => {
  const userObjectId = 'd0000000-0000-4000-8000-000000000001';
  const questions = () => service.received(`/api/v1/entitlements/${tenant(20)}/eligibility`);

  it('is cached for each user and plan', async () => {
    const client = create();
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
    const client = create();
    await client.eligible(tenant(20), { userObjectId });
    service.fault = cutConnection;
    now += 2 * minute;
    const last = { isEligible: true, reason: 'SeatAssigned', stale: true };
    expect(await client.eligible(tenant(20), { userObjectId })).toEqual(last);
    now += 72 * hour;
    const none = { isEligible: false, reason: 'Unavailable', stale: true };
    expect(await client.eligible(tenant(20), { userObjectId })).toEqual(none);
    await expect(client.eligible(tenant(21), { userObjectId })).rejects.toMatchObject({
      name: 'TesseraUnavailable',
    });
  });
});

describe('limits', () => {
  it('without the scope are a fault of the configuration, and the rest works', async () => {
    const client = create();
    service.peer.script.push(
      ...Array.from(
        { length: 2 },
        (): Answer => (response, request) => {
          if (request.path.startsWith('/api/v1/catalogue')) {
            problem(403, 'api_client.scope_not_allowed')(response, request);
          } else service.peer.otherwise(response, request);
        },
      ),
    );
    const held = await client.entitlement(tenant(30));
    expect(held.can('scheduling')).toBe(true);
    expect(() => held.limit('pipelines')).toThrow('limit() needs the scope catalogue:read');
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
    await create({ store: before }).entitlement(tenant(40));
    expect(before.saved).toMatchObject([
      { tenantId: tenant(40), confirmedAt: now, limits: { pipelines: 25 } },
    ]);
    service.fault = cutConnection;
    now += hour;
    const broken = { ...before.saved[0], document: {} } as StoredEntitlement;
    const client = create({ store: storing([...before.saved, broken]) });
    const held = await client.entitlement(tenant(40));
    expect([held.stale, held.can('scheduling'), held.limit('pipelines')]).toEqual([true, true, 25]);
    expect(held.asOf).toEqual(new Date(now - hour));
    await expect(client.entitlement(tenant(41))).rejects.toMatchObject({ name: 'TesseraUnavailable' });
  });

  it('loses what is evicted', async () => {
    const store = storing();
    const client = create({ store, cacheSize: 1 });
    for (const number of [42, 43]) await client.entitlement(tenant(number));
    expect(store.removed).toEqual([tenant(42)]);
  });
});

it('a closed client answers what it knows, and requests nothing', async () => {
  const client = create();
  await client.entitlement(tenant(50));
  const requests = service.peer.received.length;
  await client.close();
  expect((await client.entitlement(tenant(50))).stale).toBe(false);
  await expect(client.entitlement(tenant(51))).rejects.toThrow('closed');
  expect(service.peer.received).toHaveLength(requests);
});

it.each<[Partial<TesseraOptions>, string]>([
  [{ product: '' }, 'product is ""'],
  [{ refresh: 'push' as 'poll' }, 'refresh is "push"'],
  [{ afterGrace: 'allow' as 'deny' }, 'afterGrace is "allow"'],
  [{ cacheSize: 0 }, 'cacheSize is "0"'],
  [{ pollInterval: '10ms' }, 'pollInterval is "10"'],
  [{ grace: '3 days' as '3d' }, 'grace is "3 days"'],
])('wrong options %j are refused', (options, message) => {
  expect(() => create(options)).toThrow(message);
});
