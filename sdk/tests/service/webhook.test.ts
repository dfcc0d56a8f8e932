import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rotateWebhookSecret } from '../../../src/actions/webhooks/endpoints.ts';
import { createPartnerEndpoints } from '../../../src/adapters/partner-endpoint/partner-endpoints.ts';
import { createMemoryRateLimiter } from '../../../src/adapters/rate-limit/memory.ts';
import { deliverWebhooks } from '../../../src/workers/webhooks/deliver.ts';
import { runWorker } from '../../../src/workers/worker.ts';
import { done } from '../../../tests/support/done.ts';
import { SystemClock } from '../../../tests/support/nodes/system-clock.ts';
import { webhookTerms } from '../../../tests/support/peers/webhook-endpoint.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { createWebhookHandler, type WebhookEvent } from '../../src/webhooks/webhook.ts';

const stops: (() => Promise<unknown>)[] = [];
let books: Books;
let workspaceId: string;
beforeAll(async () => {
  books = await Books.open(6, new SystemClock(0));
  stops.push(() => books.close());
  workspaceId = await books.workspace();
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

/** A server of an application. */
async function listen(handler: () => (request: Request) => Promise<Response>): Promise<string> {
  const server = createServer();
  server.on('request', async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const headers = incoming.headers as Record<string, string>;
    const request = new Request('http://localhost/', {
      method: 'POST',
      headers,
      body: Buffer.concat(chunks),
    });
    const answer = await handler()(request);
    response.writeHead(answer.status).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
}

/** Delivers what is pending. */
function deliver(): void {
  const onFailure = (error: unknown) => {
    throw error;
  };
  const partnerEndpoints = createPartnerEndpoints({
    clock: books.clock,
    allowsLoopback: true,
    timeoutMilliseconds: 60_000,
  });
  const delivering = deliverWebhooks({
    context: () => books.context,
    partnerEndpoints,
    rateLimiter: createMemoryRateLimiter(books.clock),
    encryptionKey: webhookTerms.encryptionKey,
    measurements: { webhookTried: () => {}, webhooksWaiting: () => {} },
    onCircuit: () => {},
    onFailure,
  });
  const worker = runWorker({ work: delivering.work, pause: 20, now: books.clock.now, onFailure });
  stops.push(async () => {
    await Promise.all([delivering.finish(), worker.stop()]);
    await partnerEndpoints.stop();
  });
}

it("the service's deliveries are verified, with the old and the new secret of a rotation", async () => {
  const received: WebhookEvent[][] = [[], [], []];
  const handlers: ((request: Request) => Promise<Response>)[] = [];
  const urls = await Promise.all(received.map((_, index) => listen(() => handlers[index] ?? never)));
  const never = () => Promise.reject(new Error('There is no handler'));
  const [old, rotated, stranger] = await Promise.all(urls.map((url) => books.endpoint(workspaceId, { url })));
  if (!old || !rotated || !stranger) throw new Error('There is no endpoint');
  // The first has only the secret from before the rotation, the second only the one after it.
  done(await rotateWebhookSecret(books.context, old, webhookTerms.encryptionKey));
  const { secret } = done(await rotateWebhookSecret(books.context, rotated, webhookTerms.encryptionKey));
  for (const [index, known] of [old.secret, secret, old.secret].entries()) {
    handlers.push(createWebhookHandler(known, (event) => void received[index]?.push(event)));
  }
  const { tenantId } = await books.create(workspaceId);
  deliver();
  await expect
    .poll(
      async () => (await books.deliveries(workspaceId)).filter(({ status }) => status === 'Delivered').length,
    )
    .toBe(4);
  for (const events of received.slice(0, 2)) {
    expect(events.map(({ type }) => type).sort()).toEqual(['entitlement.changed', 'subscription.created']);
    expect(events).toMatchObject([
      { data: { tenantId, product: { slug: 'forum' }, version: 1 } },
      { data: { tenantId, product: { slug: 'forum' }, version: 1 } },
    ]);
  }
  // With the secret of another endpoint the response is 401, and the delivery is retried.
  expect(received[2]).toEqual([]);
  expect((await books.deliveries(workspaceId)).filter(({ status }) => status === 'Pending')).toHaveLength(2);
});
