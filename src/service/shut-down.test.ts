import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shutDown } from './shut-down.ts';

let app: FastifyInstance;
let arrived: Promise<void>;

beforeEach(async () => {
  app = fastify();
  arrived = new Promise((resolve) => {
    app.addHook('onRequest', async () => resolve());
  });
  app.get('/hangs', () => new Promise(() => {}));
  app.post('/upload', async () => 'received');
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => vi.useRealTimers());

const urlOf = (path: string) => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${path}`;

/** How a request ends: not at all, before the ten seconds are over. */
async function endOf(request: Promise<string>): Promise<string> {
  await arrived;
  let end = 'in flight';
  const ended = request.then((outcome) => {
    end = outcome;
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const down = shutDown(app, { wake: () => {}, stop: () => new Promise<void>(() => {}) });
  await vi.advanceTimersByTimeAsync(9_999);
  expect(end).toBe('in flight');
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await Promise.all([down, ended]);
  return end;
}

it('abandons a request and background work after ten seconds', async () => {
  const hanging = fetch(urlOf('/hangs')).then(
    () => 'answered',
    () => 'cut off',
  );
  expect(await endOf(hanging)).toBe('cut off');
});

it('abandons an upload after ten seconds', async () => {
  const upload = request(urlOf('/upload'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': '100' },
  });
  upload.write('{ "records": [');
  const ended = new Promise<string>((resolve) => {
    upload.on('response', () => resolve('answered')).on('error', () => resolve('cut off'));
  });
  expect(await endOf(ended)).toBe('cut off');
});
