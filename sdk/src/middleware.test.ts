import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { afterEach, describe, expect, it } from 'vitest';
import { problem } from '../tests/support/peer.ts';
import { ScriptedService, tenant } from '../tests/support/scripted-service.ts';
import { createTessera } from './client.ts';
import { TesseraConfigurationError, TesseraRefused } from './errors.ts';
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

/**
 * Each starts a server with the routes `/schedule`, which needs a capability, `/forum`, which needs a seat, and `/search`, which
 * only reads by POST.
 */
const frameworks: Record<string, (tessera: Tessera) => Promise<Running>> = {
  async express(tessera) {
    const app = express();
    const gate = createExpressGate(tessera, {
      tenant: (request) => request.get('x-tenant'),
      user: (request) => userOf(request.get('x-user')),
    });
    app.all('/schedule', gate.require('scheduling'), (_request, response) => void response.send('scheduled'));
    app.all('/forum', gate.requireSeat(), (_request, response) => void response.send('posted'));
    app.post(
      '/search',
      gate.require('scheduling', reads),
      (_request, response) => void response.send('found'),
    );
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
      user: ({ headers }) => userOf(headers['x-user'] as string | undefined),
    });
    app.all('/schedule', { preHandler: gate.require('scheduling') }, async () => 'scheduled');
    app.all('/forum', { preHandler: gate.requireSeat() }, async () => 'posted');
    app.post('/search', { preHandler: gate.require('scheduling', reads) }, async () => 'found');
    return { url: await app.listen({ port: 0, host: '127.0.0.1' }), stop: () => app.close() };
  },
  async hono(tessera) {
    const app = new Hono();
    const gate = createHonoGate(tessera, {
      tenant: (context) => context.req.header('x-tenant'),
      user: async (context) => userOf(context.req.header('x-user')),
    });
    app.all('/schedule', gate.require('scheduling'), (context) => context.text('scheduled'));
    app.all('/forum', gate.requireSeat(), (context) => context.text('posted'));
    app.post('/search', gate.require('scheduling', reads), (context) => context.text('found'));
    app.onError((error, context) => context.text(error.message, 500));
    return new Promise((resolve) => {
      const server: ServerType = serve(
        { fetch: app.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false },
        ({ port }) => resolve({ url: `http://127.0.0.1:${port}`, stop: () => stopped(server) }),
      );
    });
  },
};

const reads = { access: 'ReadOnly' } as const;
const userOf = (userObjectId: string | undefined) => ({ userObjectId });

let running: Running;
afterEach(() => running.stop());

describe.each(Object.entries(frameworks))('%s', (_name, start) => {
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(running.url + path, { method, headers });
  const problemOf = async (response: Response) => {
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const problem = await response.json();
    expect(problem.status).toBe(response.status);
    return problem;
  };

  it('lets a tenant pass that has the capability, and refuses others with 402', async () => {
    const tessera = fakeTessera();
    tessera.tenant('contoso').has({ capabilities: ['scheduling'] });
    tessera.tenant('fabrikam').has({ capabilities: ['private-links'] });
    running = await start(tessera);

    const passed = await get('/schedule', { 'x-tenant': 'contoso' });
    expect([passed.status, await passed.text()]).toEqual([200, 'scheduled']);
    expect(await problemOf(await get('/schedule', { 'x-tenant': 'fabrikam' }))).toEqual({
      type: 'urn:tessera:capability_missing',
      title: 'Your plan does not include this',
      status: 402,
      code: 'capability_missing',
      detail: 'Choose a plan that includes scheduling.',
      capability: 'scheduling',
    });
    expect(await problemOf(await get('/schedule', { 'x-tenant': 'adatum' }))).toMatchObject({
      status: 402,
      code: 'not_entitled',
      reason: 'TenantNotEntitled',
    });
    expect(await problemOf(await get('/schedule'))).toMatchObject({ status: 401, code: 'tenant_missing' });
  });

  it('lets a user pass who has a seat, and refuses others with 403', async () => {
    const tessera = fakeTessera()
      .tenant('contoso')
      .has({ seats: ['bea'] });
    running = await start(tessera);

    const passed = await get('/forum', { 'x-tenant': 'contoso', 'x-user': 'bea' });
    expect([passed.status, await passed.text()]).toEqual([200, 'posted']);
    const refused = await get('/forum', { 'x-tenant': 'contoso', 'x-user': 'ada' });
    expect(await problemOf(refused)).toMatchObject({ status: 403, reason: 'NoSeatAssigned' });
    const unknown = await get('/forum', { 'x-tenant': 'contoso' });
    expect(await problemOf(unknown)).toMatchObject({ status: 401, code: 'user_missing' });
    const nothing = await get('/forum', { 'x-tenant': 'adatum', 'x-user': 'ada' });
    expect(await problemOf(nothing)).toMatchObject({ status: 402, reason: 'TenantNotEntitled' });
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('refuses %s of a suspended tenant with 402', async (method) => {
    const held = { capabilities: ['scheduling'], seats: ['bea'], accessLevel: 'ReadOnly' } as const;
    running = await start(fakeTessera().tenant('contoso').has(held));
    const headers = { 'x-tenant': 'contoso', 'x-user': 'bea' };
    for (const path of ['/schedule', '/forum']) {
      expect((await get(path, headers)).status).toBe(200);
      expect((await get(path, headers, 'HEAD')).status).toBe(200);
      const refused = await problemOf(await get(path, headers, method));
      expect(refused).toMatchObject({ status: 402, code: 'access_read_only' });
    }
    expect((await get('/search', headers, 'POST')).status).toBe(200);
  });

  it('refuses an empty tenant or user with 401, and a malformed one with 400', async () => {
    const service = await ScriptedService.start();
    const credential = { apiKey: 'tsk_1' };
    const tessera = createTessera({
      url: service.peer.url,
      product: 'aqueduct',
      credential,
      refresh: 'poll',
    });
    running = await start(tessera);
    for (const path of ['/schedule', '/forum']) {
      const missing = await problemOf(await get(path, { 'x-tenant': '', 'x-user': 'bea' }));
      expect(missing).toMatchObject({ status: 401, code: 'tenant_missing' });
      const wrong = await problemOf(await get(path, { 'x-tenant': 'undefined', 'x-user': 'bea' }));
      expect(wrong).toMatchObject({ status: 400, code: 'tenant_malformed' });
    }
    const unknown = await problemOf(await get('/forum', { 'x-tenant': tenant(1), 'x-user': '' }));
    expect(unknown).toMatchObject({ status: 401, code: 'user_missing' });
    service.fault = problem(400, 'request.validation_failed');
    const wrong = await problemOf(await get('/forum', { 'x-tenant': tenant(1), 'x-user': 'bea' }));
    expect(wrong).toMatchObject({ status: 400, code: 'user_malformed' });
    expect((await get('/schedule', { 'x-tenant': tenant(1) })).status).toBe(500);
    await tessera.close();
    await service.close();
  });

  it('refuses a user whom the service does not know with 403', async () => {
    const tessera = fakeTessera();
    const code = 'entitlement.user_not_resolved';
    tessera.eligible = async () => {
      throw new TesseraRefused({ status: 422, code });
    };
    running = await start(tessera);
    const refused = await get('/forum', { 'x-tenant': 'contoso', 'x-user': 'ada' });
    expect(await problemOf(refused)).toMatchObject({ status: 403, code: 'seat_missing', reason: code });
  });

  it('answers from memory in an outage, and 503 for a tenant of which nothing is known', async () => {
    const tessera = fakeTessera()
      .tenant('contoso')
      .has({ capabilities: ['scheduling'] });
    tessera.stopService();
    running = await start(tessera);

    expect((await get('/schedule', { 'x-tenant': 'contoso' })).status).toBe(200);
    for (const path of ['/schedule', '/forum']) {
      const response = await get(path, { 'x-tenant': 'never-seen', 'x-user': 'ada' });
      expect(response.headers.get('retry-after')).toBe('5');
      expect(await problemOf(response)).toMatchObject({ status: 503, code: 'entitlement_unavailable' });
    }
  });

  it('leaves a refused credential to the error handler of the application, without its status', async () => {
    const tessera = fakeTessera();
    tessera.entitlement = async () => {
      throw new TesseraRefused({ status: 401, code: 'auth.invalid_key' });
    };
    running = await start(tessera);
    expect((await get('/schedule', { 'x-tenant': 'contoso' })).status).toBe(500);
  });
});

it('requireSeat needs to know how the user is found', async () => {
  running = { url: '', stop: async () => {} };
  const gate = createHonoGate(fakeTessera(), { tenant: () => 'contoso' });
  expect(() => gate.requireSeat()).toThrow(TesseraConfigurationError);
});
