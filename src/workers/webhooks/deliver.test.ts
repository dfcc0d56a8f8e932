import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { done } from '../../../tests/support/done.ts';
import { insertEndpoints } from '../../../tests/support/peers/many-endpoints.ts';
import { webhookTerms } from '../../../tests/support/peers/webhook-endpoint.ts';
import { WebhookReceiver } from '../../../tests/support/peers/webhook-receiver.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import {
  rotateWebhookSecret,
  sendTestEvent,
  setWebhookEndpointEnabled,
} from '../../actions/webhooks/endpoints.ts';
import { createPartnerEndpoints } from '../../adapters/partner-endpoint/partner-endpoints.ts';
import { createMemoryRateLimiter } from '../../adapters/rate-limit/memory.ts';
import type { CircuitChange } from '../../core/operations/circuit-change.ts';
import { listAttempts } from '../../storage/webhooks/settle.ts';
import { runWorker } from '../worker.ts';
import { deliverWebhooks } from './deliver.ts';

let books: Books;
let receiver: WebhookReceiver;
let workspaceId: string;
const stops: (() => Promise<void>)[] = [];
beforeEach(async () => {
  books = await Books.open(6);
  receiver = await WebhookReceiver.start();
  workspaceId = await books.workspace();
});
afterEach(async () => {
  receiver.cut();
  for (const stop of stops.splice(0)) await stop();
  await receiver.close();
  await books.close();
});

/** A node that sends; an unexpected error fails the test. */
function node(encryptionKey = webhookTerms.encryptionKey) {
  const failures: unknown[] = [];
  const tries: string[] = [];
  const circuits: CircuitChange[] = [];
  const onFailure = (error: unknown) => void failures.push(error);
  const partnerEndpoints = createPartnerEndpoints({
    clock: books.clock,
    allowsLoopback: true,
    // Requests hang until the test ends them, also on a slow machine.
    timeoutMilliseconds: 600_000,
  });
  const deliver = deliverWebhooks({
    context: () => books.context,
    partnerEndpoints,
    rateLimiter: createMemoryRateLimiter(books.clock),
    encryptionKey,
    measurements: { webhookTried: (outcome) => tries.push(outcome), webhooksWaiting: () => {} },
    onCircuit: (change) => circuits.push(change),
    onFailure,
  });
  const worker = runWorker({ work: deliver.work, pause: 20, now: books.clock.now, onFailure });
  const stop = async () => {
    await Promise.all([deliver.finish(), worker.stop()]);
    await partnerEndpoints.stop();
  };
  stops.push(stop);
  return { failures, tries, circuits, stop };
}
const endpoint = (path: string, settings: Parameters<Books['endpoint']>[1] = {}) =>
  books.endpoint(workspaceId, { url: receiver.url(path), ...settings });
const statuses = async () => {
  const counts = new Map<string, number>();
  for (const { status } of await books.deliveries(workspaceId)) {
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
};

describe('an event', () => {
  it('is delivered, signed, with the same id at every attempt, until it succeeds', async () => {
    const { secret, ...key } = await endpoint('/a', { headers: { 'x-gateway': 'key' } });
    receiver.behave('/a', 500);
    const { tenantId } = await books.create(workspaceId);
    const { failures, tries, circuits } = node();
    await expect.poll(() => receiver.at('/a').length).toBe(2);
    await expect
      .poll(async () => (await books.deliveries(workspaceId)).every((one) => one.failedAttempts === 1))
      .toBe(true);
    receiver.behave('/a', 204);
    books.clock.forward(6_000);
    await expect.poll(statuses).toEqual({ Delivered: 2 });

    const created = receiver.received.filter(({ body }) => body.includes('"subscription.created"'));
    expect(created).toHaveLength(2);
    expect(new Set(created.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(created.map(({ body }) => body)).size).toBe(1);
    expect(created[0]?.headers).toMatchObject({ 'x-gateway': 'key', 'content-type': 'application/json' });
    expect(JSON.parse(created[0]?.body ?? '')).toMatchObject({
      type: 'subscription.created',
      timestamp: '2026-11-15T09:00:00.000Z',
      data: { workspaceId, tenantId, status: 'Pending', version: 1 },
    });
    // The library reads the real clock; the signature has the test's.
    const { 'webhook-id': id = '', 'webhook-timestamp': at } = created[1]?.headers ?? {};
    const signed = new Webhook(secret).sign(String(id), new Date(Number(at) * 1_000), created[1]?.body ?? '');
    expect(created[1]?.headers['webhook-signature']).toBe(signed);
    expect(await listAttempts(books.database, { ...key, eventId: String(id) })).toMatchObject([
      { attempt: 2, status: 204 },
      { attempt: 1, status: 500, answer: 'noted' },
    ]);
    await expect.poll(() => tries.sort()).toEqual(['delivered', 'delivered', 'retried', 'retried']);
    expect(failures).toEqual([]);
    const target = { endpointId: key.endpointId };
    expect(circuits).toEqual([
      { workspaceId, target, reason: 'The endpoint answered 500' },
      { workspaceId, target, reason: null },
    ]);
  });

  it('is signed with both secrets after a rotation', async () => {
    const key = await endpoint('/a');
    done(await rotateWebhookSecret(books.context, key, webhookTerms.encryptionKey));
    done(await sendTestEvent(books.context, key));
    node();
    await expect.poll(() => receiver.at('/a').length).toBe(1);
    expect(String(receiver.received[0]?.headers['webhook-signature']).split(' ')).toHaveLength(2);
  });

  it('is cancelled for an endpoint that is disabled meanwhile', async () => {
    const key = await endpoint('/a');
    done(await sendTestEvent(books.context, key));
    done(await setWebhookEndpointEnabled(books.context, key, false));
    node();
    await expect.poll(statuses).toEqual({ Cancelled: 1 });
    expect(receiver.received).toEqual([]);
  });

  it('fails alone when the secret of its endpoint cannot be opened', async () => {
    const good = await endpoint('/good');
    const bad = await endpoint('/bad');
    await sql`update webhook_endpoints set sealed_secret = '\\x00' where endpoint_id = ${bad.endpointId}`.execute(
      books.database,
    );
    done(await sendTestEvent(books.context, bad));
    done(await sendTestEvent(books.context, good));
    const { failures } = node();
    await expect.poll(statuses).toEqual({ Delivered: 1, Pending: 1 });
    expect(receiver.at('/bad')).toEqual([]);
    expect(failures.length).toBeGreaterThan(0);
  });
});

describe('many endpoints', () => {
  it('forty-eight healthy ones are not delayed by one that hangs and one that fails', {
    timeout: 90_000,
  }, async () => {
    const paths = Array.from({ length: 50 }, (_, index) => `/${index}`);
    // The first in the order of their ids, so that a scan by id meets them first.
    receiver.behave('/0', 'hang');
    receiver.behave('/1', 500);
    const urls = paths.map((path) => receiver.url(path));
    const { encryptionKey } = webhookTerms;
    await insertEndpoints(books.context, workspaceId, urls, ['subscription.*'], encryptionKey);
    for (let index = 0; index < 20; index++) await books.create(workspaceId);
    const { failures } = node();
    const delivered = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from webhook_deliveries where status = 'Delivered'`.execute(
        books.database,
      );
      return rows[0]?.count;
    };
    await expect.poll(delivered, { timeout: 60_000, interval: 200 }).toBe(48 * 20);

    // The hanging endpoint has no response, and uses only its own slots.
    for (const path of paths.slice(2)) {
      const ids = receiver.at(path).map(({ headers }) => headers['webhook-id']);
      expect(ids).toHaveLength(20);
      expect(new Set(ids).size).toBe(20);
      expect(receiver.maxConcurrent(path)).toBeLessThanOrEqual(16);
    }
    expect(receiver.maxConcurrent('/0')).toBe(16);
    await expect.poll(() => receiver.underWay).toBe(16);
    await expect
      .poll(() => new Set(receiver.at('/1').map(({ headers }) => headers['webhook-id'])).size)
      .toBe(20);
    // A thousand POSTs used few connections.
    expect(receiver.connections).toBeLessThan(300);
    expect(failures).toEqual([]);
  });

  it('each get every event once, with any number of nodes', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, index) => endpoint(`/${index}`)));
    const nodes = [node(), node(), node()];
    for (let index = 0; index < 20; index++) await books.create(workspaceId);
    await expect.poll(statuses).toEqual({ Delivered: 400 });
    expect(receiver.received).toHaveLength(400);
    expect(nodes.flatMap(({ failures }) => failures)).toEqual([]);
  });

  it('one with a rate limit gets no more than that, and the others get everything', async () => {
    await endpoint('/slow', { rateLimitPerMinute: 6, eventTypes: ['subscription.*'] });
    await endpoint('/free', { eventTypes: ['subscription.*'] });
    for (let index = 0; index < 20; index++) await books.create(workspaceId);
    node();
    await expect.poll(() => receiver.at('/free').length).toBe(20);
    await expect.poll(() => receiver.at('/slow').length).toBe(6);
    books.clock.forward(10_000);
    await expect.poll(() => receiver.at('/slow').length).toBe(7);
    books.clock.forward(20_000);
    await expect.poll(() => receiver.at('/slow').length).toBe(9);
  });
});

it('stopping sends nothing more, stores results in flight, and releases the other leases at once', async () => {
  const waiting: (() => void)[] = [];
  receiver.behave('/a', (response) => void waiting.push(() => response.end()));
  const key = await endpoint('/a');
  for (let index = 0; index < 40; index++) done(await sendTestEvent(books.context, key));
  const { stop } = node();
  await expect.poll(() => waiting.length).toBe(16);
  const stopped = stop();
  for (const answer of waiting) answer();
  await stopped;
  expect(await statuses()).toEqual({ Delivered: 16, Pending: 24 });
  expect(receiver.received).toHaveLength(16);

  // The clock does not move: no lease expires.
  receiver.behave('/a', (response) => void response.end());
  node();
  await expect.poll(() => receiver.received.length).toBe(40);
});
