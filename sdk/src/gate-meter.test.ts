import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { afterEach, describe, expect, it } from 'vitest';
import { createGate as createExpressGate } from './express.ts';
import { createGate as createFastifyGate } from './fastify.ts';
import { createGate as createHonoGate } from './hono.ts';
import { fakeTessera } from './testing.ts';
import type { Tessera } from './types.ts';

interface Running {
  readonly url: string;
  stop(): Promise<unknown>;
}

const stopped = (server: { close(done: () => void): unknown }) =>
  new Promise<void>((resolve) => server.close(resolve));

/** Each starts a server with the route `/call`, which answers the status of the query, or throws. */
const frameworks: Record<string, (tessera: Tessera) => Promise<Running>> = {
  async express(tessera) {
    const app = express();
    const gate = createExpressGate(tessera, {
      tenant: (request) => request.get('x-tenant'),
      subject: (request) => request.get('x-agent'),
    });
    app.get('/call', gate.meter('api-calls', 2), (request, response) => {
      response.sendStatus(statusOf(request.query.status));
    });
    app.set('env', 'test');
    const server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      stop: () => stopped(server),
    };
  },
  async fastify(tessera) {
    const app = fastify();
    const gate = createFastifyGate(tessera, {
      tenant: ({ headers }) => headers['x-tenant'] as string | undefined,
      subject: ({ headers }) => headers['x-agent'] as string | undefined,
    });
    app.get<{ Querystring: { status?: string } }>(
      '/call',
      { preHandler: gate.meter('api-calls', 2) },
      async ({ query }, reply) => reply.code(statusOf(query.status)).send('called'),
    );
    return { url: await app.listen({ port: 0, host: '127.0.0.1' }), stop: () => app.close() };
  },
  async hono(tessera) {
    const app = new Hono();
    const gate = createHonoGate(tessera, {
      tenant: (context) => context.req.header('x-tenant'),
      subject: async (context) => context.req.header('x-agent'),
    });
    app.get('/call', gate.meter('api-calls', 2), (context) =>
      context.text('called', statusOf(context.req.query('status')) as 200),
    );
    app.onError((error, context) => context.text(error.message, 500));
    return new Promise((resolve) => {
      const server: ServerType = serve(
        { fetch: app.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false },
        ({ port }) => resolve({ url: `http://127.0.0.1:${port}`, stop: () => stopped(server) }),
      );
    });
  },
};

function statusOf(given: unknown): number {
  if (given === 'error') throw new Error('The handler failed');
  return Number(given ?? 200);
}

let running: Running;
afterEach(() => running.stop());

const limited = (usage: object) =>
  fakeTessera()
    .tenant('contoso')
    .has({ usage: { 'api-calls': { limit: 4, setBy: 'Customer', ...usage } } });

describe.each(Object.entries(frameworks))('meter of %s', (_name, start) => {
  const call = (status = '200', tenant = 'contoso') =>
    fetch(`${running.url}/call?status=${status}`, { headers: { 'x-tenant': tenant } });

  it('commits after a 2xx, and releases otherwise', async () => {
    const tessera = limited({});
    running = await start(tessera);
    for (const status of ['500', '404', '302', 'error']) {
      const answer = await fetch(`${running.url}/call?status=${status}`, {
        headers: { 'x-tenant': 'contoso' },
        redirect: 'manual',
      });
      expect(answer.status).toBe(status === 'error' ? 500 : Number(status));
    }
    expect(tessera.tracked()).toEqual([]);
    expect((await call('201')).status).toBe(201);
    expect((await call()).status).toBe(200);
    await expect.poll(() => tessera.tracked()).toMatchObject([{ quantity: 2 }, { quantity: 2 }]);
    expect((await call()).status).toBe(429);
  });

  it('answers 429 over the limit, with who set it and when it ends', async () => {
    running = await start(limited({ used: 3, resetsAt: new Date('2026-01-01T01:00:00Z') }));
    const response = await call();
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '3600']);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(await response.json()).toEqual({
      type: 'urn:tessera:metering.limit_reached',
      title: 'The limit is reached',
      status: 429,
      code: 'metering.limit_reached',
      detail: 'Your organisation has set this limit: ask your administrator to raise it, or wait.',
      limit: 4,
      used: 3,
      reserved: 0,
      remaining: 1,
      resetsAt: '2026-01-01T01:00:00.000Z',
      retryAfter: 3_600,
      setBy: 'Customer',
    });
  });

  it('names no time to try again if the limit itself is too small', async () => {
    running = await start(limited({ limit: 1 }));
    const response = await call();
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, null]);
    expect(await response.json()).toMatchObject({ code: 'metering.quantity_over_limit', limit: 1 });
  });

  it('refuses requests without a tenant, and tenants without a subscription', async () => {
    running = await start(limited({}));
    expect((await call('200', '')).status).toBe(401);
    expect((await call('200', 'adatum')).status).toBe(402);
  });

  it('lets requests pass in an outage, and counts them; with failOpen: false it answers 503', async () => {
    const tessera = limited({ used: 4 });
    tessera.stopService();
    running = await start(tessera);
    expect((await call()).status).toBe(200);
    await expect.poll(() => tessera.tracked().length).toBe(1);
    await running.stop();
    const closed = fakeTessera({ failOpen: false });
    closed.stopService();
    running = await start(closed);
    const refused = await call();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  });

  it('reserves for the subject of the request', async () => {
    const tessera = limited({});
    const subjects: unknown[] = [];
    const { reserve } = tessera;
    tessera.reserve = (...given) => {
      subjects.push(given[3]?.subject);
      return reserve.apply(tessera, given);
    };
    running = await start(tessera);
    await fetch(`${running.url}/call`, { headers: { 'x-tenant': 'contoso', 'x-agent': 'agent-7' } });
    await call();
    expect(subjects).toEqual(['agent-7', undefined]);
  });
});
