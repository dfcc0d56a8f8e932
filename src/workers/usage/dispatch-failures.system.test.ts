import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MeteredWorld, minute, publisher } from '../../../tests/support/worlds/metered-world.ts';
import { createLogger, startService } from '../../service/start-service.ts';
import { listConnectionViews } from '../../storage/marketplace/connection-views.ts';

let metered: MeteredWorld;
beforeEach(async () => {
  metered = await MeteredWorld.create();
});
afterEach(() => metered.close());

describe('a batch that is refused as a whole', () => {
  const acceptedBut = (rejected: number, count: number) => [
    ...Array(rejected).fill('Rejected'),
    ...Array(count - rejected).fill('Accepted'),
  ];

  it.each([1, 7, 25])('is halved until the refused report is alone (of %i)', async (count) => {
    const customers = await metered.bought(count);
    await metered.report(customers.map(({ tenantId }, index) => metered.usage(tenantId, index + 1)));
    metered.world.clock.forward(15 * minute);
    metered.marketplace.setFault({ kind: 'refused-batch', resourceId: customers[0]?.resourceId ?? '' });
    const sender = metered.dispatcher();
    await sender.run();
    expect(await metered.statuses()).toEqual(acceptedBut(1, count));
    expect((await metered.reports())[0]).toMatchObject({
      reason_code: 'BadArgument',
      reason_detail: expect.stringContaining('The marketplace answered 400'),
      attempts: 1,
    });
    expect(metered.held()).toEqual(customers.map((_, index) => index + 1).slice(1));
    expect(metered.marketplace.calls().length).toBeLessThanOrEqual(11);
    expect(sender.openCircuits()).toBe(0);
  });

  it('isolates each of several refused reports, and decides all others', async () => {
    const customers = await metered.bought(20);
    await metered.report(
      customers.map(({ tenantId }, index) =>
        metered.usage(tenantId, index + 1, 3, { dimension: [0, 1, 9].includes(index) ? 'likes' : 'posts' }),
      ),
    );
    metered.world.clock.forward(15 * minute);
    metered.marketplace.setFault({ kind: 'refused-batch', dimension: 'likes' });
    await metered.dispatcher().run();
    const rejected = (await metered.reports()).filter(({ status }) => status === 'Rejected');
    expect(rejected.map(({ quantity }) => Number(quantity))).toEqual([1, 2, 10]);
    expect(metered.held()).toHaveLength(17);
  });

  it("and then fails is left until the connection's pause is over", async () => {
    const customers = await metered.bought(8);
    await metered.report(customers.map(({ tenantId }, index) => metered.usage(tenantId, index + 1)));
    metered.world.clock.forward(15 * minute);
    metered.marketplace.setFault({ kind: 'refused-batch', times: 1 });
    metered.marketplace.setFault({ kind: 'failing', times: 1 });
    const sender = metered.dispatcher();
    const { workspaceId } = metered.client;
    const failure = async () => {
      const [connection] = await listConnectionViews(metered.world.database, workspaceId, { limit: 1 });
      return connection?.sendingFailure;
    };
    await sender.run();
    expect(metered.marketplace.calls().map(({ status }) => status)).toEqual([500, 400]);
    expect([await metered.statuses(), sender.openCircuits()]).toEqual([Array(8).fill('Pending'), 1]);
    const since = metered.world.clock.now();
    const seen = await failure();
    expect(seen).toMatchObject({ since, reason: expect.stringContaining('500') });
    expect(seen?.restsUntil.getTime()).toBeGreaterThan(since.getTime());
    metered.world.clock.forward(minute);
    // A restarted worker does not know of the failure, and clears it all the same.
    const other = metered.dispatcher();
    await other.run();
    expect([await metered.statuses(), await failure()]).toEqual([Array(8).fill('Accepted'), null]);
  });
});

describe('connections', () => {
  it('that are down or not configured do not delay others, and pause between attempts', async () => {
    await metered.connect('Bazaar', 'http://127.0.0.1:9');
    const [good] = await metered.bought(1);
    const stuck = await metered.bought(60, 'mosaic');
    await metered.report([metered.usage(good?.tenantId ?? '', 1)]);
    await metered.report(stuck.map(({ tenantId }) => metered.usage(tenantId, 7, 3, { product: 'mosaic' })));
    metered.world.clock.forward(15 * minute);
    const sender = metered.dispatcher();
    await sender.run();
    const rows = await metered.reports();
    expect(rows.filter(({ status }) => status === 'Accepted')).toHaveLength(1);
    // One batch was tried; the other 35 wait until the circuit is probed.
    expect(
      rows.filter(({ attempts, source_name }) => source_name === 'Bazaar' && attempts === 1),
    ).toHaveLength(25);
    await sender.run();
    expect((await metered.reports()).filter(({ attempts }) => attempts > 1)).toHaveLength(0);
  });

  it('that keep failing are probed by one batch after each pause, and used fully after the first success', async () => {
    const customers = await metered.bought(30);
    await metered.report(customers.map(({ tenantId }, index) => metered.usage(tenantId, index + 1)));
    metered.world.clock.forward(15 * minute);
    metered.marketplace.setFault({ kind: 'failing' });
    const sender = metered.dispatcher();
    let requests = 0;
    const rests: number[] = [];
    for (let step = 0, last = 0; step < 90; step++) {
      await sender.run();
      if (metered.marketplace.calls().length > requests) {
        expect(metered.marketplace.calls()).toHaveLength(++requests);
        rests.push(step - last);
        last = step;
      }
      metered.world.clock.forward(5_000);
    }
    // Pauses grow from five seconds, so there were few of them in seven minutes.
    expect(requests).toBeGreaterThan(3);
    expect(requests).toBeLessThan(12);
    expect(rests.at(-1)).toBeGreaterThan(rests[1] ?? 0);
    expect(sender.openCircuits()).toBe(1);
    // Nothing was leased during a pause: each lease made a request.
    const attempts = (await metered.reports()).reduce((sum, report) => sum + report.attempts, 0);
    expect(attempts).toBeLessThanOrEqual(requests * 25);

    metered.marketplace.clearFaults();
    metered.world.clock.forward(6 * minute);
    await sender.run();
    expect(sender.openCircuits()).toBe(0);
    expect(await metered.statuses()).toEqual(Array(30).fill('Accepted'));
    expect(metered.marketplace.calls()).toHaveLength(requests + 2);
    const connection = { workspaceId: metered.client.workspaceId, target: { connection: 'Shop' } };
    expect(sender.circuits).toEqual([
      { ...connection, reason: expect.stringContaining('500') },
      { ...connection, reason: null },
    ]);
  });

  it('that fail are counted in the metrics of their node', async () => {
    const [customer] = await metered.bought(1);
    await metered.report([metered.usage(customer?.tenantId ?? '', 1)]);
    metered.world.clock.forward(15 * minute);
    metered.marketplace.setFault({ kind: 'failing' });
    const { clock, settings } = metered.world;
    const nodeRoles = { api: false, workers: true };
    const node = await startService({ ...settings, nodeRoles }, { clock, logger: createLogger('silent') });
    try {
      const scraped = async (name: string) =>
        new RegExp(`^${name} (\\S+)$`, 'm').exec(await (await fetch(`${node.url}/metrics`)).text())?.[1];
      const open = () => scraped('tessera_marketplace_circuits_open');
      await expect.poll(open).toBe('1');
      expect(await scraped('tessera_usage_next_expiry_seconds')).toBe('74700');
      metered.marketplace.clearFaults();
      metered.world.clock.forward(minute);
      await expect.poll(open).toBe('0');
      await expect.poll(() => metered.statuses()).toEqual(['Accepted']);
    } finally {
      await node.stop();
    }
  });

  it('with Retry-After wait for it', async () => {
    const customers = await metered.bought(30);
    await metered.report(customers.map(({ tenantId }, index) => metered.usage(tenantId, index + 1)));
    metered.world.clock.forward(15 * minute);
    metered.marketplace.setFault({ kind: 'throttled', times: 1, retryAfterSeconds: 1_200 });
    const sender = metered.dispatcher();
    await sender.run();
    metered.world.clock.forward(20 * minute - 1);
    await sender.run();
    expect((await metered.reports()).filter(({ attempts }) => attempts > 0)).toHaveLength(25);
    metered.world.clock.forward(5 * minute);
    await sender.run();
    expect(await metered.statuses()).toEqual(Array(30).fill('Accepted'));
  });

  it('keep their secret sealed', async () => {
    const row = await metered.world.database
      .selectFrom('marketplace_connections')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(row.sealed_client_secret.includes(publisher.secret)).toBe(false);
  });
});
