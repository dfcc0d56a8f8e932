import { connect } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Service } from '../../src/service/start-service.ts';
import { startNode } from '../support/nodes/node-in-process.ts';
import { nodeEnvironment } from '../support/nodes/running-command.ts';
import { ChangeReader } from '../support/requests/change-reader.ts';
import { Books, type TestClient } from '../support/worlds/books.ts';

/** Less than the three seconds after which a silent change feed ends every stream. */
const promptly = { timeout: 2_500, interval: 10 };

let books: Books;
let operator: pg.Client;
let nodes: Service[];
let workspaceId: string;
let client: TestClient;
const readers: ChangeReader[] = [];

beforeAll(async () => {
  books = await Books.open();
  operator = new pg.Client({ connectionString: books.url });
  await operator.connect();
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
  client = await books.client(workspaceId);
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

/** Waits for the node's change feed. */
async function listen({ url }: Service): Promise<ChangeReader> {
  let opened: ChangeReader | undefined;
  const open = async () => {
    opened = await ChangeReader.open(url, { 'x-api-key': client.apiKey });
    readers.push(opened);
    return opened.status;
  };
  await expect.poll(open).toBe(200);
  const reader = opened as ChangeReader | undefined;
  if (!reader) throw new Error('No stream was opened');
  await expect.poll(() => reader.events).toEqual(['ready']);
  return reader;
}

const listenEverywhere = () => Promise.all(nodes.map(listen));

const endsWithResync = (reader: ChangeReader, limit = {}) =>
  expect
    .poll(() => [reader.hasEnded, reader.messages.at(-1)], limit)
    .toEqual([true, { event: 'resync', data: {} }]);

async function openStreams({ url }: Service): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^tessera_change_streams_open (\d+)$/m.exec(text)?.[1]);
}

it('a change is in the streams of both nodes promptly', async () => {
  const opened = await listenEverywhere();
  const subscription = await books.createActive(workspaceId);
  const { tenantId } = subscription;
  const changed = (version: number) => ({
    event: 'entitlement',
    data: { tenantId, product: 'forum', version },
  });
  for (const reader of opened) {
    await expect.poll(() => reader.messages.slice(1)).toEqual([changed(1), changed(2)]);
  }
  await books.move(subscription, { type: 'suspend' });
  await Promise.all(
    opened.map((reader) => expect.poll(() => reader.messages.at(-1), promptly).toEqual(changed(3))),
  );
  await books.revise(workspaceId, 'basic', { name: 'Anew' });
  await Promise.all(
    opened.map((reader) =>
      expect
        .poll(() => reader.messages.at(-1), promptly)
        .toEqual({ event: 'catalogue', data: { product: 'forum' } }),
    ),
  );
});

it('the streams of both nodes end promptly when the client is disabled', async () => {
  const opened = await listenEverywhere();
  await books.disable(workspaceId, client.apiClientId);
  await Promise.all(opened.map((reader) => endsWithResync(reader, promptly)));
  const again = await ChangeReader.open(nodes[0]?.url ?? '', { 'x-api-key': client.apiKey });
  expect(again.status).toBe(401);
});

it('the streams of a node end when its change feed is lost, and the next ones have the next change', async () => {
  const opened = await listenEverywhere();
  await operator.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'tessera-changes' and datname = current_database()`,
  );
  await Promise.all(opened.map((reader) => endsWithResync(reader)));
  const again = await listenEverywhere();
  const { tenantId } = await books.create(workspaceId);
  for (const reader of again) {
    await expect.poll(() => reader.messages.at(-1)?.data).toEqual({ tenantId, product: 'forum', version: 1 });
  }
});

it('a stream whose reader does not receive ends with resync; others of the node go on', async () => {
  const [node] = nodes;
  if (!node) throw new Error('There are two nodes');
  const { hostname, port } = new URL(node.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.write(`GET /api/v1/changes HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${client.apiKey}\r\n\r\n`);
  await expect.poll(() => text).toContain('event: ready');
  socket.pause();
  const other = await listen(node);
  expect(await openStreams(node)).toBe(2);

  const tenantId = crypto.randomUUID();
  const productId = crypto.randomUUID();
  const change = (version: number) => `entitlement ${workspaceId} forum ${tenantId} ${version} ${productId}`;
  let sent = 0;
  while ((await openStreams(node)) === 2) {
    const burst = Array.from({ length: 2_000 }, (_, index) => change(sent + index + 1));
    await operator.query('select pg_notify($1, change) from unnest($2::text[]) as change', [
      'tessera_changes',
      burst,
    ]);
    sent += burst.length;
    await expect.poll(() => other.messages.length, { interval: 5 }).toBe(sent + 1);
  }
  expect(sent).toBeGreaterThan(1_000);
  socket.resume();
  await expect.poll(() => text).toContain('event: resync');
  expect(text.slice(text.indexOf('event: resync'))).not.toContain('event: entitlement');
  socket.destroy();
  expect([other.hasEnded, other.events.includes('resync')]).toEqual([false, false]);
});

it('the streams of a stopping node end, and those of the other go on', async () => {
  const [stopped, survivor] = await listenEverywhere();
  const [first, second] = nodes;
  if (!stopped || !survivor || !first || !second) throw new Error('There are two nodes');
  await first.stop();
  await endsWithResync(stopped);
  nodes = [second];
  const { tenantId } = await books.create(workspaceId);
  await expect.poll(() => survivor.messages.at(-1)?.data).toMatchObject({ tenantId });
});
