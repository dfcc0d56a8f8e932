import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cutConnection, page, problem, silence } from '../../tests/support/peer.ts';
import { ScriptedService, tenant } from '../../tests/support/scripted-service.ts';
import { createTessera } from '../client.ts';
import type { Tessera, TesseraOptions } from '../types.ts';

let service: ScriptedService;
let client: Tessera;
let events: string[];
let ahead: number;
beforeAll(async () => {
  service = await ScriptedService.start();
});
afterAll(() => service.close());
beforeEach(() => {
  service.fault = undefined;
  service.hasStream = true;
  service.peer.received.length = 0;
  events = [];
  ahead = 0;
});
afterEach(() => client.close());

function create(options: Partial<TesseraOptions> = {}): void {
  client = createTessera({
    url: service.peer.url,
    product: 'aqueduct',
    credential: { apiKey: 'tsk_1' },
    now: () => Date.now() + ahead,
    ...options,
  });
  client.on('connected', ({ via }) => events.push(`connected by ${via}`));
  client.on('disconnected', () => events.push('disconnected'));
  client.on('changed', ({ tenantId, version }) => events.push(`${tenantId} ${version}`));
  client.on('catalogue', ({ product }) => events.push(`catalogue of ${product}`));
}
const read = (number: number) => client.entitlement(tenant(number));
const versionOf = async (number: number) => (await read(number)).raw?.version;

/** Waits until the stream covers what is read from now on. */
async function streamed(number: number): Promise<void> {
  await read(number);
  await expect.poll(() => service.batches.length).toBe(2);
  await expect
    .poll(async () => {
      const before = service.batches.length;
      ahead += 120_000;
      await read(number);
      ahead -= 120_000;
      return service.batches.length - before;
    })
    .toBe(0);
}

describe('the change stream', () => {
  it('is opened with the first read', async () => {
    create();
    expect(service.peer.received).toHaveLength(0);
    await read(1);
    await expect.poll(() => events).toEqual(['connected by stream']);
  });

  it('leads to a read of what has changed', async () => {
    create();
    await streamed(2);
    const version = service.change(tenant(2), { accessLevel: 'None' });
    service.tell('entitlement', { tenantId: tenant(2), product: 'aqueduct', version });
    await expect.poll(() => events).toContain(`${tenant(2)} ${version}`);
    expect((await read(2)).can('scheduling')).toBe(false);
    const reads = service.batches.length;
    service.tell('entitlement', { tenantId: tenant(2), product: 'aqueduct', version });
    service.tell('entitlement', { tenantId: tenant(999), product: 'aqueduct', version: 7 });
    service.tell('entitlement', { tenantId: tenant(2), product: 'forum', version: 7 });
    await read(2);
    expect(service.batches).toHaveLength(reads);
  });

  it('leads to another read if a node has not heard of the change yet', async () => {
    create();
    await streamed(3);
    service.tell('entitlement', { tenantId: tenant(3), product: 'aqueduct', version: 2 });
    await expect.poll(() => service.batches.length).toBeGreaterThan(3);
    service.change(tenant(3), {});
    await expect.poll(() => versionOf(3)).toBe(2);
  });

  it('counts for a tenant that is read after the message', async () => {
    create();
    await streamed(4);
    service.tell('entitlement', { tenantId: tenant(5), product: 'aqueduct', version: 2 });
    service.tell('entitlement', { tenantId: tenant(4), product: 'aqueduct', version: 2 });
    await expect.poll(() => service.batches.length).toBeGreaterThan(2);
    expect(await versionOf(5)).toBe(1);
    service.change(tenant(5), {});
    await expect.poll(() => versionOf(5)).toBe(2);
  });

  it('leads to a read of everything after resync, and of a product after a change of the catalogue', async () => {
    create();
    await Promise.all([read(6), read(7), client.entitlement(tenant(6), { product: 'forum' })]);
    await streamed(6);
    for (const number of [6, 7]) service.change(tenant(number), {});
    service.tell('resync', {});
    await expect.poll(() => events).toEqual(expect.arrayContaining([`${tenant(6)} 2`, `${tenant(7)} 2`]));

    const before = service.batches.length;
    service.change(tenant(6), { limits: { pipelines: 50 } });
    service.change(tenant(7), { capabilities: { scheduling: false } });
    service.tell('catalogue', { product: 'aqueduct' });
    await expect.poll(async () => (await read(7)).can('scheduling')).toBe(false);
    await expect.poll(async () => (await read(6)).limit('pipelines')).toBe(50);
    const readAgain = service.batches.slice(before).flat();
    expect([...new Set(readAgain.map(({ product }) => product))]).toEqual(['aqueduct']);
    expect(events).toContain('catalogue of aqueduct');
  });

  it('invalidates the eligibility of the tenant', async () => {
    create();
    const query = { userObjectId: 'd0000000-0000-4000-8000-000000000001' };
    const questions = () => service.received(`/api/v1/entitlements/${tenant(8)}/eligibility`).length;
    await streamed(8);
    await client.eligible(tenant(8), query);
    await client.eligible(tenant(8), query);
    expect(questions()).toBe(1);
    const version = service.change(tenant(8), {});
    service.tell('entitlement', { tenantId: tenant(8), product: 'aqueduct', version });
    await expect.poll(() => versionOf(8)).toBe(version);
    await client.eligible(tenant(8), query);
    expect(questions()).toBe(2);
  });

  it('is opened again, and everything is read again', async () => {
    create();
    await streamed(9);
    service.change(tenant(9), {});
    service.peer.cut();
    await expect.poll(() => versionOf(9)).toBe(2);
    const connections = () => events.filter((event) => event.includes('connected'));
    await expect.poll(connections).toEqual(['connected by stream', 'disconnected', 'connected by stream']);
  });

  it('covers nothing when it was cut before everything was read again', async () => {
    const usual = service.peer.otherwise;
    let opened = 0;
    service.peer.otherwise = (response, request) => {
      if (request.path === '/api/v1/changes' && opened++ > 0) silence(response, request);
      else usual(response, request);
    };
    create({ pollInterval: '8s' });
    await read(11);
    await expect.poll(() => service.streams.size).toBe(1);
    for (const stream of service.streams) stream.destroy();
    // Then the time for reading everything again has passed.
    const cutAt = performance.now();
    await expect.poll(() => performance.now() - cutAt).toBeGreaterThan(700);
    const reads = service.batches.length;
    ahead += 20_000;
    await read(11);
    expect(service.batches).toHaveLength(reads + 1);
    service.peer.otherwise = usual;
  });

  it('ignores what is no message of the service', async () => {
    create();
    await streamed(10);
    for (const stream of service.streams) {
      stream.write(
        'event: entitlement\ndata: {"half\n\nevent: catalogue\ndata: 7\n\nevent: news\ndata: {}\n\n',
      );
    }
    const version = service.change(tenant(10), {});
    service.tell('entitlement', { tenantId: tenant(10), product: 'aqueduct', version });
    await expect.poll(() => versionOf(10)).toBe(version);
  });
});

it('every answer is right in the end, whatever fails meanwhile', async () => {
  const tenants = Array.from({ length: 40 }, (_, index) => 100 + index);
  const versions = new Map<number, number>();
  create({ pollInterval: '60s', timeout: '200ms' });
  const [faultless, ...faults] = [undefined, cutConnection, silence, page(200), page(503)] as const;
  const any = <Item>(items: readonly Item[]) => items[Math.floor(Math.random() * items.length)] as Item;
  await Promise.all(tenants.map(read));
  await expect.poll(() => events).toContain('connected by stream');
  for (let step = 0; step < 150; step++) {
    const number = any(tenants);
    const version = service.change(tenant(number), { accessLevel: any(['Full', 'None', 'ReadOnly']) });
    versions.set(number, version);
    service.tell('entitlement', { tenantId: tenant(number), product: 'aqueduct', version });
    if (step % 10 === 0) service.fault = step % 20 === 0 ? any(faults) : faultless;
    if (step % 40 === 0) service.peer.cut();
    // Reads of callers among those of the client.
    read(any(tenants)).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  service.fault = faultless;
  const seen = async () => Promise.all(tenants.map(async (number) => [number, await versionOf(number)]));
  await expect.poll(seen).toEqual(tenants.map((number) => [number, versions.get(number) ?? 1]));
  expect((await read(100)).stale).toBe(false);
});

describe('without a stream', () => {
  it('used entitlements are polled', async () => {
    service.hasStream = false;
    create({ pollInterval: '1s' });
    await read(20);
    await read(20);
    await read(21);
    service.change(tenant(20), {});
    await expect.poll(() => events).toEqual(['connected by poll', `${tenant(20)} 2`].reverse());
    expect(service.batches.slice(2).flat()).toEqual([
      { tenantId: tenant(20), product: 'aqueduct', etag: `W/"${tenant(20)}-1"` },
    ]);
  });

  it('answers are stale after a failed poll has made them old, until the service is back', async () => {
    create({ refresh: 'poll', pollInterval: '1s' });
    await read(22);
    await read(22);
    service.fault = cutConnection;
    await expect.poll(async () => (await read(22)).stale).toBe(true);
    service.fault = undefined;
    await expect.poll(async () => (await read(22)).stale).toBe(false);
  });

  it('a client with too many streams polls, and tells why', async () => {
    service.fault = undefined;
    create({ pollInterval: '1s' });
    const errors: unknown[] = [];
    client.on('error', ({ error }) => errors.push(error));
    const usual = service.peer.otherwise;
    service.peer.otherwise = (response, request) =>
      (request.path === '/api/v1/changes' ? problem(409, 'client.too_many_streams') : usual)(
        response,
        request,
      );
    await read(23);
    await expect.poll(() => events).toEqual(['connected by poll']);
    service.peer.otherwise = usual;
    expect(errors).toMatchObject([{ status: 409, code: 'client.too_many_streams' }]);
  });
});

it('a webhook counts like a message of the stream', async () => {
  create({ refresh: 'poll' });
  await read(30);
  const version = service.change(tenant(30), { accessLevel: 'None' });
  const secret = `whsec_${btoa('a secret of thirty-two characters')}`;
  const id = 'msg_1';
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const product = { slug: 'aqueduct', name: 'Aqueduct' };
  const body = JSON.stringify({
    type: 'entitlement.changed',
    timestamp: new Date().toISOString(),
    data: { tenantId: tenant(30), product, version },
  });
  const { Webhook } = await import('standardwebhooks');
  const signature = new Webhook(secret).sign(id, new Date(Number(timestamp) * 1_000), body);
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  const request = new Request('https://app.example/hook', { method: 'POST', body, headers });
  expect((await client.webhook(secret)(request)).status).toBe(204);
  await expect.poll(async () => (await read(30)).can('scheduling')).toBe(false);
});
