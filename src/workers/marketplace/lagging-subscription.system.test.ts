import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settleNotifications } from '../../../tests/support/peers/settle-notifications.ts';
import { FulfilmentWorld } from '../../../tests/support/worlds/fulfilment-world.ts';
import { alignSubscription } from '../../actions/marketplace/align-subscription.ts';
import type { MarketplaceSubscription } from '../../core/marketplace/fulfilment-service.ts';

let shop: FulfilmentWorld;
beforeAll(async () => {
  shop = await FulfilmentWorld.create();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

const minute = 60_000;
const forEver = 600_000;
const aMoment = 200;
const lag = (subscriptionLagMilliseconds: number) =>
  shop.marketplace.changeSettings({ subscriptionLagMilliseconds });
const received = (count: number) => expect.poll(async () => (await shop.calls()).length).toBe(count);

async function read(id: string): Promise<MarketplaceSubscription> {
  const answer = await shop.fulfilment.getSubscription(shop.connection, id);
  if (answer.outcome !== 'answered') throw new Error(answer.reason);
  return answer.value;
}

/** Waits until the marketplace shows its change. */
async function isShown(id: string): Promise<void> {
  const truth = shop.marketplace.findSubscription(id);
  await expect
    .poll(async () => {
      const { planId, quantity, status, term } = await read(id);
      return [planId, quantity, status, term.startsAt?.getTime()];
    })
    .toEqual([truth?.planId, truth?.quantity ?? null, truth?.state, truth?.term.startDate?.getTime()]);
}

const moves = async (id: string) => (await shop.history(id)).map(({ move }) => move);

describe('a subscription that lags behind its operation', () => {
  it.each<[string, object, object, string]>([
    ['change-plan?planId=gold', {}, {}, 'changePlan'],
    ['change-quantity?quantity=8', { planId: 'seats', quantity: 5 }, { quantity: 8 }, 'changeQuantity'],
    ['renew', {}, {}, 'renew'],
    ['suspend', {}, { status: 'Suspended' }, 'suspend'],
    ['reinstate', { state: 'Suspended' }, { status: 'Active' }, 'reinstate'],
  ])('%s is polled, and then applied', async (command, what, after, move) => {
    const id = await shop.bought(what);
    const before = await shop.ours(id);
    shop.world.clock.forward(minute);
    lag(aMoment);
    const { operationId } = await shop.customer(id, command);
    await received(1);
    await shop.applier().run();
    const operation = shop.marketplace.operations().find((one) => one.id === operationId);
    expect(operation?.status).toBe('Succeeded');
    await isShown(id);
    // Another node continues after the pause.
    shop.world.clock.forward(1_000);
    await shop.applier().run();
    expect(await shop.call(operationId)).toMatchObject({ state: 'Applied', detail: move });
    expect(await shop.ours(id)).toMatchObject(after);
    expect(await shop.ours(id)).not.toEqual(before);
    expect((await moves(id)).at(-1)).toBe(move);
    expect(await shop.notices()).toEqual([]);
  });

  it('is not followed, whatever it shows', async () => {
    const id = await shop.bought();
    lag(forEver);
    const { operationId } = await shop.customer(id, 'suspend');
    await received(1);
    await shop.applier().run();
    expect(await shop.ours(id)).toMatchObject({ status: 'Active' });
    expect(await shop.call(operationId)).toMatchObject({
      state: 'Received',
      detail: expect.stringContaining('does not show it yet'),
      expected: { status: 'Suspended' },
      followed_at: null,
    });
  });

  it('does not turn a reinstatement into a suspension', async () => {
    const id = await shop.bought();
    lag(aMoment);
    await shop.customer(id, 'suspend');
    await received(1);
    await shop.applier().run();
    await shop.customer(id, 'reinstate');
    await received(2);
    await shop.applier().run();
    await isShown(id);
    await settleNotifications(shop);
    expect(await shop.ours(id)).toMatchObject({ status: 'Active' });
    expect((await shop.calls()).map(({ state }) => state)).toEqual(['Applied', 'Applied']);
  });

  it('is ended at once: an end needs no confirmation', async () => {
    const id = await shop.bought();
    lag(forEver);
    await shop.customer(id, 'unsubscribe');
    await received(1);
    await shop.applier().run();
    expect(await shop.ours(id)).toMatchObject({ status: 'Cancelled' });
    // Reconciliation with the old state neither reverts it nor raises a notice.
    await shop.reconciler()();
    expect(await shop.ours(id)).toMatchObject({ status: 'Cancelled' });
    const notices = (await shop.notices()).filter(({ facts }) => JSON.stringify(facts).includes(id));
    expect(notices).toEqual([]);
  });

  it('does not delay other notifications', async () => {
    const slow = await shop.bought();
    const quick = await shop.bought();
    lag(forEver);
    await shop.customer(slow, 'suspend');
    lag(0);
    await shop.customer(quick, 'suspend');
    await received(2);
    await shop.applier().run();
    expect([await shop.ours(slow), await shop.ours(quick)]).toMatchObject([
      { status: 'Active' },
      { status: 'Suspended' },
    ]);
  });

  it('is applied once by several nodes', async () => {
    const ids = await Promise.all(
      Array.from({ length: 4 }, () => shop.bought({ planId: 'seats', quantity: 5 })),
    );
    lag(aMoment);
    for (const id of ids) await shop.customer(id, 'change-quantity?quantity=8');
    await received(4);
    const all = () => Promise.all(Array.from({ length: 3 }, () => shop.applier().run()));
    await all();
    for (const id of ids) await isShown(id);
    shop.world.clock.forward(1_000);
    await all();
    for (const id of ids) {
      expect(await shop.ours(id)).toMatchObject({ quantity: 8 });
      expect((await moves(id)).filter((move) => move === 'changeQuantity')).toHaveLength(1);
    }
  });

  it('ends with the last of several changes', async () => {
    const id = await shop.bought({ planId: 'seats', quantity: 5 });
    lag(aMoment);
    for (const [index, quantity] of [8, 5, 9, 5].entries()) {
      await shop.customer(id, `change-quantity?quantity=${quantity}`);
      await received(index + 1);
      await shop.applier().run();
    }
    await isShown(id);
    await settleNotifications(shop);
    expect(await shop.ours(id)).toMatchObject({ quantity: 5 });
  });
});

describe("a subscription that never shows its operation's change", () => {
  const readsOf = (id: string) =>
    shop.marketplace.calls().filter(({ method, path }) => method === 'GET' && path.endsWith(id)).length;

  /** Moves the clock to the notification's due time, and applies it. */
  async function next(operationId: string) {
    const call = await shop.call(operationId);
    const pause = (call?.due_at.getTime() ?? 0) - shop.world.clock.now().getTime();
    shop.world.clock.forward(Math.max(0, pause));
    await shop.applier().run();
    return (await shop.call(operationId)) ?? { state: 'gone', followed_at: null };
  }

  it('is polled for two minutes, then followed, and compared once more after ten', async () => {
    const id = await shop.bought();
    const began = shop.world.clock.now().getTime();
    const since = () => (shop.world.clock.now().getTime() - began) / 1_000;
    lag(forEver);
    shop.marketplace.clearCalls();
    const { operationId } = await shop.customer(id, 'suspend');
    await received(1);
    let call = await next(operationId);
    while (call.state === 'Received' && call.followed_at === null) call = await next(operationId);
    expect(since()).toBe(120);
    expect(readsOf(id)).toBe(11);
    expect(call).toMatchObject({ state: 'Received', detail: expect.stringContaining('compared once more') });
    expect(await shop.ours(id)).toMatchObject({ status: 'Active' });
    expect(await next(operationId)).toMatchObject({
      state: 'Applied',
      detail: 'The subscription was up to date.',
    });
    expect(since()).toBe(720);
    expect(readsOf(id)).toBe(12);
  });

  it('is what it shows ten minutes later', async () => {
    const id = await shop.bought();
    const { operationId } = await shop.customer(id, 'suspend');
    shop.marketplace.changeState(id, 'Subscribed');
    await received(1);
    let call = await next(operationId);
    while (call.followed_at === null) call = await next(operationId);
    expect(await shop.ours(id)).toMatchObject({ status: 'Active' });
    shop.marketplace.changeState(id, 'Suspended');
    expect(await next(operationId)).toMatchObject({ state: 'Applied', detail: 'suspend' });
    expect(await shop.ours(id)).toMatchObject({ status: 'Suspended' });
  });
});

describe('a read older than the applied change', () => {
  it('reverts nothing, by reconciliation or on the landing page', async () => {
    const id = await shop.bought();
    const old = await read(id);
    await shop.customer(id, 'suspend');
    await received(1);
    await shop.applier().run();
    expect(await shop.ours(id)).toMatchObject({ status: 'Suspended' });
    // Another replica of the marketplace that lags behind.
    shop.marketplace.changeState(id, 'Subscribed');
    await shop.reconciler()();
    expect(await alignSubscription(shop.world.context, shop.source, old, 'landing page')).toMatchObject({
      isBehind: true,
      moves: [],
    });
    expect(await shop.ours(id)).toMatchObject({ status: 'Suspended' });
    expect(await shop.notices()).toEqual([]);

    shop.world.clock.forward(61 * minute);
    await shop.reconciler()();
    expect(await shop.ours(id)).toMatchObject({ status: 'Active' });
  });
});
