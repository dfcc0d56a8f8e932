import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countLockWaits } from '../../../tests/support/database/lock-waits.ts';
import { hour, MeteredWorld, minute } from '../../../tests/support/worlds/metered-world.ts';
import { testEncryptionKey } from '../../../tests/support/worlds/world.ts';
import { leaseUsageReconciliation, recordUsageDrift } from '../../actions/usage/reconciliation.ts';
import { quantitySumToText } from '../../core/usage/events/quantity-sum.ts';
import { listDrifts } from '../../storage/usage/drifts.ts';
import { reconcileUsage } from './reconcile.ts';

let metered: MeteredWorld;
beforeEach(async () => {
  metered = await MeteredWorld.create();
});
afterEach(() => metered.close());

/** One of several nodes; compares until no connection is left. */
function reconciler() {
  const work = reconcileUsage({
    context: () => metered.world.context,
    metering: metered.metering(),
    encryptionKey: testEncryptionKey,
  });
  return {
    work,
    async run() {
      while (await work());
    },
  };
}

/** The customers' usage, sent and accepted at least an hour ago. */
async function accepted(quantities: readonly number[], hoursAgo = 3) {
  const customers = await metered.bought(quantities.length);
  await metered.report(
    customers.map(({ tenantId }, index) => metered.usage(tenantId, quantities[index] ?? 0, hoursAgo)),
  );
  metered.world.clock.forward(15 * minute);
  await metered.dispatcher().run();
  expect(new Set(await metered.statuses())).toEqual(new Set(['Accepted']));
  metered.world.clock.forward(hour);
  return customers;
}

const drifts = async (workspaceId = metered.client.workspaceId) =>
  (await listDrifts(metered.world.database, workspaceId, { limit: 100 })).map((drift) => ({
    resourceId: drift.marketplaceSubscriptionId,
    day: drift.day,
    held: quantitySumToText(drift.held),
    marketplace: quantitySumToText(drift.marketplace),
    isResolved: drift.resolvedAt !== null,
  }));
const notices = () => metered.world.database.selectFrom('notices').selectAll().execute();
const reads = () => metered.marketplace.calls().filter(({ path }) => path === '/api/usageEvents');

describe('usage reconciliation', () => {
  it('finds no drift when the marketplace has the exact accepted quantities', async () => {
    await accepted([0.1, 0.2, 123_456_789.123456]);
    await reconciler().run();
    expect(reads()).toHaveLength(1);
    expect([await drifts(), await notices()]).toEqual([[], []]);
  });

  it('finds usage reported by another program, raises one notice, follows changes, and resolves it', async () => {
    const [alpha] = await accepted([5, 7]);
    const resourceId = alpha?.resourceId ?? '';
    await metered.reportBehindOurBack(resourceId, '0.25', 2);
    await reconciler().run();
    const drift = { resourceId, day: '2026-11-17', isResolved: false };
    expect(await drifts()).toEqual([{ ...drift, held: '5', marketplace: '5.25' }]);
    expect(await notices()).toMatchObject([
      {
        workspace_id: metered.client.workspaceId,
        kind: 'UsageDrift',
        facts: {
          customer: alpha?.tenantId,
          product: 'forum',
          marketplaceSubscriptionId: resourceId,
          dimension: 'posts',
          day: '2026-11-17',
          ourQuantity: '5',
          marketplaceQuantity: '5.25',
        },
      },
    ]);

    await metered.reportBehindOurBack(resourceId, '1', 5);
    metered.world.clock.forward(6 * hour);
    await reconciler().run();
    expect(await drifts()).toEqual([{ ...drift, held: '5', marketplace: '6.25' }]);

    // The same hours are reported here too, and the marketplace has them with the same quantities.
    await metered.report([
      metered.usage(alpha?.tenantId ?? '', 0.25, 8),
      metered.usage(alpha?.tenantId ?? '', 1, 11),
    ]);
    metered.world.clock.forward(6 * hour);
    await reconciler().run();
    expect(await drifts()).toMatchObject([{ isResolved: false }]);
    await metered.dispatcher().run();
    metered.world.clock.forward(6 * hour);
    await reconciler().run();
    expect(await drifts()).toMatchObject([{ resourceId, isResolved: true }]);
    expect(await notices()).toHaveLength(1);
  });

  it('finds usage that the marketplace has lost, and usage it has though it expired here', async () => {
    const [alpha, beta] = await accepted([5, 7]);
    await metered.world.database
      .updateTable('usage_reports')
      .set({ marketplace_subscription_id: crypto.randomUUID() })
      .where('marketplace_subscription_id', '=', alpha?.resourceId ?? '')
      .execute();
    await metered.world.database
      .updateTable('usage_reports')
      .set({ status: 'Expired' })
      .where('marketplace_subscription_id', '=', beta?.resourceId ?? '')
      .execute();
    await reconciler().run();
    const found = (await drifts()).map(({ held, marketplace }) => [held, marketplace]);
    expect(found.sort()).toEqual([
      ['0', '5'],
      ['0', '7'],
      ['5', '0'],
    ]);
  });

  it('finds no drift while a report is undecided or just decided', async () => {
    const [alpha] = await metered.bought(1);
    await metered.reportBehindOurBack(alpha?.resourceId ?? '', '9', 5);
    await metered.report([metered.usage(alpha?.tenantId ?? '', 5)]);
    await reconciler().run();
    expect(await drifts()).toEqual([]);
    metered.world.clock.forward(6 * hour);
    await metered.dispatcher().run();
    await reconciler().run();
    expect(await drifts()).toEqual([]);
    metered.world.clock.forward(6 * hour);
    await reconciler().run();
    expect(await drifts()).toMatchObject([{ held: '5', marketplace: '14' }]);
  });

  it('finds no drift for a known mismatch, nor for subscriptions that are not sold here', async () => {
    const [alpha] = await metered.bought(1);
    const [mosaic] = await metered.bought(1, 'mosaic');
    await metered.reportBehindOurBack(alpha?.resourceId ?? '', '4');
    await metered.reportBehindOurBack(mosaic?.resourceId ?? '', '4');
    const other = { publisherId: 'arcadia', offerId: 'forum', planId: 'basic', state: 'Subscribed' } as const;
    const elsewhere = crypto.randomUUID();
    metered.marketplace.registerSubscription({ id: elsewhere, ...other });
    await metered.reportBehindOurBack(elsewhere, '4');
    await metered.report([metered.usage(alpha?.tenantId ?? '', 5)]);
    metered.world.clock.forward(15 * minute);
    await metered.dispatcher().run();
    expect(await metered.statuses()).toEqual(['QuantityMismatch']);
    metered.world.clock.forward(2 * hour);
    await reconciler().run();
    expect([reads().length, await drifts()]).toEqual([1, []]);
  });

  it('is limited to one workspace', async () => {
    const [alpha] = await accepted([5]);
    await metered.reportBehindOurBack(alpha?.resourceId ?? '', '1', 2);
    await reconciler().run();
    expect(await drifts()).toHaveLength(1);
    expect(await drifts(await metered.world.workspace())).toEqual([]);
  });
});

describe('the schedule of usage reconciliation', () => {
  it('is every six hours, with any number of workers', async () => {
    const [alpha] = await accepted([5]);
    await metered.reportBehindOurBack(alpha?.resourceId ?? '', '1', 2);
    const nodes = [reconciler(), reconciler(), reconciler()];
    await Promise.all(nodes.map((node) => node.run()));
    expect([reads().length, (await drifts()).length, (await notices()).length]).toEqual([1, 1, 1]);
    metered.world.clock.forward(6 * hour - 1);
    await Promise.all(nodes.map((node) => node.run()));
    expect(reads()).toHaveLength(1);
    metered.world.clock.forward(1);
    await Promise.all(nodes.map((node) => node.run()));
    expect([reads().length, (await drifts()).length, (await notices()).length]).toEqual([2, 1, 1]);
  });

  it('waits briefly for a locked connection instead of a whole interval', async () => {
    const { world } = metered;
    let leasing: ReturnType<typeof leaseUsageReconciliation> | undefined;
    await world.database.transaction().execute(async (holder) => {
      await holder.updateTable('marketplace_connections').set({ notified_at: world.clock.now() }).execute();
      leasing = leaseUsageReconciliation(world.context);
      await expect.poll(() => countLockWaits(holder)).toBe(1);
    });
    expect(await leasing).toMatchObject({ sourceName: 'Shop' });
  });

  it('waits while the marketplace is down, without delaying other connections', async () => {
    await accepted([5]);
    await metered.connect('Bazaar', 'http://127.0.0.1:9');
    metered.marketplace.setFault({ kind: 'failing' });
    const node = reconciler();
    await expect(node.work()).rejects.toThrow('could not be compared');
    await expect(node.work()).rejects.toThrow('could not be compared');
    expect(await node.work()).toBe(false);
    metered.marketplace.clearFaults();
    metered.world.clock.forward(15 * minute);
    const outcomes = await Promise.allSettled([node.work(), node.work()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect([await drifts(), await node.work()]).toEqual([[], false]);
  });

  it('discards the result of a node whose lease was taken over', async () => {
    const [alpha] = await accepted([5]);
    await metered.reportBehindOurBack(alpha?.resourceId ?? '', '1', 2);
    const late = await leaseUsageReconciliation(metered.world.context);
    if (!late) throw new Error('There was nothing to lease');
    metered.world.clock.forward(15 * minute);
    await reconciler().run();
    expect(await recordUsageDrift(metered.world.context, late, [])).toBeNull();
    expect(await drifts()).toMatchObject([{ held: '5', marketplace: '6' }]);
  });

  it('writes its result in one transaction', async () => {
    const [alpha] = await accepted([5]);
    await metered.reportBehindOurBack(alpha?.resourceId ?? '', '1', 2);
    const lease = await leaseUsageReconciliation(metered.world.context);
    if (!lease) throw new Error('There was nothing to lease');
    const row = {
      day: '2026-11-17',
      resourceId: alpha?.resourceId ?? '',
      planId: 'basic',
      dimension: 'posts',
      submittedQuantity: '6',
      processedQuantity: null,
      reconciliationStatus: 'Submitted',
    };
    const broken = {
      ...metered.world.context,
      randomBytes: () => {
        throw new Error('no randomness');
      },
    };
    await expect(recordUsageDrift(broken, lease, [row])).rejects.toThrow('no randomness');
    expect([await drifts(), await notices()]).toEqual([[], []]);
    expect(await recordUsageDrift(metered.world.context, lease, [row])).toMatchObject({ appeared: [{}] });
    expect([(await drifts()).length, (await notices()).length]).toEqual([1, 1]);
  });
});
