import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom, shuffled } from '../../emulators/shell/random.ts';
import { ServiceNodes } from '../support/nodes/service-nodes.ts';
import { faultSeconds, faultSeed as seed } from '../support/run/fault-settings.ts';
import { MeteredShop, shopEncryptionKey } from '../support/worlds/metered-shop.ts';

let shop: MeteredShop;
let nodes: ServiceNodes;
beforeAll(async () => {
  // The service must answer every operation: none is accepted automatically.
  shop = await MeteredShop.open(seed, { retryMilliseconds: 50, autoAcceptMilliseconds: 600_000 });
  nodes = new ServiceNodes(1, { databaseUrl: shop.databaseUrl, encryptionKey: shopEncryptionKey });
});
afterAll(async () => {
  await nodes?.end();
  await shop?.close();
});

const often = { interval: 5 };

async function startNode(): Promise<void> {
  await nodes.start(0);
  shop.setNodeUrl(nodes.url(0) ?? '');
}

const notifications = () =>
  shop.database.selectFrom('marketplace_notifications').selectAll().orderBy('notification_id').execute();

const seatsThere = (id: string) => shop.marketplace.findSubscription(id)?.quantity;

async function seatsHere(id: string): Promise<number | null> {
  const row = await shop.database
    .selectFrom('subscriptions')
    .select('quantity')
    .where('marketplace_subscription_id', '=', id)
    .executeTakeFirstOrThrow();
  return row.quantity;
}

/** The number of changes of the quantity in the history, and of events about them. */
async function countChanges(id: string) {
  const { rows } = await sql<{ changes: number; events: number }>`
    select (
      select count(*)::integer from subscription_history as history
      where history.workspace_id = subscription.workspace_id
        and history.subscription_id = subscription.subscription_id and history.move = 'changeQuantity'
    ) as changes, (
      select count(*)::integer from events as event
      where event.workspace_id = subscription.workspace_id
        and event.data ->> 'subscriptionId' = subscription.subscription_id::text
        and event.type = 'subscription.quantity_changed'
    ) as events
    from subscriptions as subscription
    where subscription.marketplace_subscription_id = ${id}`.execute(shop.database);
  return rows[0];
}

/** Ends every back-off and every lease, as if time had passed. */
async function endBackOffs(): Promise<void> {
  const past = new Date(Date.now() - 1_000);
  await sql`
    update marketplace_notifications
    set due_at = least(due_at, ${past}::timestamptz),
      leased_until = case when leased_until is not null then ${past}::timestamptz end
    where state = 'Received'`.execute(shop.database);
}

/**
 * Phases of a worker: it has leased notifications; or it has answered the marketplace and not yet changed our
 * subscription.
 */
const moments = {
  claimed: async () => (await notifications()).some((call) => call.attempts > 0 && call.state === 'Received'),
  answered: async (ids: readonly string[], seats: number) => {
    const [calls, isSo] = [await notifications(), (id: string) => seatsThere(id) === seats];
    return calls.some(
      ({ state, marketplace_subscription_id: id }) => state === 'Received' && ids.includes(id) && isSo(id),
    );
  },
};

/** By default a node is killed once in each phase; with FAULT_SECONDS=600 for ten minutes, with a longer read lag. */
const seconds = faultSeconds(0);
const lagMilliseconds = seconds > 0 ? 3_000 : 300;
const timeout = (240 + seconds * 2) * 1_000;
const random = createRandom(seed);
const conditions = `FAULT_SEED=${seed} FAULT_SECONDS=${seconds}`;

async function killDuring(moment: keyof typeof moments): Promise<void> {
  const decided = (await notifications()).length;
  const ids = (await shop.sellSeats(6, 5)).map(({ resourceId }) => resourceId);
  if (nodes.urls.length === 0) await startNode();
  // Slow enough to be killed in between.
  shop.marketplace.setFault({ kind: 'delay', share: 0.7, delayMilliseconds: 300 });
  for (const id of ids) await shop.changeQuantity(id, 6);
  await expect.poll(() => moments[moment](ids, 6), often).toBe(true);
  await nodes.kill(0);
  const interrupted = (await notifications()).filter(
    ({ attempts, state }) => attempts > 0 && state === 'Received',
  );
  expect(interrupted).not.toEqual([]);
  shop.marketplace.clearFaults();
  await endBackOffs();
  await startNode();
  await expect
    .poll(async () => (await notifications()).slice(decided).map(({ state }) => state), often)
    .toEqual(ids.map(() => 'Applied'));
  for (const id of ids) {
    expect([await seatsHere(id), seatsThere(id)]).toEqual([6, 6]);
    expect(await countChanges(id)).toEqual({ changes: 1, events: 1 });
  }
}

describe(`a node killed while it applies marketplace notifications (${conditions})`, () => {
  it('applies each notification exactly once while subscription reads lag', { timeout }, async () => {
    shop.marketplace.changeSettings({ subscriptionLagMilliseconds: lagMilliseconds });
    const end = Date.now() + seconds * 1_000;
    do {
      for (const moment of shuffled(['claimed', 'answered'] as const, random)) await killDuring(moment);
    } while (Date.now() < end);
  });
});
