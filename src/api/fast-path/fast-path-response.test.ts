import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { expect, it } from 'vitest';
import type { ApiClient } from '../../core/clients/api-client.ts';
import type { AcceptedCaller } from '../authentication/caller-cache.ts';
import { ClientRequests } from '../authentication/client-activity.ts';
import { limitsOf } from '../authentication/rate-limit.ts';
import { createMetrics } from '../operations/metrics.ts';
import { FastPathResponse } from './fast-path-response.ts';

it.each([
  ['logs a response that took a second', 1_000, 1],
  ['logs no fast response', 0, 0],
])('the fast path response has %s', async (_name, milliseconds, lines) => {
  const logged: unknown[][] = [];
  const answer = new FastPathResponse(
    {
      method: 'GET',
      route: '/here',
      status: 200,
      varying: ['etag'],
      constant: { 'cache-control': 'no-store' },
    },
    {
      logger: { info: (...line: unknown[]) => logged.push(line) } as unknown as FastifyBaseLogger,
      metrics: createMetrics('0.0.0'),
      clientRequests: new ClientRequests({ requestLogDays: 7 }),
      requestId: () => 'order-7',
      stopping: { hasBegun: false },
      deprecations: {
        'GET /here': { since: new Date(1_000), sunset: null, link: 'https://tessera.example' },
      },
    },
  );
  const client: ApiClient = {
    workspaceId: 'workspace',
    apiClientId: 'client',
    name: 'Client',
    scopes: [],
    products: 'all',
    rateLimitPerMinute: 60,
    workspaceRateLimitPerMinute: 24_000,
  };
  const accepted: AcceptedCaller = {
    caller: { client, token: null },
    limits: limitsOf(client),
    expiresAt: null,
    allowedNetworks: null,
    use: { kind: 'api-key', id: 'key', workspaceId: 'workspace' },
  };
  const decision = { allowed: true, limit: 60, remaining: 59, secondsUntilMore: 1 };
  const server = createServer((request, response) => {
    const arrival = performance.now() - milliseconds;
    answer.send({ request, response, accepted, arrival, now: new Date() }, decision, ['"one"'], {
      text: 'done',
      encoding: 'latin1',
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const { headers } = await fetch(`http://127.0.0.1:${port}/here`);
  await new Promise((done) => server.close(done).closeAllConnections());

  const named = ['etag', 'cache-control', 'ratelimit', 'deprecation'].map((name) => headers.get(name));
  expect(named).toEqual(['"one"', 'no-store', '"client";r=59;t=1', '@1']);
  const line = { requestId: 'order-7', apiClientId: 'client', route: '/here', status: 200, code: null };
  expect(logged).toEqual(
    Array(lines).fill([
      { ...line, method: 'GET', milliseconds: expect.closeTo(milliseconds, -3) },
      'request answered',
    ]),
  );
});
