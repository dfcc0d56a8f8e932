import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../emulators/shell/random.ts';
import { ServiceNodes } from '../support/nodes/service-nodes.ts';
import { ChangeReader } from '../support/requests/change-reader.ts';
import { UsageClient } from '../support/requests/usage-client.ts';
import { faultSeed as seed } from '../support/run/fault-settings.ts';
import type { Books } from '../support/worlds/books.ts';
import { type Customer, MeteredShop, meters, shopEncryptionKey } from '../support/worlds/metered-shop.ts';
import { hourText, UsageBooks } from '../support/worlds/usage-books.ts';

const hourLong = 3_600_000;
const hoursOfCustomer = 6;

let books: Books;
let shop: MeteredShop;
let operator: pg.Pool;
let nodes: ServiceNodes;
let workspaceId: string;
let apiKey: string;

beforeAll(async () => {
  shop = await MeteredShop.open(seed);
  ({ books } = shop);
  operator = new pg.Pool({ connectionString: books.url, max: 1 });
  workspaceId = await books.workspace();
  ({ apiKey } = await books.client(workspaceId));
  nodes = new ServiceNodes(2, {
    databaseUrl: books.url,
    encryptionKey: shopEncryptionKey,
    environment: { PUBLIC_URL: 'http://tessera.example', SHUTDOWN_DELAY: '5' },
  });
  await nodes.startAll();
});
afterAll(async () => {
  await nodes?.end();
  await operator?.end();
  await shop?.close();
});

const indexes = [0, 1] as const;

async function ready(url: string): Promise<[number, Record<string, string>]> {
  const answer = await fetch(`${url}/health/ready`);
  return [answer.status, ((await answer.json()) as { checks: Record<string, string> }).checks];
}

async function readEntitlement(url: string, tenantId: string): Promise<object> {
  const answer = await fetch(`${url}/api/v1/entitlements/${tenantId}?product=forum`, {
    headers: { 'x-api-key': apiKey },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as object;
}

/** Reads until the response comes from the node's cache, so that the next change makes an entry stale. */
async function warm(url: string, tenantId: string): Promise<void> {
  const hits = async () => {
    const text = await (await fetch(`${url}/metrics`)).text();
    const line = text.split('\n').find((each) => /cache.*"entitlement".*"hit"/.test(each));
    return Number(line?.split(' ').at(-1) ?? 0);
  };
  const before = await hits();
  const readAndCount = async () => {
    await readEntitlement(url, tenantId);
    return hits();
  };
  await expect.poll(readAndCount).toBeGreaterThan(before);
}

async function listeningNodes(): Promise<number> {
  const { rows } = await operator.query(`select from pg_stat_activity
    where application_name = 'tessera-changes' and datname = current_database() and query <> ''`);
  return rows.length;
}

/** Every node that lives serves the change from then on. */
async function expectServed(change: () => Promise<unknown>, tenantId: string, expected: object) {
  for (const url of nodes.urls) await warm(url, tenantId);
  await change();
  await Promise.all(
    nodes.urls.map((url) => expect.poll(() => readEntitlement(url, tenantId)).toMatchObject(expected)),
  );
}

describe('two nodes on one database, as processes', () => {
  it('start without demo data, warn about unsafe settings, and become ready', async () => {
    for (const index of indexes) {
      await expect.poll(async () => (await ready(nodes.url(index) ?? ''))[0]).toBe(200);
      expect(nodes.output(index)).not.toContain('demo');
      for (const warning of ['PUBLIC_URL is not https', 'ALLOW_LOCAL_WEBHOOKS is true']) {
        expect(nodes.output(index).split(warning)).toHaveLength(2);
      }
    }
  });

  it('both serve a change', async () => {
    const subscription = await books.createActive(workspaceId);
    const { tenantId } = subscription;
    const move = (type: 'suspend' | 'reinstate' | 'cancelNow') => () => books.move(subscription, { type });
    const revise = () => books.revise(workspaceId, 'basic', { name: 'Anew' });
    await expectServed(move('suspend'), tenantId, { status: 'Suspended', version: 3 });
    await expectServed(move('reinstate'), tenantId, { status: 'Active', version: 4 });
    await expectServed(revise, tenantId, { plan: { name: 'Anew' }, version: 5 });
    await expectServed(move('cancelNow'), tenantId, { status: 'Cancelled', version: 6 });
  });

  it(`lose and double no usage when they are killed, and a survivor goes on (FAULT_SEED=${seed})`, async () => {
    const usage = new UsageBooks();
    const clients = await Promise.all(
      ['one', 'other'].map(async (name, index) => {
        const random = createRandom(seed + index);
        return new UsageClient(name, await shop.client(name), { nodes, books: usage, random });
      }),
    );
    const customers = [...(await shop.sell(2 * clients.length))];
    const reportedUntil = Math.floor(Date.now() / hourLong) * hourLong;
    const report = async (client: UsageClient, customer: Customer) => {
      for (const dimension of meters) {
        for (let age = 0; age < hoursOfCustomer; age++) {
          const hour = new Date(reportedUntil - (age + 2) * hourLong);
          await client.report([{ ...customer, dimension, hour, quantity: age + 0.5 }]);
        }
      }
    };
    /** The clients report the usage of their next customers; the nodes die when some of it is answered. */
    const reportDuring = async (kill: () => Promise<unknown>) => {
      const before = usage.requests;
      const reporting = Promise.all(clients.map((client) => report(client, customers.pop() as Customer)));
      const dying = expect.poll(() => usage.requests, { interval: 1 }).toBeGreaterThan(before + 2);
      await Promise.all([reporting, dying.then(kill)]);
    };

    const subscription = await books.createActive(workspaceId);
    const { tenantId } = subscription;
    await reportDuring(() => nodes.kill(0));
    expect(nodes.urls).toHaveLength(1);
    await expect.poll(listeningNodes).toBe(1);
    expect((await ready(nodes.urls[0] ?? ''))[0]).toBe(200);
    await expectServed(() => books.move(subscription, { type: 'suspend' }), tenantId, {
      status: 'Suspended',
    });
    await nodes.start(0);

    await reportDuring(async () => {
      await nodes.killAll();
      // The leases of the dead nodes lapse.
      await shop.letTimePass();
      await nodes.startAll();
    });
    await expect.poll(() => shop.backlog()).toBe(0);

    expect(usage.complaints()).toEqual([]);
    const events = shop.marketplace.usageEvents();
    const accepted = events.map((event) => {
      return [hourText({ ...event, hour: new Date(event.hour) }), [event.quantity]] as const;
    });
    expect(new Map(accepted)).toEqual(usage.expected());
    // Each report once: four customers, two dimensions, six hours.
    expect(events).toHaveLength(48);
    expect((await shop.reports()).filter(({ status }) => status !== 'Accepted')).toEqual([]);
    expect(nodes.kills).toBe(3);
  });

  it('after SIGTERM turn not ready, serve requests during SHUTDOWN_DELAY, end streams, and exit with code 0', async () => {
    const urls = indexes.map((index) => nodes.url(index) ?? '');
    const streams = await Promise.all(urls.map((url) => ChangeReader.open(url, { 'x-api-key': apiKey })));
    for (const stream of streams) await expect.poll(() => stream.events).toEqual(['ready']);
    for (const url of urls) expect(await ready(url)).toMatchObject([200, { shutdown: 'ok' }]);
    const exits = indexes.map((index) => nodes.terminate(index));
    await Promise.all(
      urls.map(async (url) => {
        await expect.poll(() => ready(url)).toMatchObject([503, { shutdown: 'stopping' }]);
        expect((await fetch(`${url}/api/v1/catalogue/products`)).status).toBe(401);
      }),
    );
    expect(await Promise.all(exits)).toEqual([0, 0]);
    for (const { messages } of streams) expect(messages.at(-1)).toEqual({ event: 'resync', data: {} });
    for (const url of urls) await expect(fetch(`${url}/health/live`)).rejects.toThrow();
  });
});
