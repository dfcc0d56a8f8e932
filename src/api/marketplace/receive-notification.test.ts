import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FulfilmentWorld } from '../../../tests/support/worlds/fulfilment-world.ts';
import { testEncryptionKey, World } from '../../../tests/support/worlds/world.ts';
import { connectMarketplace } from '../../actions/marketplace/connections.ts';

let shop: FulfilmentWorld;
beforeAll(async () => {
  shop = await FulfilmentWorld.create();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.world.database.deleteFrom('marketplace_notifications').execute();
});

const body = () => ({
  id: randomUUID(),
  subscriptionId: randomUUID(),
  action: 'Suspend',
  extra: { of: 'it' },
});

const forged = async () => {
  const { text } = await shop.world.call('/metrics');
  return Number(/^tessera_marketplace_calls_forged_total (\d+)/m.exec(text)?.[1]);
};

it('200: stores the notification unchanged and responds without outgoing calls', async () => {
  const sent = body();
  shop.marketplace.clearCalls();
  const answer = await shop.post(sent, await shop.callerToken());
  expect([answer.status, answer.body]).toEqual([200, { operationId: sent.id, isNew: true }]);
  expect(await shop.calls()).toMatchObject([
    {
      operation_id: sent.id,
      action: 'Suspend',
      body: sent,
      state: 'Received',
      workspace_id: shop.workspaceId,
    },
  ]);
  expect(shop.marketplace.calls()).toEqual([]);
  const again = await shop.post(sent, await shop.callerToken());
  expect([again.status, again.body.isNew]).toEqual([200, false]);
  expect(await shop.calls()).toHaveLength(1);
});

it('200: for any content type', async () => {
  const token = await shop.callerToken();
  expect((await shop.post(body(), token, 'text/plain')).status).toBe(200);
  expect((await shop.post(body(), token, 'application/octet-stream')).status).toBe(200);
});

it('200: for a token of version 2', async () => {
  const other = await FulfilmentWorld.create({ tokenVersion: 2 });
  try {
    expect((await other.post(body(), await other.callerToken())).status).toBe(200);
  } finally {
    await other.close();
  }
});

it('400: without an operation id', async () => {
  const token = await shop.callerToken();
  for (const sent of [
    {},
    [],
    { id: '', subscriptionId: 'x' },
    { id: 'x'.repeat(101), subscriptionId: 'x' },
    { id: 'x\0', subscriptionId: 'x' },
    { id: 'x', subscriptionId: 'x', planId: '\ud800' },
  ]) {
    expect((await shop.post(sent, token)).status).toBe(400);
  }
  expect(await shop.calls()).toEqual([]);
});

it('429: after 60 failed attempts from a source; 503 for a token that may be the marketplace’s, which then retries', async () => {
  shop.world.clock.forward(60_000);
  const statuses = new Set<number>();
  for (let attempts = 0; attempts < 60; attempts++)
    statuses.add((await shop.post(body(), 'no.token.x')).status);
  expect([...statuses]).toEqual([401]);
  const limited = await shop.post(body(), 'no.token.x');
  expect([limited.status, limited.body.code]).toEqual([429, 'request.rate_limited']);
  expect(limited.headers.get('retry-after')).toMatch(/^\d+$/);
  const genuine = await shop.post(body(), await shop.callerToken());
  expect([genuine.status, genuine.body.code]).toEqual([503, 'service.unavailable']);
  expect(genuine.headers.get('retry-after')).toMatch(/^\d+$/);
  shop.world.clock.forward(60_000);
  expect((await shop.post(body(), await shop.callerToken())).status).toBe(200);
});

describe('401: stores nothing', () => {
  it.each<[string, () => Promise<string | undefined>]>([
    ['without a token', async () => undefined],
    ['with no token at all', async () => 'not.a.token'],
    ['with a token for another audience', () => shop.callerToken('20e940b3-4c77-4b0b-9a53-9e16a1b010a7')],
    [
      "with the publisher's own token",
      () =>
        shop.callerToken(
          'c3000000-0000-4000-8000-000000000001',
          'c3000000-0000-4000-8000-000000000001',
          'publisher',
        ),
    ],
    [
      'with an invalid signature',
      async () => {
        const [head, claims] = (await shop.callerToken()).split('.');
        return `${head}.${claims}.${'A'.repeat(342)}`;
      },
    ],
  ])('%s', async (_, tokenOf) => {
    const before = await forged();
    const answer = await shop.post(body(), await tokenOf());
    expect([answer.status, answer.body.code]).toEqual([401, 'auth.credentials_invalid']);
    expect(await shop.calls()).toEqual([]);
    expect(await forged()).toBe(before + 1);
  });

  it('for an unknown connection, with the same body', async () => {
    const token = await shop.callerToken();
    const elsewhere = await shop.world.call(`/api/marketplace/v1/calls/${randomUUID()}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body()),
    });
    expect(elsewhere.status).toBe(401);
  });

  it('for an expired token', async () => {
    const token = await shop.callerToken();
    shop.world.clock.forward(2 * 3_600_000);
    expect((await shop.post(body(), token)).status).toBe(401);
  });
});

it('a notification is applied by the workers of the same node', async () => {
  const working = await FulfilmentWorld.create({ workers: true });
  try {
    const id = await working.bought();
    await working.customer(id, 'change-plan?planId=gold');
    await expect.poll(async () => (await working.calls())[0]?.state, { interval: 10 }).toBe('Applied');
    expect(working.marketplace.findSubscription(id)?.planId).toBe('gold');
  } finally {
    await working.close();
  }
});

describe('unsigned notifications', () => {
  const switchTo = (world: World, isOn: boolean) =>
    world.database.updateTable('marketplace_connections').set({ accepts_unsigned_calls: isOn }).execute();
  afterEach(() => switchTo(shop.world, false));

  it.each<[string, string | undefined]>([
    ['without a token', undefined],
    ['with a token of another caller', 'not.a.token'],
  ])('200 %s, once the connection accepts them', async (_, token) => {
    expect((await shop.post(body(), token)).status).toBe(401);
    await switchTo(shop.world, true);
    expect((await shop.post(body(), token)).status).toBe(200);
    expect(await shop.calls()).toHaveLength(1);
  });

  it('401 when the service is not on loopback, whatever the connection says', async () => {
    const world = await World.create({ publicUrl: 'https://tessera.example' });
    try {
      const workspaceId = await world.workspace();
      const { connectionId } = await connectMarketplace(
        world.context,
        workspaceId,
        'Shop',
        shop.connection,
        testEncryptionKey,
      );
      await switchTo(world, true);
      const answer = await world.call(`/api/marketplace/v1/calls/${connectionId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body()),
      });
      expect(answer.status).toBe(401);
    } finally {
      await world.close();
    }
  });
});
