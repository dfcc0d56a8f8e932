import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type MarketplaceEmulator,
  startMarketplaceEmulator,
} from '../../emulators/microsoft-marketplace/start.ts';
import { done } from '../../tests/support/done.ts';
import { plan, product } from '../../tests/support/products.ts';
import { newTenant, subscribe } from '../../tests/support/subscribing.ts';
import { type TestClient, testEncryptionKey, World, withKey } from '../../tests/support/world.ts';
import { addProduct } from '../actions/add-product.ts';
import { claimUsage } from '../actions/claim-usage.ts';
import { connectMarketplace } from '../actions/connect-marketplace.ts';
import { expireUsage } from '../actions/expire-usage.ts';
import { settleUsage } from '../actions/settle-usage.ts';
import { warnExpiringUsage } from '../actions/warn-expiring-usage.ts';
import { createMeteringService } from '../adapters/microsoft-marketplace/metering-service.ts';
import { dispatchUsage } from './dispatch-usage.ts';

const hour = 3_600_000;
const minute = 60_000;
const publisherTenant = 'a3000000-0000-4000-8000-000000000001';
const publisher = {
  tenantId: publisherTenant,
  clientId: 'c3000000-0000-4000-8000-000000000001',
  secret: 'publisher',
};

let world: World;
let client: TestClient;
let marketplace: MarketplaceEmulator;

beforeEach(async () => {
  world = await World.create({ halves: { api: true, workers: false } });
  world.idp.registerTenant({ id: publisher.tenantId });
  world.idp.registerApplication({
    clientId: publisher.clientId,
    tenantIds: [publisher.tenantId],
    secrets: [{ value: publisher.secret }],
    roles: {},
  });
  const offers = [{ id: 'forum', plans: [{ id: 'basic', dimensions: ['posts'] }] }];
  const { tenantId, clientId } = publisher;
  marketplace = await startMarketplaceEmulator({
    idp: world.idp,
    directory: { publishers: [{ id: 'arcadia', tenantId, clientId, offers }], subscriptions: [] },
    now: world.clock.now,
  });
  const workspaceId = await world.workspace();
  const dimensions = ['posts', 'likes'].map((id) => ({ id, name: id, unit: 'unit' }));
  const mapping = (sourceName: string) => [{ sourceName, offerId: 'forum', planId: 'basic', dimensions }];
  const forum = product('forum', { plans: [plan('basic', { marketplace: mapping('Shop') })] });
  const other = product('mosaic', { plans: [plan('basic', { marketplace: mapping('Bazaar') })] });
  done(await addProduct(world.context, workspaceId, forum));
  done(await addProduct(world.context, workspaceId, other));
  client = await world.client(workspaceId);
  await connect('Shop', marketplace.url);
});
afterEach(async () => {
  await marketplace.close();
  await world.close();
});

async function connect(sourceName: string, marketplaceUrl: string): Promise<void> {
  const { tenantId, clientId, secret: clientSecret } = publisher;
  const connection = { authUrl: world.idp.url, marketplaceUrl, tenantId, clientId, clientSecret };
  await connectMarketplace(world.context, client.workspaceId, sourceName, connection, testEncryptionKey);
}

/** Subscriptions that the marketplace knows too, active for two days. */
async function bought(
  count: number,
  productSlug = 'forum',
): Promise<{ tenantId: string; resourceId: string }[]> {
  const made = [];
  for (let index = 0; index < count; index++) {
    const [tenantId, resourceId] = [newTenant(), crypto.randomUUID()];
    await subscribe(world, client.workspaceId, {
      tenantId,
      product: productSlug,
      source: 'Marketplace',
      marketplaceSubscriptionId: resourceId,
    });
    marketplace.registerSubscription({
      id: resourceId,
      publisherId: 'arcadia',
      offerId: 'forum',
      planId: 'basic',
      state: 'Subscribed',
    });
    made.push({ tenantId, resourceId });
  }
  world.clock.forward(48 * hour);
  return made;
}

async function report(records: object[]): Promise<void> {
  for (let start = 0; start < records.length; start += 100) {
    const answer = await world.call('/api/v1/metered-usage', {
      method: 'POST',
      headers: { ...withKey(client), 'content-type': 'application/json' },
      body: JSON.stringify({ records: records.slice(start, start + 100) }),
    });
    expect(answer.body.refused).toBe(0);
  }
}
const usage = (tenantId: string, quantity: number, hoursAgo = 3, rest: object = {}) => ({
  tenantId,
  product: 'forum',
  dimension: 'posts',
  quantity,
  usageStartAt: new Date(world.clock.now().getTime() - hoursAgo * hour).toISOString(),
  ...rest,
});

function dispatcher() {
  const failures: unknown[] = [];
  const dispatch = dispatchUsage({
    context: () => world.context,
    metering: createMeteringService({ clock: world.clock, randomBytes, budgetMilliseconds: 5_000 }),
    encryptionKey: testEncryptionKey,
    onFailure: (error) => failures.push(error),
  });
  return {
    async run() {
      await dispatch.work();
      await dispatch.finish();
      expect(failures).toEqual([]);
    },
  };
}

const reports = () => world.database.selectFrom('usage_reports').selectAll().orderBy('quantity').execute();
const notices = () =>
  world.database.selectFrom('notices').selectAll().orderBy('kind').orderBy('notice_id').execute();
const statuses = async () => (await reports()).map(({ status }) => status);
const held = () =>
  marketplace
    .usageEvents()
    .map(({ quantity }) => Number(quantity))
    .sort((a, b) => a - b);

describe('due reports', () => {
  it('are held first, then sent in batches of 25, each once, and accepted', async () => {
    const customers = await bought(30);
    await report(customers.map(({ tenantId }, index) => usage(tenantId, index + 0.5)));
    const sender = dispatcher();
    await sender.run();
    expect(held()).toEqual([]);
    world.clock.forward(15 * minute);
    await sender.run();
    expect(await statuses()).toEqual(Array(30).fill('Accepted'));
    expect(held()).toEqual(customers.map((_, index) => index + 0.5));
    expect(marketplace.calls().map(({ status }) => status)).toEqual([200, 200]);
    await sender.run();
    expect(marketplace.calls()).toHaveLength(2);
  });

  it('are sent once by many senders at once', async () => {
    const customers = await bought(40);
    await report(customers.map(({ tenantId }, index) => usage(tenantId, index + 1)));
    world.clock.forward(15 * minute);
    await Promise.all([dispatcher(), dispatcher(), dispatcher()].map((sender) => sender.run()));
    expect(await statuses()).toEqual(Array(40).fill('Accepted'));
    expect(held()).toEqual(customers.map((_, index) => index + 1));
    expect((await reports()).every(({ claims }) => claims === 1)).toBe(true);
  });

  it('that were skipped are never sent', async () => {
    const [customer] = await bought(1);
    await report([usage(customer?.tenantId ?? '', 0)]);
    world.clock.forward(hour);
    await dispatcher().run();
    expect([await statuses(), marketplace.calls()]).toEqual([['Skipped'], []]);
  });
});

describe('what the marketplace says', () => {
  it('QuantityMismatch: it already holds another quantity for the hour', async () => {
    const [customer] = await bought(1);
    const { tenantId = '', resourceId = '' } = customer ?? {};
    const record = usage(tenantId, 5);
    await createMeteringService({ clock: world.clock, randomBytes }).sendBatch(
      {
        ...publisher,
        clientSecret: publisher.secret,
        authUrl: world.idp.url,
        marketplaceUrl: marketplace.url,
      },
      [
        {
          resourceId,
          planId: 'basic',
          dimension: 'posts',
          hour: new Date(record.usageStartAt),
          quantity: '4',
        },
      ],
    );
    await report([record]);
    world.clock.forward(15 * minute);
    await dispatcher().run();
    expect(await reports()).toMatchObject([{ status: 'QuantityMismatch', reason_code: 'Duplicate' }]);
    expect(held()).toEqual([4]);
    expect(await notices()).toMatchObject([{ kind: 'UsageQuantityMismatch', facts: { quantity: 5 } }]);
  });

  it('Rejected, with its reason, each item for itself', async () => {
    const [customer] = await bought(1);
    const { tenantId = '' } = customer ?? {};
    await report([usage(tenantId, 1), usage(tenantId, 2, 3, { dimension: 'likes' })]);
    world.clock.forward(15 * minute);
    await dispatcher().run();
    expect(await reports()).toMatchObject([
      { status: 'Accepted' },
      { status: 'Rejected', reason_code: 'InvalidDimension' },
    ]);
    expect(await notices()).toMatchObject([
      {
        workspace_id: client.workspaceId,
        kind: 'UsageRejected',
        facts: { customer: tenantId, product: 'forum', dimension: 'likes', quantity: 2 },
      },
    ]);
  });

  it.each([
    ['reset after the write', { kind: 'reset-after' as const, times: 1 }],
    ['reset before the write', { kind: 'reset-before' as const, times: 1 }],
    ['500', { kind: 'failing' as const, times: 1 }],
    ['429', { kind: 'throttled' as const, times: 1 }],
    ['a page of a proxy', { kind: 'proxy-page' as const, times: 1 }],
    ['a cut answer', { kind: 'cut' as const, times: 1 }],
    ['missing items', { kind: 'missing-items' as const, times: 1 }],
    ['shuffled items', { kind: 'shuffled' as const, times: 1 }],
  ])('%s: sent again as it was, accepted once', async (_case, fault) => {
    const customers = await bought(5);
    await report(customers.map(({ tenantId }, index) => usage(tenantId, index + 1)));
    world.clock.forward(15 * minute);
    marketplace.setFault(fault);
    const sender = dispatcher();
    for (let round = 0; round < 20 && (await statuses()).includes('Pending'); round++) {
      await sender.run();
      world.clock.forward(minute);
    }
    expect(await statuses()).toEqual(Array(5).fill('Accepted'));
    expect(held()).toEqual([1, 2, 3, 4, 5]);
  });

  it('nothing for 24 hours: Expired, never sent again', async () => {
    const [customer] = await bought(1);
    await report([usage(customer?.tenantId ?? '', 5)]);
    world.clock.forward(15 * minute);
    marketplace.setFault({ kind: 'failing' });
    const sender = dispatcher();
    await sender.run();
    expect(await reports()).toMatchObject([{ status: 'Pending', reason_code: 'Undecided' }]);
    world.clock.forward(24 * hour);
    expect(await expireUsage(world.context)).toBe(1);
    expect(await expireUsage(world.context)).toBe(0);
    marketplace.clearFaults();
    await sender.run();
    expect([await statuses(), held()]).toEqual([['Expired'], []]);
    const [row] = await reports();
    expect(await notices()).toMatchObject([{ kind: 'UsageExpired', key: row?.report_id }]);
  });

  it('Expired, said by the marketplace at the last instant: support is told too', async () => {
    const [customer] = await bought(1);
    await report([usage(customer?.tenantId ?? '', 5)]);
    world.clock.forward(15 * minute);
    const [sent] = await claimUsage(world.context, { workspaceId: client.workspaceId, sourceName: 'Shop' });
    if (!sent) throw new Error('Nothing was claimed');
    world.clock.forward(24 * hour);
    const outcome = { kind: 'expired', reason: { code: 'Expired', detail: 'Too old.' } } as const;
    await settleUsage(world.context, client.workspaceId, [{ sent, outcome }]);
    expect(await notices()).toMatchObject([{ kind: 'UsageExpired', facts: { reason: 'Expired: Too old.' } }]);
  });
});

describe('a report that may expire', () => {
  it('is warned of once, two hours before, by however many; when it is accepted after all, the notice stays', async () => {
    const customers = await bought(3);
    await report(customers.map(({ tenantId }) => usage(tenantId, 5)));
    world.clock.forward(15 * minute);
    marketplace.setFault({ kind: 'failing' });
    const sender = dispatcher();
    await sender.run();
    world.clock.forward(18 * hour);
    expect(await warnExpiringUsage(world.context)).toBe(0);
    world.clock.forward(hour);
    const warned = await Promise.all([1, 2, 3].map(() => warnExpiringUsage(world.context)));
    expect(warned.reduce((sum, count) => sum + count)).toBe(3);
    expect(await warnExpiringUsage(world.context)).toBe(0);
    expect((await notices()).map(({ kind }) => kind)).toEqual(Array(3).fill('UsageExpiring'));

    marketplace.clearFaults();
    await sender.run();
    expect(await statuses()).toEqual(Array(3).fill('Accepted'));
    expect(await notices()).toHaveLength(3);
  });
});

describe('a sender that dies', () => {
  it('loses nothing and doubles nothing: its claim lapses, and the same quantity is sent again', async () => {
    const [customer] = await bought(1);
    const { tenantId = '' } = customer ?? {};
    const record = usage(tenantId, 5);
    await report([record]);
    world.clock.forward(15 * minute);
    const claimed = await claimUsage(world.context, { workspaceId: client.workspaceId, sourceName: 'Shop' });
    expect(claimed).toHaveLength(1);

    const late = await world.call('/api/v1/metered-usage', {
      method: 'POST',
      headers: { ...withKey(client), 'content-type': 'application/json' },
      body: JSON.stringify({ records: [{ ...record, quantity: 6 }] }),
    });
    expect(late.body.results[0].error.code).toBe('metering.window_already_reported');

    const sender = dispatcher();
    await sender.run();
    expect(held()).toEqual([]);
    world.clock.forward(3 * minute);
    await sender.run();
    expect([await statuses(), held()]).toEqual([['Accepted'], [5]]);
  });
});

describe('connections', () => {
  it('that are down or not configured do not hold up another, and rest between tries', async () => {
    await connect('Bazaar', 'http://127.0.0.1:9');
    const [good] = await bought(1);
    const stuck = await bought(60, 'mosaic');
    await report([usage(good?.tenantId ?? '', 1)]);
    await report(stuck.map(({ tenantId }) => usage(tenantId, 7, 3, { product: 'mosaic' })));
    world.clock.forward(15 * minute);
    const sender = dispatcher();
    await sender.run();
    const rows = await reports();
    expect(rows.filter(({ status }) => status === 'Accepted')).toHaveLength(1);
    // One batch was tried; the other 35 wait until the connection has rested.
    expect(rows.filter(({ claims, source_name }) => source_name === 'Bazaar' && claims === 1)).toHaveLength(
      25,
    );
    await sender.run();
    expect((await reports()).filter(({ claims }) => claims > 1)).toHaveLength(0);
  });

  it('keep their secret sealed', async () => {
    const row = await world.database
      .selectFrom('marketplace_connections')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(row.sealed_client_secret.includes(publisher.secret)).toBe(false);
  });
});
