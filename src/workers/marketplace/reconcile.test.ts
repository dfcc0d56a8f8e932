import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withClient } from '../../../tests/support/database/postgres.ts';
import { FulfilmentWorld, sourceName } from '../../../tests/support/worlds/fulfilment-world.ts';
import { testEncryptionKey } from '../../../tests/support/worlds/world.ts';
import { connectMarketplace, warnEndingCredentials } from '../../actions/marketplace/connections.ts';
import {
  leaseMarketplaceReconciliation,
  requestReconciliation,
} from '../../actions/marketplace/reconciliation.ts';

const hour = 3_600_000;
const day = 24 * hour;

let shop: FulfilmentWorld;
beforeAll(async () => {
  shop = await FulfilmentWorld.create();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.reset();
  shop.world.clock.forward(hour);
});

async function reconcile(): Promise<void> {
  const work = shop.reconciler();
  while (await work());
}
const lists = () => shop.marketplace.calls().filter(({ path }) => path === '/api/saas/subscriptions').length;
const kinds = async () => (await shop.notices()).map(({ kind }) => kind);

describe('reconciliation repairs what a lost notification left, and raises one notice', () => {
  it.each([
    ['a suspension', 'Suspended', 'Suspended', 'suspend'],
    ['an end', 'Unsubscribed', 'Cancelled', 'cancelNow'],
  ] as const)('for %s', async (_, there, here, repair) => {
    const id = await shop.bought();
    shop.marketplace.changeState(id, there);
    await reconcile();
    expect(await shop.ours(id)).toMatchObject({ status: here });
    expect(await shop.notices()).toMatchObject([
      { kind: 'MarketplaceRepaired', facts: { marketplaceSubscriptionId: id, repair, product: 'forum' } },
    ]);
    expect((await shop.history(id)).at(-1)).toMatchObject({ actor: 'marketplace', reason: 'reconciliation' });
    shop.world.clock.forward(hour);
    await reconcile();
    expect(await kinds()).toHaveLength(1);
  });

  it('for a purchase, except one without activation or one that ended before', async () => {
    const missed = shop.sold();
    const pending = shop.sold({ state: 'PendingFulfillmentStart' });
    const over = shop.sold({ state: 'Unsubscribed' });
    await reconcile();
    expect(await shop.ours(missed)).toMatchObject({ status: 'Active' });
    expect([await shop.ours(pending), await shop.ours(over)]).toEqual([undefined, undefined]);
    expect(await shop.notices()).toMatchObject([
      { kind: 'MarketplaceRepaired', facts: { repair: 'receive, activate' } },
    ]);
  });

  it('for a change made here only', async () => {
    const id = await shop.bought();
    const ours = await shop.ours(id);
    if (!ours) throw new Error('There is no subscription');
    await shop.move(ours, { type: 'suspend' });
    await reconcile();
    expect(await shop.ours(id)).toMatchObject({ status: 'Active' });
  });

  it('over many pages', async () => {
    shop.marketplace.changeSettings({ pageSize: 2 });
    const ids = await Promise.all(Array.from({ length: 5 }, () => shop.bought()));
    for (const id of ids) shop.marketplace.changeState(id, 'Suspended');
    await reconcile();
    for (const id of ids) expect(await shop.ours(id)).toMatchObject({ status: 'Suspended' });
  });
});

it('reconciliation skips equal subscriptions, and those with a pending notification', async () => {
  const same = await shop.bought();
  const called = await shop.bought();
  await shop.customer(called, 'suspend');
  await expect.poll(async () => (await shop.calls()).length).toBe(1);
  const before = await shop.history(same);
  await reconcile();
  expect(await shop.ours(called)).toMatchObject({ status: 'Active' });
  expect(await shop.history(same)).toEqual(before);
  expect(await kinds()).toEqual([]);
  await shop.applier().run();
});

it('reconciliation stores missing buyers, and leaves stored ones, which may have been erased', async () => {
  const id = await shop.bought();
  const { subscriptionId, tenantId } = (await shop.ours(id)) ?? {};
  const { database } = shop.world;
  const buyers = () =>
    database
      .selectFrom('subscription_buyers')
      .select(['role', 'tenant_id'])
      .where('subscription_id', '=', subscriptionId ?? '')
      .orderBy('role')
      .execute();
  const beneficiary = { role: 'Beneficiary', tenant_id: tenantId };
  expect(await buyers()).toEqual([beneficiary, { role: 'Purchaser', tenant_id: tenantId }]);
  const changed = { tenant_id: crypto.randomUUID() };
  await database.deleteFrom('subscription_buyers').where('role', '=', 'Beneficiary').execute();
  await database.updateTable('subscription_buyers').set(changed).execute();
  await reconcile();
  expect(await buyers()).toEqual([beneficiary, { role: 'Purchaser', ...changed }]);
});

it('reconciliation skips the buyers of a locked subscription, and stores them the next time', async () => {
  const { database, url } = shop.world;
  const bought = [await shop.bought(), await shop.bought()];
  const own = await Promise.all(bought.map((id) => shop.ours(id)));
  const [locked = '', unlocked = ''] = own.map((subscription) => subscription?.subscriptionId);
  const withBuyers = async () => {
    const rows = database.selectFrom('subscription_buyers').select('subscription_id').distinct();
    const named = await rows.where('subscription_id', 'in', [locked, unlocked]).execute();
    return named.map((row) => row.subscription_id).sort();
  };
  await database.deleteFrom('subscription_buyers').execute();
  await withClient(url, async (other) => {
    await other.query('begin');
    const lock = 'select from subscriptions where workspace_id = $1 and subscription_id = $2 for update';
    await other.query(lock, [shop.workspaceId, locked]);
    await reconcile();
    expect(await withBuyers()).toEqual([unlocked]);
    await other.query('commit');
  });
  shop.world.clock.forward(hour);
  await reconcile();
  expect(await withBuyers()).toEqual([locked, unlocked].sort());
});

it('reconciliation raises one notice for a difference that it cannot repair, and one for a plan without a mapping', async () => {
  const ended = await shop.bought();
  const ours = await shop.ours(ended);
  if (!ours) throw new Error('There is no subscription');
  await shop.move(ours, { type: 'cancelNow' });
  const unmapped = shop.sold({ planId: 'unmapped' });
  const another = shop.sold({ planId: 'unmapped' });
  for (let times = 0; times < 2; times++) {
    await reconcile();
    shop.world.clock.forward(hour);
  }
  const notices = (await shop.notices()) as unknown as { facts: { marketplaceSubscriptionId: string } }[];
  expect(await kinds()).toEqual(['MarketplaceNotRepaired', 'MarketplaceNotRepaired']);
  const named = new Map(notices.map(({ facts }) => [facts.marketplaceSubscriptionId, facts]));
  expect(named.get(ended)).toMatchObject({ reason: expect.stringContaining('has ended here') });
  expect(named.get(unmapped) ?? named.get(another)).toMatchObject({
    reason: 'The plan unmapped of the offer forum is not mapped to a published plan.',
  });
  shop.marketplace.changeState(ended, 'Unsubscribed');
  for (const id of [unmapped, another]) shop.marketplace.changeState(id, 'Unsubscribed');
});

it('reconciliation concludes nothing from an unreadable page, and retries', async () => {
  const id = await shop.bought();
  const before = await shop.ours(id);
  shop.marketplace.changeState(id, 'Unsubscribed');
  shop.marketplace.setFault({ kind: 'failing' });
  await expect(reconcile()).rejects.toThrow('could not be compared');
  expect([await shop.ours(id), await kinds()]).toEqual([before, []]);
  shop.marketplace.clearFaults();
  await reconcile();
  expect(await shop.ours(id)).toEqual(before);
  shop.world.clock.forward(10 * 60_000);
  await reconcile();
  expect(await shop.ours(id)).toMatchObject({ status: 'Cancelled' });
});

it('reconciliation reads overdue subscriptions that are not listed, with a notice when the marketplace does not know them', async () => {
  const id = crypto.randomUUID();
  const other = shop.sold();
  await shop.landed(other);
  await shop.world.database
    .updateTable('subscriptions')
    .set({ marketplace_subscription_id: id })
    .where('marketplace_subscription_id', '=', other)
    .execute();
  shop.marketplace.changeState(other, 'Unsubscribed');
  const ours = await shop.ours(id);
  if (!ours) throw new Error('There is no subscription');
  const validUntil = new Date(shop.world.clock.now().getTime() + day);
  await shop.move(ours, { type: 'activate', term: { validUntil, renewsItself: true } });
  await reconcile();
  expect(await kinds()).toEqual([]);
  shop.world.clock.forward(4 * day);
  await reconcile();
  expect(await shop.notices()).toMatchObject([
    { kind: 'MarketplaceNotRepaired', facts: { marketplaceSubscriptionId: id } },
  ]);
  expect(await shop.ours(id)).toMatchObject({ status: 'Active' });
  await shop.move(ours, { type: 'cancelNow' });
});

describe('the schedule of reconciliation', () => {
  it('is hourly, on one node at a time', async () => {
    shop.marketplace.clearCalls();
    await Promise.all([reconcile(), reconcile(), reconcile()]);
    expect(lists()).toBe(1);
    await reconcile();
    expect(lists()).toBe(1);
    shop.world.clock.forward(hour);
    await reconcile();
    expect(lists()).toBe(2);
  });

  it('is advanced by a request, and repeated when a node has died', async () => {
    await reconcile();
    shop.marketplace.clearCalls();
    expect(await requestReconciliation(shop.world.context, shop.workspaceId)).toEqual({ connections: 1 });
    expect(await leaseMarketplaceReconciliation(shop.world.context)).toMatchObject({ sourceName });
    await reconcile();
    expect(lists()).toBe(0);
    shop.world.clock.forward(hour);
    await reconcile();
    expect(lists()).toBe(1);
  });

  it('cannot be requested by another workspace', async () => {
    const elsewhere = await shop.world.workspace();
    expect(await requestReconciliation(shop.world.context, elsewhere)).toEqual({ connections: 0 });
  });
});

it('a credential that expires raises a notice 60, 30, 7 and 1 days ahead, once each', async () => {
  const endsAt = new Date(shop.world.clock.now().getTime() + 61 * day);
  const { connectionId } = await connectMarketplace(
    shop.world.context,
    shop.workspaceId,
    sourceName,
    shop.connection,
    testEncryptionKey,
    endsAt,
  );
  expect(connectionId).toBe(shop.connectionId);
  const warned: number[] = [];
  for (let passed = 0; passed < 62; passed++) {
    await warnEndingCredentials(shop.world.context);
    await warnEndingCredentials(shop.world.context);
    const count = (await shop.notices()).length;
    if (count > warned.length) warned.push(61 - passed);
    expect(count).toBe(warned.length);
    shop.world.clock.forward(day);
  }
  expect(warned).toEqual([60, 30, 7, 1]);
  expect((await shop.notices())[0]).toMatchObject({ kind: 'MarketplaceSecretEnding', facts: { sourceName } });
});
