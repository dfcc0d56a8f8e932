import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ChangeReader } from '../../../../tests/support/requests/change-reader.ts';
import type { Change } from '../../../core/change.ts';
import type { ApiClient } from '../../../core/clients/api-client.ts';
import { ChangeStreams } from './change-streams.ts';

const client: ApiClient = {
  workspaceId: 'workspace',
  apiClientId: 'client',
  name: 'Client',
  scopes: ['entitlements:read'],
  products: 'all',
  rateLimitPerMinute: 60,
  workspaceRateLimitPerMinute: 240,
};
const entitlement = (version: number): Change => ({
  kind: 'entitlement',
  workspaceId: 'workspace',
  product: 'forum',
  tenantId: 'tenant',
  current: { productId: 'id-forum', version },
});

let now: Date;
let streams: ChangeStreams;
let server: Server;
/** Of the next stream. */
let expiresAt: Date | null;
const readers: ChangeReader[] = [];

beforeEach(async () => {
  now = new Date('2026-11-15T09:00:00Z');
  expiresAt = null;
  server = createServer((_, response) => {
    response.writeHead(200, { connection: 'close' });
    const use = { kind: 'api-key', id: 'key', workspaceId: 'workspace' } as const;
    const caller = { client, token: null };
    streams.open({ caller, limits: {} as never, expiresAt, allowedNetworks: null, use }, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  streams = new ChangeStreams({ now: () => now });
});
afterEach(() => {
  streams.stop();
  vi.useRealTimers();
  for (const reader of readers.splice(0)) reader.close();
  server.close();
});

async function open(): Promise<ChangeReader> {
  const { port } = server.address() as AddressInfo;
  const reader = await ChangeReader.open(`http://127.0.0.1:${port}`);
  readers.push(reader);
  await expect.poll(() => reader.events).toEqual(['ready']);
  return reader;
}

it('each stream has a comment every 15 seconds', async () => {
  const opened = [await open(), await open(), await open()];
  for (const count of [1, 2]) {
    vi.advanceTimersByTime(15_000);
    await expect.poll(() => opened.map(({ comments }) => comments)).toEqual([count, count, count]);
  }
});

it('a stream is closed within a second of the end of its credential', async () => {
  const lasting = await open();
  expiresAt = new Date(now.getTime() + 1_500);
  const ending = await open();
  now = new Date(now.getTime() + 1_000);
  vi.advanceTimersByTime(1_000);
  expect(streams.size).toBe(2);
  now = new Date(now.getTime() + 1_000);
  vi.advanceTimersByTime(1_000);
  expect(streams.size).toBe(1);
  await expect.poll(() => [ending.events, ending.hasEnded]).toEqual([['ready', 'resync'], true]);
  expect(lasting.hasEnded).toBe(false);
});

it('a reader that receives has every event of a burst, in order', async () => {
  const reader = await open();
  const versions = Array.from({ length: 5_000 }, (_, index) => index + 1);
  for (const version of versions) {
    streams.changed(entitlement(version));
    if (version % 500 === 0) await new Promise(setImmediate);
  }
  await expect
    .poll(() => reader.messages.slice(1).map(({ data }) => (data as { version: number }).version))
    .toEqual(versions);
});

/** A reader that stops receiving after the first event, until the service has closed its stream. */
async function stall(): Promise<{ socket: Socket; received: () => string }> {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => text).toContain('event: ready');
  socket.pause();
  for (let version = 1; streams.size > 0 && version < 1_000_000; version += 1) {
    streams.changed(entitlement(version));
    if (version % 500 === 0) await new Promise(setImmediate);
  }
  expect(streams.size).toBe(0);
  return { socket, received: () => text };
}

it('a reader that does not receive is closed after 1,000 events, with resync instead of them', async () => {
  const { socket, received } = await stall();
  socket.resume();
  await once(socket, 'end');
  expect(received()).toMatch(/event: entitlement\n.*\n\n\r\n.*event: resync\ndata: \{\}\n\n\r\n0\r\n\r\n$/s);
});

it('a reader that never receives again is disconnected 5 seconds later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { socket } = await stall();
  const closed = once(server, 'close');
  server.close();
  vi.advanceTimersByTime(5_000);
  await closed;
  socket.destroy();
});
