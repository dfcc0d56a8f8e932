import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom, shuffled } from '../emulators/microsoft-marketplace/random.ts';
import { FulfilmentShop, fulfilmentShopKey } from './support/fulfilment-shop.ts';
import { ServiceNodes } from './support/service-nodes.ts';

/** The seed fixes when nodes are killed; what they are doing then depends on the machine. */
const seed = Number(process.env.FAULT_SEED || Date.now() % 1_000_000);

let shop: FulfilmentShop;
let nodes: ServiceNodes;
beforeAll(async () => {
  shop = await FulfilmentShop.open();
  nodes = new ServiceNodes(1, { databaseUrl: shop.databaseUrl, encryptionKey: fulfilmentShopKey });
});
afterAll(async () => {
  await nodes?.end();
  await shop?.close();
});

const often = { interval: 5 };

async function startNode(): Promise<void> {
  await nodes.start(0);
  shop.callAt(nodes.url(0) ?? '');
}

/**
 * Phases of a worker: it has leased notifications; or it has answered the marketplace and not yet changed our
 * subscription.
 */
const moments = {
  claimed: async () => (await shop.calls()).some((call) => call.attempts > 0 && call.state === 'Received'),
  answered: async (ids: readonly string[], seats: number) => {
    const [calls, isSo] = [await shop.calls(), (id: string) => shop.seatsThere(id) === seats];
    return calls.some(
      ({ state, marketplace_subscription_id: id }) => state === 'Received' && ids.includes(id) && isSo(id),
    );
  },
};

/** By default nodes are killed once; with FAULT_SECONDS=600 for ten minutes, with a longer read lag. */
const seconds = Number(process.env.FAULT_SECONDS || 0);
const lagMilliseconds = seconds > 0 ? 3_000 : 300;
const timeout = (120 + seconds * 2) * 1_000;
const random = createRandom(seed);
const conditions = `FAULT_SEED=${seed} FAULT_SECONDS=${seconds}`;

async function killDuring(moment: keyof typeof moments): Promise<void> {
  const decided = (await shop.calls()).length;
  const ids = await shop.sell(6, 5);
  await startNode();
  // Slow enough to be killed in between.
  shop.marketplace.setFault({ kind: 'delay', share: 0.7, delayMilliseconds: 300 });
  for (const id of ids) await shop.wantSeats(id, 6);
  await expect.poll(() => moments[moment](ids, 6), often).toBe(true);
  await nodes.kill(0);
  const interrupted = (await shop.calls()).filter(
    ({ attempts, state }) => attempts > 0 && state === 'Received',
  );
  expect(interrupted).not.toEqual([]);
  shop.marketplace.clearFaults();
  await shop.letTimePass();
  await startNode();
  await expect
    .poll(async () => (await shop.calls()).slice(decided).map(({ state }) => state), often)
    .toEqual(ids.map(() => 'Applied'));
  for (const id of ids) {
    expect([await shop.seatsHere(id), shop.seatsThere(id)]).toEqual([6, 6]);
    expect(await shop.changes(id)).toEqual({ made: 1, told: 1 });
  }
  await nodes.kill(0);
}

describe(`a node killed while it applies marketplace notifications (${conditions})`, () => {
  it('applies each notification exactly once while subscription reads lag', { timeout }, async () => {
    shop.marketplace.changeSettings({ subscriptionLagMilliseconds: lagMilliseconds });
    const end = Date.now() + seconds * 1_000;
    do {
      const [moment = 'claimed'] = shuffled(['claimed', 'answered'] as const, random);
      await killDuring(moment);
    } while (Date.now() < end);
  });
});
