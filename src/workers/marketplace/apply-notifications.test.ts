import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { done } from '../../../tests/support/done.ts';
import { settleNotifications } from '../../../tests/support/peers/settle-notifications.ts';
import { FulfilmentWorld } from '../../../tests/support/worlds/fulfilment-world.ts';
import { leaseNotifications, settleNotification } from '../../actions/marketplace/notifications.ts';
import { recordSeenPurchase } from '../../actions/marketplace/record-purchase.ts';
import { saveMember } from '../../actions/subscriptions/customers.ts';
import { moveSubscription } from '../../actions/subscriptions/move-subscription.ts';
import { assignSeat } from '../../actions/subscriptions/seats.ts';
import { changeWorkspaceSettings } from '../../actions/workspaces/settings.ts';
import { isRefusal } from '../../core/refusal.ts';
import { findPendingPurchase } from '../../storage/marketplace/pending-purchases.ts';

let shop: FulfilmentWorld;
beforeAll(async () => {
  shop = await FulfilmentWorld.create();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

/** Waits until this many notifications have arrived. */
const received = (count: number) => expect.poll(async () => (await shop.calls()).length).toBe(count);

async function acceptFewerSeats(acceptsFewerSeats: boolean): Promise<void> {
  const { world, workspaceId } = shop;
  done(await changeWorkspaceSettings(world.context, workspaceId, { acceptsFewerSeats }, 'any'));
}

async function seat(id: string, count: number): Promise<void> {
  const { workspaceId, world } = shop;
  const subscription = await shop.ours(id);
  if (!subscription) throw new Error('There is no such subscription');
  for (let index = 0; index < count; index++) {
    const member = { tenantId: subscription.tenantId, objectId: randomUUID(), email: null, isActive: true };
    const { memberId } = await saveMember(world.context, workspaceId, member);
    done(await assignSeat(world.context, workspaceId, subscription.subscriptionId, memberId));
  }
}

describe("a customer's operation at the marketplace is applied", () => {
  it.each<[string, string, object, object, object]>([
    ['change-plan', '?planId=gold', {}, {}, {}],
    ['change-quantity', '?quantity=8', { planId: 'seats', quantity: 5 }, {}, { quantity: 8 }],
    ['renew', '', {}, {}, { status: 'Active' }],
    ['suspend', '', {}, {}, { status: 'Suspended' }],
    ['reinstate', '', { state: 'Suspended' }, { status: 'Suspended' }, { status: 'Active' }],
    ['unsubscribe', '', {}, {}, { status: 'Cancelled' }],
  ])('for %s', async (action, query, what, before, after) => {
    const id = await shop.bought(what);
    const first = await shop.ours(id);
    expect(first).toMatchObject(before);
    shop.world.clock.forward(60_000);
    const { operationId } = await shop.customer(id, `${action}${query}`);
    await received(1);
    expect(await shop.ours(id)).toEqual(first);
    await shop.applier().run();
    const last = await shop.ours(id);
    expect(last).toMatchObject(after);
    expect(last).not.toEqual(first);
    if (action === 'change-plan') expect(last?.planId).not.toBe(first?.planId);
    if (action === 'renew')
      expect(last?.validUntil?.getTime()).toBeGreaterThan(first?.validUntil?.getTime() ?? 0);
    expect(await shop.call(operationId)).toMatchObject({
      state: 'Applied',
      attempts: 1,
      leased_until: null,
    });
    const operation = shop.marketplace.operations().find((one) => one.id === operationId);
    expect(operation?.status).toBe('Succeeded');
    expect(await shop.notices()).toEqual([]);
  });

  it('for a purchase that the marketplace has activated itself', async () => {
    const id = shop.sold();
    await shop.customer(id, 'notify?action=Subscribe');
    await received(1);
    await shop.applier().run();
    expect(await shop.ours(id)).toMatchObject({ status: 'Active', source: 'Marketplace' });
    expect(await shop.calls()).toMatchObject([{ state: 'Applied' }]);
  });
});

it('a purchase that ends before it was confirmed leaves the list of purchases', async () => {
  const id = shop.sold({ state: 'PendingFulfillmentStart' });
  const { world, workspaceId } = shop;
  const { context, database } = world;
  const read = await shop.fulfilment.getSubscription(shop.connection, id);
  if (read.outcome !== 'answered') throw new Error(read.reason);
  await recordSeenPurchase(context, shop.source, read.value);
  expect(await findPendingPurchase(database, workspaceId, id)).toMatchObject({
    marketplaceSubscriptionId: id,
  });
  await shop.customer(id, 'unsubscribe');
  await received(1);
  await shop.applier().run();
  expect(await findPendingPurchase(database, workspaceId, id)).toBeUndefined();
});

describe('the answer to an operation', () => {
  it('rejects an unmapped plan, and changes nothing', async () => {
    const id = await shop.bought();
    const before = await shop.ours(id);
    const { operationId } = await shop.customer(id, 'change-plan?planId=unmapped');
    await received(1);
    await shop.applier().run();
    expect(await shop.ours(id)).toEqual(before);
    expect(await shop.call(operationId)).toMatchObject({ state: 'Refused' });
    expect(shop.marketplace.operations().at(-1)?.status).toBe('Failed');
    expect(shop.marketplace.findSubscription(id)?.planId).toBe('basic');
    expect(await shop.notices()).toMatchObject([
      { kind: 'MarketplaceCallNotApplied', facts: { action: 'ChangePlan', operationId } },
    ]);
  });

  it('rejects fewer seats than are assigned, by the marketplace and by the partner', async () => {
    const id = await shop.bought({ planId: 'seats', quantity: 5 });
    await seat(id, 3);
    await shop.customer(id, 'change-quantity?quantity=2');
    await received(1);
    await shop.applier().run();
    expect(await shop.ours(id)).toMatchObject({ quantity: 5 });
    expect(await shop.calls()).toMatchObject([{ state: 'Refused' }]);
    expect(shop.marketplace.findSubscription(id)?.quantity).toBe(5);

    const { subscriptionId = '' } = (await shop.ours(id)) ?? {};
    const requestQuantity = (quantity: number | null) =>
      moveSubscription(
        shop.world.context,
        shop.workspaceId,
        subscriptionId,
        { type: 'changeQuantity', quantity },
        { actor: 'mara' },
      );
    for (const quantity of [2, null]) {
      const refused = await requestQuantity(quantity);
      expect(isRefusal(refused) && refused.code).toBe('subscription.seats_in_use');
    }
    done(await requestQuantity(3));
  });

  it('accepts fewer seats when the workspace prefers that, with a notice', async () => {
    await acceptFewerSeats(true);
    const id = await shop.bought({ planId: 'seats', quantity: 5 });
    await seat(id, 3);
    await shop.customer(id, 'change-quantity?quantity=2');
    await received(1);
    await shop.applier().run();
    expect(await shop.ours(id)).toMatchObject({ quantity: 2 });
    expect(await shop.notices()).toMatchObject([
      { kind: 'SeatsExceedQuantity', facts: { assigned: 3, quantity: 2, product: 'forum' } },
    ]);
    await acceptFewerSeats(false);
  });

  it('is omitted once the operation was accepted automatically', async () => {
    shop.marketplace.changeSettings({ autoAcceptMilliseconds: 1 });
    const id = await shop.bought();
    await shop.customer(id, 'change-plan?planId=unmapped');
    await received(1);
    await expect.poll(() => shop.marketplace.operations().at(-1)?.status).toBe('Succeeded');
    await shop.applier().run();
    expect(await shop.calls()).toMatchObject([{ state: 'Failed' }]);
    expect(await shop.notices()).toMatchObject([{ kind: 'MarketplaceCallNotApplied' }]);
    expect(await shop.ours(id)).toMatchObject({ status: 'Active' });
  });
});

describe('an unusual notification is harmless', () => {
  it('repeated: counted again, applied once', async () => {
    const id = await shop.bought();
    const { operationId } = await shop.customer(id, 'suspend');
    await received(1);
    await shop.repeat(operationId, 3);
    await shop.applier().run();
    await shop.repeat(operationId, 2);
    await shop.applier().run();
    expect(await shop.calls()).toMatchObject([{ state: 'Applied', repeats: 5, attempts: 1 }]);
    const history = await shop.history(id);
    expect(history.map(({ move }) => move)).toEqual(['create', 'activate', 'suspend']);
  });

  it.each(['as-made', 'reversed'])(
    "late and %s: the marketplace's current state is applied",
    async (order) => {
      shop.marketplace.changeSettings({ holdWebhooks: 1 });
      const id = await shop.bought();
      const { operationId } = await shop.customer(id, 'suspend');
      shop.marketplace.changeState(id, 'Subscribed');
      await shop.customer(id, 'renew');
      await shop.customer(id, 'suspend');
      shop.marketplace.changeState(id, 'Subscribed');
      await shop.account.command(`deliveries/release?order=${order}`);
      await received(3);
      await Promise.all([shop.applier().run(), shop.applier().run()]);
      expect(await shop.ours(id)).toMatchObject({ status: 'Active' });
      await settleNotifications(shop);
      expect(await shop.ours(id)).toMatchObject({ status: 'Active' });
      expect(new Set((await shop.calls()).map(({ state }) => state))).toEqual(new Set(['Applied']));
      await shop.customer(id, 'unsubscribe');
      await received(4);
      await shop.applier().run();
      await shop.repeat(operationId, 1);
      await shop.applier().run();
      expect(await shop.ours(id)).toMatchObject({ status: 'Cancelled' });
    },
  );

  it('with an unknown action: stored and shown', async () => {
    const id = await shop.bought();
    const before = await shop.ours(id);
    const { operationId } = await shop.customer(id, 'notify?action=Transfer');
    await received(1);
    await shop.applier().run();
    expect(await shop.calls()).toMatchObject([
      { state: 'Ignored', action: 'Transfer', body: { subscriptionId: id } },
    ]);
    expect(await shop.notices()).toMatchObject([
      { kind: 'MarketplaceCallNotApplied', facts: { action: 'Transfer', operationId } },
    ]);
    expect(await shop.ours(id)).toEqual(before);
  });

  it('of an unknown or contradicting operation: nothing changes', async () => {
    const id = await shop.bought();
    const before = await shop.ours(id);
    const token = await shop.callerToken();
    const { operationId } = await shop.customer(id, 'change-plan?planId=gold');
    await received(1);
    await shop.world.database.deleteFrom('marketplace_notifications').execute();
    const forgery = { subscriptionId: id, action: 'Unsubscribe', status: 'Succeeded' };
    for (const body of [
      { ...forgery, id: randomUUID() },
      { ...forgery, id: operationId },
    ]) {
      expect((await shop.post(body, token)).status).toBe(200);
    }
    await shop.applier().run();
    expect((await shop.calls()).map(({ state }) => state)).toEqual(['Ignored', 'Ignored']);
    expect(await shop.notices()).toHaveLength(2);
    expect(await shop.ours(id)).toEqual(before);
  });
});

describe('workers', () => {
  it('of several nodes share the notifications, each applied once', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => shop.bought()));
    for (const id of ids) await shop.customer(id, 'suspend');
    await received(12);
    await Promise.all([shop.applier().run(), shop.applier().run(), shop.applier().run()]);
    expect(await shop.calls()).toMatchObject(ids.map(() => ({ state: 'Applied', attempts: 1 })));
    for (const id of ids) expect(await shop.ours(id)).toMatchObject({ status: 'Suspended' });
  });

  it('take over expired leases of a killed worker, which can no longer settle them', async () => {
    const id = await shop.bought();
    await shop.customer(id, 'suspend');
    await received(1);
    const [held] = await leaseNotifications(shop.world.context, randomUUID());
    if (!held) throw new Error('Nothing was leased');
    await shop.applier().run();
    expect(await shop.calls()).toMatchObject([{ state: 'Received', attempts: 1 }]);
    shop.world.clock.forward(2 * 60_000);
    await shop.applier().run();
    expect(await shop.calls()).toMatchObject([{ state: 'Applied', attempts: 2 }]);
    await settleNotification(shop.world.context, held, {
      state: 'Failed',
      detail: 'late',
      raisesNotice: true,
    });
    expect(await shop.calls()).toMatchObject([{ state: 'Applied', detail: 'suspend' }]);
    expect(await shop.notices()).toEqual([]);
  });

  it('take again at once what they leased over a connection that was lost', async () => {
    const id = await shop.bought();
    await shop.customer(id, 'suspend');
    await received(1);
    const holder = randomUUID();
    const [lost] = await leaseNotifications(shop.world.context, holder);
    expect(await leaseNotifications(shop.world.context, randomUUID())).toEqual([]);
    const [again] = await leaseNotifications(shop.world.context, holder);
    expect(again).toEqual({ ...lost, attempts: 2 });
  });

  it('take again at once what they could not settle', async () => {
    const id = await shop.bought();
    await shop.customer(id, 'suspend');
    await received(1);
    const { database } = shop.world;
    const applier = shop.applier();
    await sql`create function refuse() returns trigger language plpgsql as 'begin raise ''away''; end'`.execute(
      database,
    );
    await sql`create trigger away before update of state on marketplace_notifications execute function refuse()`.execute(
      database,
    );
    await expect(applier.work()).rejects.toThrow('away');
    await sql`drop function refuse cascade`.execute(database);
    await applier.run();
    expect(await shop.calls()).toMatchObject([{ state: 'Applied', attempts: 2 }]);
  });

  it('retry while the marketplace is unavailable, and give up after a day', async () => {
    const id = await shop.bought();
    await shop.customer(id, 'suspend');
    await received(1);
    shop.marketplace.setFault({ kind: 'failing' });
    await shop.applier().run();
    expect(await shop.calls()).toMatchObject([{ state: 'Received', attempts: 1, leased_until: null }]);
    shop.marketplace.clearFaults();
    shop.world.clock.forward(2_000);
    await shop.applier().run();
    expect(await shop.ours(id)).toMatchObject({ status: 'Suspended' });

    shop.marketplace.setFault({ kind: 'failing' });
    await shop.customer(id, 'unsubscribe');
    await received(2);
    shop.world.clock.forward(24 * 3_600_000);
    await shop.applier().run();
    expect((await shop.calls()).at(-1)).toMatchObject({ state: 'Failed' });
    expect(await shop.notices()).toMatchObject([{ kind: 'MarketplaceCallNotApplied' }]);
  });
});
