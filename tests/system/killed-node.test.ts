import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../emulators/shell/random.ts';
import { Balancer } from '../support/nodes/balancer.ts';
import { type RedisServer, runsWithRedis, startRedisServer } from '../support/nodes/redis-server.ts';
import { ServiceNodes } from '../support/nodes/service-nodes.ts';
import { UsageClient } from '../support/requests/usage-client.ts';
import { faultSeed as seed } from '../support/run/fault-settings.ts';
import { type Customer, MeteredShop, meters, shopEncryptionKey } from '../support/worlds/metered-shop.ts';
import { hourText, UsageBooks } from '../support/worlds/usage-books.ts';

const hourLong = 3_600_000;
const readerCount = 4;
const hoursOfCustomer = 12;
const limitPerMinute = 60;

describe.runIf(runsWithRedis)('two API nodes and two workers behind a balancer, one of each killed', () => {
  let shop: MeteredShop;
  let redis: RedisServer;
  let apis: ServiceNodes;
  let workers: ServiceNodes;
  let balancer: Balancer;

  beforeAll(async () => {
    shop = await MeteredShop.open(seed);
    redis = await startRedisServer();
    const settings = {
      databaseUrl: shop.databaseUrl,
      encryptionKey: shopEncryptionKey,
      redisUrl: redis.url,
    };
    apis = new ServiceNodes(2, { ...settings, role: '--api' });
    workers = new ServiceNodes(2, { ...settings, role: '--workers' });
    await Promise.all([apis.startAll(), workers.startAll()]);
    balancer = await Balancer.start(() => apis.urls);
    shop.setNodeUrl(balancer.url);
  });
  afterAll(async () => {
    await apis?.end();
    await workers?.end();
    await balancer?.stop();
    await redis?.stop();
    await shop?.close();
  });

  /** A new connection for each request reaches the nodes in turn. */
  const read = ({ tenantId, product }: Customer, apiKey: string, connection = 'keep-alive') =>
    fetch(`${balancer.url}/api/v1/entitlements/${tenantId}?product=${product}`, {
      headers: { 'x-api-key': apiKey, connection },
    });

  /** The number of requests that the limit allowed. */
  async function allowed(customer: Customer, apiKey: string, requests: number): Promise<number> {
    let count = 0;
    for (let sent = 0; sent < requests; sent += 1) {
      const { status } = await read(customer, apiKey, 'close');
      expect([200, 429]).toContain(status);
      if (status === 200) count += 1;
    }
    return count;
  }

  it('fails no read after one retry; limit, caches and dispatch stay one', async () => {
    const [seats] = await shop.sellSeats(1, 5);
    if (!seats) throw new Error('There is a customer with seats');
    const customers = await shop.sell(10);
    const apiKey = await shop.client('reader');

    let isOver = false;
    const reads = { done: 0, repeated: 0, failed: [] as unknown[] };
    const reader = async (index: number) => {
      for (let turn = index; !isOver; turn += 1) {
        const customer = customers[turn % customers.length] as Customer;
        const answer = await read(customer, apiKey).catch(() => {
          reads.repeated += 1;
          return read(customer, apiKey).catch((error: unknown) => error);
        });
        if (!(answer instanceof Response) || answer.status !== 200) reads.failed.push(answer);
        else expect(await answer.json()).toMatchObject({ status: 'Active', plan: { slug: 'basic' } });
        reads.done += 1;
        await pause(20);
      }
    };

    const books = new UsageBooks();
    const reporter = new UsageClient('reporter', await shop.client('reporter'), {
      nodes: { count: 1, url: () => balancer.url },
      books,
      random: createRandom(seed),
    });
    const report = async () => {
      for (const customer of customers) {
        for (const [index, dimension] of meters.entries()) {
          const records = Array.from({ length: hoursOfCustomer }, (_, age) => ({
            ...customer,
            dimension,
            hour: new Date(Math.floor(Date.now() / hourLong - age - 2) * hourLong),
            quantity: 10 * age + index + 0.5,
          }));
          await reporter.report(records);
        }
      }
    };

    const limited = await shop.client('limited', limitPerMinute);
    const begun = Date.now();
    const before = await allowed(seats, limited, 2 * limitPerMinute);
    expect(before).toBeGreaterThanOrEqual(limitPerMinute);

    const load = Array.from({ length: readerCount }, (_, index) => reader(index));
    const reporting = report();
    await expect.poll(() => shop.marketplace.usageEvents().length).toBeGreaterThan(0);
    await expect.poll(() => reads.done).toBeGreaterThan(100);
    await Promise.all([apis.kill(0), workers.kill(0)]);
    const doneAtKill = reads.done;
    await reporting;
    await expect.poll(() => reads.done).toBeGreaterThan(doneAtKill + 100);

    // One limit, whichever node was asked: what refills in that time is the only addition.
    const after = await allowed(seats, limited, limitPerMinute);
    const refilled = (limitPerMinute * (Date.now() - begun)) / 60_000;
    expect(before + after).toBeLessThanOrEqual(limitPerMinute + Math.ceil(refilled));

    // A notification reaches the remaining worker, and its change the cache of the remaining API node.
    await shop.changeQuantity(seats.resourceId, 9);
    const quantity = async () =>
      ((await (await read(seats, apiKey)).json()) as { quantity: number }).quantity;
    await expect.poll(quantity).toBe(9);
    isOver = true;
    await Promise.all(load);
    expect(reads.failed).toEqual([]);

    // The leases of the dead worker lapse.
    workers.freeze(1);
    await shop.letTimePass();
    workers.thaw(1);
    await expect.poll(() => shop.backlog(), { interval: 100 }).toBe(0);
    const events = shop.marketplace.usageEvents();
    const accepted = events.map((event) => [
      hourText({ ...event, hour: new Date(event.hour) }),
      [event.quantity],
    ]);
    expect(new Map(accepted as [string, number[]][])).toEqual(books.expected());
    expect(events).toHaveLength(customers.length * meters.length * hoursOfCustomer);
  });
});
