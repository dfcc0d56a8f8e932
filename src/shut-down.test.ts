import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { shutDown } from './shut-down.ts';

it('abandons requests and background work that do not end by themselves', async () => {
  const app = fastify();
  const arrived = new Promise<void>((resolve) => {
    app.get('/hangs', () => {
      resolve();
      return new Promise(() => {});
    });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const request = fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/hangs`).catch(
    (error: unknown) => error,
  );
  await arrived;
  await shutDown(app, { wake: () => {}, stop: () => new Promise<void>(() => {}) });
  expect(await request).toBeInstanceOf(Error);
});
