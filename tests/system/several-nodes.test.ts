import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Service } from '../../src/service/start-service.ts';
import { startNode } from '../support/nodes/node-in-process.ts';
import { nodeEnvironment } from '../support/nodes/running-command.ts';
import { Books } from '../support/worlds/books.ts';
import { MeterBooks } from '../support/worlds/meter-books.ts';

/** Less than the three seconds after which a silent change feed evicts every entry. */
const promptly = { timeout: 2_500, interval: 10 };

let books: Books;
let operator: pg.Pool;
let nodes: readonly Service[];
let workspaceId: string;
let apiKey: string;
let apiClientId: string;

beforeAll(async () => {
  books = await Books.open();
  operator = new pg.Pool({ connectionString: books.url, max: 2 });
  // `smoke.test.ts` has two processes.
  const start = () => startNode(nodeEnvironment(books.url), books.clock);
  nodes = await Promise.all([start(), start()]);
});
afterAll(async () => {
  for (const node of nodes) await node.stop();
  await operator.end();
  await books.close();
});

beforeEach(async () => {
  workspaceId = await books.workspace();
  ({ apiKey, apiClientId } = await books.client(workspaceId));
  await expect.poll(listeningNodes).toBe(nodes.length);
});

interface EntitlementResponse {
  readonly status: string;
  readonly version: number;
  readonly plan: { readonly name: string } | null;
}

function call(node: Service, tenantId: string): Promise<Response> {
  return fetch(`${node.url}/api/v1/entitlements/${tenantId}?product=forum`, {
    headers: { 'x-api-key': apiKey },
  });
}

async function readEntitlement(node: Service, tenantId: string): Promise<EntitlementResponse> {
  const answer = await call(node, tenantId);
  expect(answer.status).toBe(200);
  return (await answer.json()) as EntitlementResponse;
}

/** Reads until the response comes from the node's cache, so that the next change makes an entry stale. */
async function warm(node: Service, tenantId: string): Promise<void> {
  const hits = async () => {
    const text = await (await fetch(`${node.url}/metrics`)).text();
    const line = text.split('\n').find((each) => /cache.*"entitlement".*"hit"/.test(each));
    return Number(line?.split(' ').at(-1) ?? 0);
  };
  const before = await hits();
  const readAndCount = async () => {
    await readEntitlement(node, tenantId);
    return hits();
  };
  await expect.poll(readAndCount, { interval: 5 }).toBeGreaterThan(before);
}

const feedsOf = `from pg_stat_activity
  where application_name = 'tessera-changes' and datname = current_database()`;

async function listeningNodes(): Promise<number> {
  const { rows } = await operator.query(`select query ${feedsOf} and query <> ''`);
  return rows.length;
}

async function cutFeeds(): Promise<void> {
  await operator.query(`select pg_terminate_backend(pid) ${feedsOf}`);
}

describe('two nodes on one database', () => {
  it('both serve the first subscription of a tenant whose None they had cached', async () => {
    const { tenantId } = books.order();
    for (const node of nodes)
      expect(await readEntitlement(node, tenantId)).toMatchObject({ status: 'None', version: 0 });
    // Tenant ids are compared without case.
    await books.create(workspaceId, { tenantId: tenantId.toUpperCase() });
    await Promise.all(
      nodes.map((node) =>
        expect
          .poll(() => readEntitlement(node, tenantId), promptly)
          .toMatchObject({ status: 'Pending', version: 1 }),
      ),
    );
  });

  it('both refuse a disabled API client promptly', async () => {
    const { tenantId } = await books.createActive(workspaceId);
    for (const node of nodes) await warm(node, tenantId);
    await books.disable(workspaceId, apiClientId);
    await Promise.all(
      nodes.map((node) => expect.poll(async () => (await call(node, tenantId)).status, promptly).toBe(401)),
    );
  });

  it('bypass their caches while their change feeds are cut, and never serve an older version again', async () => {
    const subscription = await books.createActive(workspaceId, { quantity: 1 });
    const { tenantId } = subscription;
    for (const quantity of [2, 3, 4, 5]) {
      const version = quantity + 1;
      for (const node of nodes) await warm(node, tenantId);
      await Promise.all([cutFeeds(), books.move(subscription, { type: 'changeQuantity', quantity })]);
      await Promise.all(
        nodes.map(async (node) => {
          const seen: number[] = [];
          const look = async () => {
            const entitlement = await readEntitlement(node, tenantId);
            seen.push(entitlement.version);
            return entitlement.version;
          };
          await expect.poll(look, promptly).toBe(version);
          // While the feeds are cut and until both nodes listen again.
          while ((await listeningNodes()) < nodes.length) expect(await look()).toBe(version);
          await warm(node, tenantId);
          expect(await look()).toBe(version);
          expect(seen).toEqual([...seen].sort((a, b) => a - b));
        }),
      );
    }
  });

  it('both serve the use of an event promptly, also while their change feeds are cut', async () => {
    const meters = await MeterBooks.open(books);
    ({ workspaceId } = meters);
    ({ apiKey } = await books.client(workspaceId));
    const { tenantId } = await books.createActive(workspaceId, {
      source: 'Marketplace',
      marketplaceSubscriptionId: randomUUID(),
    });
    const send = (node: Service) =>
      fetch(`${node.url}/api/v1/usage-events`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({
          events: [
            {
              id: randomUUID(),
              tenantId,
              product: 'forum',
              dimension: 'calls',
              occurredAt: books.clock.now().toISOString(),
            },
          ],
        }),
      });
    const used = async (node: Service): Promise<number> => {
      const answer = await fetch(`${node.url}/api/v1/entitlements/${tenantId}/usage?product=forum`, {
        headers: { 'x-api-key': apiKey },
      });
      const { dimensions } = (await answer.json()) as { dimensions: { dimension: string; used: number }[] };
      return dimensions.find(({ dimension }) => dimension === 'calls')?.used ?? -1;
    };
    for (let count = 1; count <= 8; count++) {
      for (const node of nodes) expect(await used(node)).toBe(count - 1);
      const sender = nodes[count % nodes.length] ?? nodes[0];
      if (!sender) throw new Error('There are two nodes');
      const [answer] = await Promise.all([send(sender), count > 4 ? cutFeeds() : null]);
      expect(await answer.json()).toMatchObject({ accepted: 1 });
      await Promise.all(nodes.map((node) => expect.poll(() => used(node), promptly).toBe(count)));
    }
  });

  it('of a limit: never more reservations are granted than it allows', async () => {
    const meters = await MeterBooks.open(books);
    const { tenantId } = await meters.customer();
    const { apiKey: key } = await books.client(meters.workspaceId);
    await operator.query(
      `update meter_dimensions set limit_quantity = 20, limit_per = 'Month', limit_action = 'Deny'
       where workspace_id = $1 and dimension_id = 'rows'`,
      [meters.workspaceId],
    );
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const { url } = nodes[index % nodes.length] as Service;
        const answer = await fetch(`${url}/api/v1/usage-reservations`, {
          method: 'POST',
          headers: { 'x-api-key': key, 'content-type': 'application/json' },
          body: JSON.stringify({ tenantId, product: 'forum', dimension: 'rows', quantity: 1 }),
        });
        return { status: answer.status, body: (await answer.json()) as { code?: string } };
      }),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = answers.filter(({ status }) => status === 409).map(({ body }) => body.code);
    expect(refused).toEqual(Array(40).fill('metering.limit_reached'));
  });
});
