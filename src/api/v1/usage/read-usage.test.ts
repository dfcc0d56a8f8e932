import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { statementsOf } from '../../../../tests/support/database/statements.ts';
import { done } from '../../../../tests/support/done.ts';
import { meterDimensions, meteredProduct } from '../../../../tests/support/worlds/meter-books.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { move, newTenant, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import { type TestClient, World, withKey } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { closeHours } from '../../../actions/usage/close-hours.ts';
import { settleUsage, takeUsage } from '../../../actions/usage/sending.ts';

const hour = 3_600_000;

let world: World;
let client: TestClient;
let tenantId: string;
let subscriptionId: string;
let count = 0;
beforeAll(async () => {
  world = await World.shared();
  const workspaceId = await world.workspace();
  done(await addProduct(world.context, workspaceId, meteredProduct('meters')));
  client = await world.client(workspaceId);
});
afterAll(() => world.close());
beforeEach(async () => {
  tenantId = newTenant();
  subscriptionId = await subscribe(world, client.workspaceId, {
    tenantId,
    product: 'meters',
    source: 'Marketplace',
    marketplaceSubscriptionId: crypto.randomUUID(),
  });
  world.clock.forward(48 * hour);
});

const read = (headers: Record<string, string> = {}, query = 'product=meters') =>
  world.call(`/api/v1/entitlements/${tenantId}/usage?${query}`, {
    headers: { ...withKey(client), ...headers },
  });
const post = (path: string, body: object) =>
  world.call(path, {
    method: 'POST',
    headers: { ...withKey(client), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const send = (...events: object[]) =>
  post('/api/v1/usage-events', {
    events: events.map((rest) => ({
      id: `event-${++count}`,
      tenantId,
      product: 'meters',
      occurredAt: world.clock.now().toISOString(),
      ...rest,
    })),
  });
const calls = (number: number) => Array.from({ length: number }, () => ({ dimension: 'calls' }));
const of = async (dimension: string) => {
  const { body } = await read();
  return body.dimensions.find((one: { dimension: string }) => one.dimension === dimension);
};

it('200: each dimension with its period, at once after an event', async () => {
  await send(...calls(4));
  const answer = await read();
  expect(answer.body.dimensions.map(({ dimension }: { dimension: string }) => dimension)).toEqual([
    'calls',
    'peak',
    'posts',
    'rows',
    'users',
  ]);
  const activated = world.clock.now().getTime() - 48 * hour;
  expect(answer.body.dimensions[0]).toEqual({
    subscriptionId,
    plan: 'basic',
    dimension: 'calls',
    name: 'Calls',
    unit: 'call',
    intake: 'Events',
    aggregation: 'Count',
    period: { start: new Date(activated).toISOString(), end: expect.any(String) },
    used: 4,
    included: 10,
    remaining: 6,
    overage: 0,
    pending: 0,
    reported: 0,
    accepted: 0,
    limit: null,
    limitPer: null,
    limitAction: null,
    limitUsed: null,
    reserved: null,
    limitRemaining: null,
    resetsAt: null,
    setBy: null,
  });
});

it('200: a customer without a marketplace has everything but reports', async () => {
  tenantId = newTenant();
  await subscribe(world, client.workspaceId, { tenantId, product: 'meters', source: 'Direct' });
  const { body } = await send(...calls(13), { dimension: 'rows', quantity: 2.5 });
  expect(body).toMatchObject({ accepted: 14, refused: 0 });
  const shown = { used: 13, included: 10, remaining: 0, overage: 3, pending: 0, reported: 0, accepted: 0 };
  expect(await of('calls')).toMatchObject(shown);
  world.clock.forward(2 * hour);
  await closeHours(world.context);
  expect(await of('calls')).toMatchObject(shown);
  expect(await of('rows')).toMatchObject({ used: 2.5, remaining: null, overage: 2.5, reported: 0 });
});

it('200: what is pending, reported and accepted', async () => {
  await send(...calls(13), { dimension: 'rows', quantity: 2.5 });
  expect(await of('calls')).toMatchObject({ used: 13, remaining: 0, overage: 3, pending: 3, reported: 0 });
  world.clock.forward(2 * hour);
  await closeHours(world.context);
  await world.database
    .updateTable('usage_reports')
    .set({ status: 'Accepted', decided_at: world.clock.now() })
    .where('subscription_id', '=', subscriptionId)
    .where('dimension', '=', 'rows')
    .execute();
  await send(...calls(2));
  await expect
    .poll(() => of('calls'))
    .toMatchObject({ used: 15, overage: 5, pending: 2, reported: 3, accepted: 0 });
  expect(await of('rows')).toMatchObject({
    used: 2.5,
    included: null,
    remaining: null,
    overage: 2.5,
    pending: 0,
    reported: 2.5,
    accepted: 2.5,
  });
});

it('200: a dimension fed by records', async () => {
  const usageStartAt = new Date(world.clock.now().getTime() - 3 * hour).toISOString();
  const record = { tenantId, product: 'meters', dimension: 'posts', quantity: 7, usageStartAt };
  await post('/api/v1/metered-usage', { records: [record] });
  expect(await of('posts')).toMatchObject({ intake: 'Records', used: 7, reported: 7, accepted: 0 });
});

it('304: unchanged', async () => {
  const tag = (await read()).headers.get('etag') ?? '';
  expect((await read({ 'if-none-match': tag })).status).toBe(304);
  await send(...calls(1));
  await expect.poll(async () => (await read({ 'if-none-match': tag })).status).toBe(200);
});

it('200: nothing without a subscription in force', async () => {
  await move(world, client.workspaceId, subscriptionId, { type: 'cancelNow' });
  await expect.poll(async () => (await read()).body.dimensions).toEqual([]);
});

it('404 and 403', async () => {
  expect((await read({}, 'product=none')).body).toMatchObject({ status: 404, code: 'product.not_found' });
  const narrow = await world.client(client.workspaceId, { scopes: ['usage:write'] });
  expect((await read(withKey(narrow))).body).toMatchObject({
    status: 403,
    code: 'api_client.scope_not_allowed',
  });
});

describe('the cache', () => {
  const statements = async () => (await statementsOf(() => read())).length;
  const used = async (dimension: string) => (await of(dimension)).used;

  it('answers without a query while nothing changes', async () => {
    // A dimension that is fed by records is read again every second.
    const only = meterDimensions.filter(({ id }) => id === 'calls');
    const mapping = { sourceName: 'Shop', offerId: 'cached', planId: 'cached', dimensions: only };
    const cached = product('cached', { plans: [plan('basic', { marketplace: [mapping] })] });
    done(await addProduct(world.context, client.workspaceId, cached));
    await subscribe(world, client.workspaceId, {
      tenantId,
      product: 'cached',
      source: 'Marketplace',
      marketplaceSubscriptionId: crypto.randomUUID(),
    });
    const readCached = () => read({}, 'product=cached');
    await expect.poll(async () => (await statementsOf(readCached)).length).toBe(0);
    world.clock.forward(40 * 24 * hour);
    const [dimension] = (await readCached()).body.dimensions;
    expect(Date.parse(dimension.period.end)).toBeGreaterThan(world.clock.now().getTime());
  });

  it.each<[string, () => Promise<unknown>, string, number]>([
    ['an event', () => send(...calls(2)), 'calls', 2],
    [
      'a record',
      () => {
        const usageStartAt = new Date(world.clock.now().getTime() - 3 * hour).toISOString();
        const record = { tenantId, product: 'meters', dimension: 'posts', quantity: 7, usageStartAt };
        return post('/api/v1/metered-usage', { records: [record] });
      },
      'posts',
      7,
    ],
  ])('has %s', async (_case, change, dimension, expected) => {
    await expect.poll(statements).toBeLessThan(2);
    await change();
    await expect.poll(() => used(dimension)).toBe(expected);
  });

  it('has closed hours and settled reports', async () => {
    await send(...calls(13));
    await expect.poll(() => used('calls')).toBe(13);
    world.clock.forward(2 * hour);
    await closeHours(world.context);
    await expect.poll(() => of('calls')).toMatchObject({ pending: 0, reported: 3, accepted: 0 });
    const lease = { leaseId: crypto.randomUUID(), holder: crypto.randomUUID() };
    const queue = { workspaceId: client.workspaceId, sourceName: 'Shop' };
    const taken = await takeUsage(world.context, queue, lease, 25);
    const results = taken.map((sent) => ({ sent, outcome: { kind: 'accepted' } as const }));
    await settleUsage(world.context, { ...queue, ...lease }, results);
    await expect.poll(() => of('calls')).toMatchObject({ reported: 3, accepted: 3 });
  });

  it('a request of many events sends one notification', async () => {
    const listener = new pg.Client({ connectionString: world.settings.databaseUrl });
    await listener.connect();
    const heard: string[] = [];
    listener.on('notification', ({ payload = '' }) => heard.push(payload));
    await listener.query('listen tessera_changes');
    await send(...calls(500), ...Array.from({ length: 400 }, () => ({ dimension: 'rows' })));
    await expect
      .poll(() => heard.filter((text) => text.startsWith('usage')))
      .toEqual([`usage ${client.workspaceId} ${subscriptionId}`]);
    await listener.end();
  });
});
