import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRandom, type Random } from '../../emulators/shell/random.ts';
import { ServiceNodes } from '../support/nodes/service-nodes.ts';
import { webhookTerms } from '../support/peers/webhook-endpoint.ts';
import { type ReceivedWebhook, WebhookReceiver } from '../support/peers/webhook-receiver.ts';
import { faultSeconds, integerBetween, faultSeed as seed } from '../support/run/fault-settings.ts';
import { EventShop } from '../support/worlds/event-shop.ts';

const seconds = faultSeconds(4);
const paths = ['/good', '/flaky', '/subscriptions'] as const;
let shop: EventShop;
let nodes: ServiceNodes;
let receiver: WebhookReceiver;
const secrets = new Map<string, string>();

beforeAll(async () => {
  shop = await EventShop.open();
  receiver = await WebhookReceiver.start();
  for (const path of paths) {
    const types = path === '/subscriptions' ? ['subscription.*'] : 'all';
    secrets.set(path, await shop.endpoint(receiver.url(path), types));
  }
  nodes = new ServiceNodes(2, { databaseUrl: shop.databaseUrl, encryptionKey: webhookTerms.encryptionKey });
  await nodes.startAll();
});
afterAll(async () => {
  await nodes?.end();
  await receiver?.close();
  await shop?.close();
});

/** Accepts some requests, refuses some, and drops some responses. */
function flaky(random: Random) {
  return (response: Parameters<Exclude<Parameters<WebhookReceiver['behave']>[1], number | string>>[0]) => {
    const chance = random();
    if (chance < 0.2) response.writeHead(500).end();
    else if (chance < 0.3) response.socket?.destroy();
    else if (chance < 0.35) response.writeHead(503, { 'retry-after': '1' }).end();
    else response.end('taken');
  };
}

async function someProgress(random: Random): Promise<void> {
  const goal = receiver.received.length + integerBetween(random, 1, 60);
  await vi
    .waitUntil(() => receiver.received.length >= goal, { timeout: 1_000, interval: 10 })
    .catch(() => {});
}

/** In turn, so that each comes in a short run. */
const disturbances: readonly ((random: Random) => Promise<void>)[] = [
  async (random) => {
    const index = integerBetween(random, 0, nodes.count - 1);
    await nodes.kill(index);
    await nodes.start(index);
  },
  async () => {
    await nodes.killAll();
    await shop.letTimePass();
    await nodes.startAll();
  },
];

/** Runs all nodes until nothing is pending; leases and pauses end as if time had passed. */
async function drain(): Promise<void> {
  for (const path of paths) receiver.behave(path, 200);
  await nodes.killAll();
  await shop.letTimePass();
  await nodes.startAll();
  await expect.poll(() => shop.countPending(), { timeout: 60_000 + seconds * 1_000, interval: 100 }).toBe(0);
}

const idOf = ({ headers }: ReceivedWebhook) => String(headers['webhook-id']);

interface EventPayload {
  readonly type: string;
  readonly data: { tenantId: string; subscriptionId: string; version: number; accessLevel: string };
}

const timeout = (seconds * 3 + 240) * 1_000;

describe(`events while nodes are killed (FAULT_SEED=${seed} FAULT_SECONDS=${seconds})`, () => {
  it('are delivered at least once each, signed, and every receiver ends with the current state', {
    timeout,
  }, async () => {
    const random = createRandom(seed);
    receiver.behave('/flaky', flaky(createRandom(seed + 1)));
    const until = Date.now() + seconds * 1_000;
    const isOver = () => Date.now() >= until;
    const sellers = Array.from({ length: 3 }, async (_, index) => {
      const chance = createRandom(seed + 10 + index);
      do await shop.live(integerBetween(chance, 0, 6));
      while (!isOver());
    });
    const disturb = async () => {
      for (let turn = 0; turn < disturbances.length || !isOver(); turn++) {
        await someProgress(random);
        await disturbances[turn % disturbances.length]?.(random);
      }
    };
    await Promise.all([...sellers, disturb()]);
    // Slow nodes may have sent little until now; a retry needs a refused delivery first.
    await expect.poll(() => shop.countRetried()).toBeGreaterThan(0);
    await drain();

    const events = await shop.events();
    const changes = shop.made.map(({ type, subscriptionId }) => `${type} ${subscriptionId}`).sort();
    for (const path of paths) {
      const received = receiver.at(path);
      // Every stored event arrived, and no other.
      const expected = events.filter(
        ({ type }) => path !== '/subscriptions' || type.startsWith('subscription.'),
      );
      expect([...new Set(received.map(idOf))].sort()).toEqual(expected.map(({ eventId }) => eventId).sort());
      const bodies = new Map(received.map((one) => [idOf(one), one.body]));
      const payloads = [...bodies.values()].map((body) => JSON.parse(body) as EventPayload);
      const moves = payloads.filter(({ type }) => type.startsWith('subscription.'));
      expect(moves.map(({ type, data }) => `${type} ${data.subscriptionId}`).sort()).toEqual(changes);
      // Every attempt has a valid signature and the same body.
      const webhook = new Webhook(secrets.get(path) ?? '');
      vi.useFakeTimers({ toFake: ['Date'] });
      for (const one of received) {
        expect(one.body).toBe(bodies.get(idOf(one)));
        // A signature is valid for five minutes, so it is verified as of its arrival.
        vi.setSystemTime(one.receivedAt);
        webhook.verify(one.body, one.headers as Record<string, string>);
      }
      vi.useRealTimers();
      // A receiver that drops older versions ends with the right state, whatever the order and the duplicates.
      const known = new Map<string, EventPayload['data']>();
      for (const { body } of received) {
        const { data } = JSON.parse(body) as EventPayload;
        const before = known.get(data.tenantId);
        if (!before || data.version >= before.version) known.set(data.tenantId, data);
      }
      for (const [tenantId, { version, accessLevel }] of known) {
        expect(await shop.answer(tenantId)).toMatchObject({ version, accessLevel });
      }
    }
    const deliveries = await shop.deliveries();
    expect(deliveries.filter(({ status }) => status !== 'Delivered')).toEqual([]);
    expect(deliveries).toHaveLength(
      events.length * 2 + events.filter(({ type }) => type.startsWith('subscription.')).length,
    );

    // The run is meaningful: nodes died, and some events were sent more than once. Draining kills each node once.
    expect(nodes.kills).toBeGreaterThan(nodes.count);
    expect(shop.made.length).toBeGreaterThan(20);
    expect(deliveries.filter(({ attempts }) => attempts > 1)).not.toEqual([]);
  });
});
