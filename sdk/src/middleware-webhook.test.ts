import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { record, ScriptedClients } from '../tests/support/scripted-clients.ts';
import { tenant } from '../tests/support/scripted-service.ts';
import { createWebhook as forExpress } from './express.ts';
import { createWebhook as forFastify } from './fastify.ts';
import { createWebhook as forHono } from './hono.ts';
import type { Tessera } from './types.ts';

const clients = new ScriptedClients();
const secret = `whsec_${btoa('a secret with more than 24 bytes')}`;

let servers: Server[] = [];
afterEach(() => {
  for (const server of servers) server.close();
  servers = [];
});

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Each serves the webhook at `/webhooks`, and `/echo`, which answers the member `name` of its JSON. */
const frameworks: Record<string, (tessera: Tessera) => Promise<string>> = {
  async express(tessera) {
    const app = express().set('env', 'test');
    app.post('/webhooks', forExpress(tessera, secret));
    app.post('/echo', express.json(), ({ body }, response) => void response.send(body.name));
    return listen(createServer(app));
  },
  async 'express after express.raw()'(tessera) {
    const app = express().set('env', 'test');
    app.use('/webhooks', express.raw({ type: '*/*' }));
    app.use(express.json());
    app.post('/webhooks', forExpress(tessera, secret));
    app.post('/echo', ({ body }, response) => void response.send(body.name));
    return listen(createServer(app));
  },
  async fastify(tessera) {
    const app = fastify();
    app.register(forFastify(tessera, secret), { prefix: '/webhooks' });
    app.post<{ Body: { name: string } }>('/echo', async ({ body }) => body.name);
    await app.ready();
    return listen(app.server);
  },
  async hono(tessera) {
    const app = new Hono();
    app.post('/webhooks', forHono(tessera, secret));
    app.post('/echo', async (context) => context.text((await context.req.json()).name));
    return listen(createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false })));
  },
  async 'hono after a middleware that reads bodies'(tessera) {
    const app = new Hono();
    app.use(async (context, next) => {
      await context.req.json().catch(() => undefined);
      return next();
    });
    app.post('/webhooks', forHono(tessera, secret));
    app.post('/echo', async (context) => context.text((await context.req.json()).name));
    return listen(createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false })));
  },
};

/** With spaces, as another library may write JSON: its bytes are signed. */
function signed(version: number, signer = secret) {
  const product = { slug: 'aqueduct', name: 'Aquädukt' };
  const event = {
    type: 'entitlement.changed',
    timestamp: new Date().toISOString(),
    data: { tenantId: tenant(1), product, version },
  };
  const body = JSON.stringify(event, null, 1);
  const now = new Date();
  const headers = {
    'content-type': 'application/json',
    'webhook-id': 'evt-1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(signer).sign('evt-1', now, body),
  };
  return { method: 'POST', headers, body };
}

describe.each(Object.entries(frameworks))('%s', (_name, start) => {
  it('revalidates the entitlement of a verified webhook', async () => {
    const tessera = clients.create();
    await tessera.entitlement(tenant(1));
    const changes = record(tessera, 'changed');
    const version = clients.service.change(tenant(1), { accessLevel: 'ReadOnly' });
    const url = await start(tessera);
    const response = await fetch(`${url}/webhooks`, signed(version));
    expect([response.status, await response.text()]).toEqual([204, '']);
    await expect.poll(() => changes).toMatchObject([{ tenantId: tenant(1), version }]);
  });

  it('refuses another signature, an empty body and a large one, and leaves other routes alone', async () => {
    const url = await start(clients.create());
    const other = signed(2, `whsec_${btoa('another secret with other bytes!')}`);
    const refused = await fetch(`${url}/webhooks`, other);
    expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect([refused.status, await refused.json()]).toEqual([
      401,
      { status: 401, title: 'No signature matches a secret' },
    ]);
    expect((await fetch(`${url}/webhooks`, { ...signed(2), body: '' })).status).toBe(401);
    const large = { ...signed(2), body: `"${'x'.repeat(300_000)}"` };
    expect([400, 413]).toContain((await fetch(`${url}/webhooks`, large)).status);
    const headers = { 'content-type': 'application/json' };
    const echo = await fetch(`${url}/echo`, { method: 'POST', headers, body: '{"name":"bea"}' });
    expect(await echo.text()).toBe('bea');
  });
});

it('a body that express.json() has parsed is told as a fault of the configuration', async () => {
  const errors: unknown[] = [];
  const app = express();
  app.use(express.json());
  app.post('/webhooks', forExpress(clients.create(), secret));
  app.use(((error, _request, response, _next) => {
    errors.push(error);
    response.sendStatus(500);
  }) satisfies express.ErrorRequestHandler);
  const url = await listen(createServer(app));
  expect((await fetch(`${url}/webhooks`, signed(2))).status).toBe(500);
  expect(errors).toMatchObject([
    { name: 'TesseraConfigurationError', message: expect.stringContaining('before express.json()') },
  ]);
});
