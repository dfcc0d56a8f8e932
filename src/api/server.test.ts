import { request as rawRequest } from 'node:http';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type TestClient,
  type TestResponse,
  World,
  withKey,
  withToken,
  withWorkers,
} from '../../tests/support/worlds/world.ts';
import { refusalTable } from '../core/refusal.ts';
import { createLogger, startService } from '../service/start-service.ts';

const catalogue = '/api/v1/catalogue/products';
const verify = '/api/v1/client-credentials/verify';

let world: World;
let client: TestClient;
let token: string;
const logLines: string[] = [];

beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logLines.push(...String(chunk).trim().split('\n'));
      done();
    },
  });
  world = await World.create(withWorkers, pino({ level: 'debug' }, sink));
  client = await world.client(await world.workspace());
  const applicationId = world.application();
  await world.activate(client, applicationId);
  token = await world.token(applicationId);
});
afterAll(() => world.close());

function expectProblem(answer: TestResponse, status: number, code: string): void {
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(answer.body.status).toBe(status);
  expect(answer.body.type).toBe(`${world.service.url}/errors#${code}`);
  expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
  expect(answer.text).not.toMatch(/node_modules|at .*\(/);
}

describe('an error response is a problem document', () => {
  it.each(['/nothing', '/api/v1', '/api/v2/catalogue/products', '//', '/%00'])(
    '404 request.route_not_found: %s',
    async (path) => expectProblem(await world.call(path), 404, 'request.route_not_found'),
  );

  it.each([
    ['/nothing', 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', 'text/html; charset=utf-8'],
    ['/nothing', '*/*', 'application/problem+json; charset=utf-8'],
    ['/api/nothing', 'text/html', 'application/problem+json; charset=utf-8'],
  ])('404 for %s to a client that accepts %s: %s', async (path, accept, contentType) => {
    const answer = await fetch(`${world.service.url}${path}`, { headers: { accept } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, contentType]);
    expect((await answer.text()).includes('There is no page at this address')).toBe(
      contentType.startsWith('text/html'),
    );
  });

  it.each([
    ['POST', catalogue, 'GET, HEAD'],
    ['DELETE', `${catalogue}/forum`, 'GET, HEAD'],
    ['OPTIONS', catalogue, 'GET, HEAD'],
    ['GET', verify, 'POST'],
    ['PUT', '/health/live', 'GET, HEAD'],
  ])('405 request.method_not_allowed: %s %s', async (method, path, allow) => {
    const answer = await world.call(path, { method });
    expectProblem(answer, 405, 'request.method_not_allowed');
    expect(answer.headers.get('allow')).toBe(allow);
  });

  const post = (body: string | Buffer, contentType: string | null = 'application/json') =>
    world.call(verify, {
      method: 'POST',
      headers: { ...withToken(token), ...(contentType && { 'content-type': contentType }) },
      body,
    });

  it.each(['{', '', 'null x', '{"challenge":}', '\ufeff', '{"challenge":"x",}'])(
    '400 request.validation_failed: the body %j',
    async (body) => {
      const answer = await post(body);
      expectProblem(answer, 400, 'request.validation_failed');
      expect(answer.body.args.issues).toHaveLength(1);
    },
  );

  it.each(['[]', '"text"', '7', 'null'])(
    '400 request.validation_failed: the body %s, not an object',
    async (body) => {
      expectProblem(await post(body), 400, 'request.validation_failed');
    },
  );

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense'])(
    '415 request.unsupported_media_type: %s',
    async (contentType) => {
      expectProblem(await post('{"challenge":"x"}', contentType), 415, 'request.unsupported_media_type');
    },
  );

  it('413 request.too_large: over 1 MiB; 1 MiB is accepted', async () => {
    const bodyOf = (bytes: number) => `{"challenge":"x","filler":"${'f'.repeat(bytes - 29)}"}`;
    expect(Buffer.byteLength(bodyOf(1024))).toBe(1024);
    const tooLarge = await post(bodyOf(1024 * 1024 + 1));
    expectProblem(tooLarge, 413, 'request.too_large');
    expect(tooLarge.body.args).toEqual({ limitBytes: 1_048_576 });
    expectProblem(await post(bodyOf(1024 * 1024)), 422, 'api_client.application_verification_failed');
  });

  it('400: an undecodable URL', async () => {
    expectProblem(await raw('/api/v1/catalogue/products/%E0%A4%A'), 400, 'request.validation_failed');
  });

  it('a member called __proto__ is harmless', async () => {
    const answer = await post(
      '{"challenge":"x","__proto__":{"polluted":true},"constructor":{"prototype":{}}}',
    );
    expectProblem(answer, 422, 'api_client.application_verification_failed');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('503 service.unavailable: while the database is unavailable, without the reason', async () => {
    const alone = await World.create({ databaseUrl: 'postgres://nobody@127.0.0.1:9/none' });
    try {
      const answer = await alone.call(catalogue, { headers: withKey(client) });
      expect([answer.status, answer.body.code]).toEqual([503, 'service.unavailable']);
      expect(answer.text).not.toMatch(/ECONN|127\.0\.0\.1:9/);
      const ready = await alone.call('/health/ready');
      expect(ready.status).toBe(503);
      expect(ready.body.checks).toMatchObject({ database: 'unreachable', migrations: 'unknown' });
      expect((await alone.call('/health/live')).status).toBe(200);
    } finally {
      await alone.close();
    }
  });

  it('500 service.internal_error: contains only a request id', async () => {
    await world.database.schema.alterTable('categories').renameTo('categories_hidden').execute();
    try {
      const answer = await world.call(catalogue, { headers: withKey(client) });
      expectProblem(answer, 500, 'service.internal_error');
      expect(answer.text).not.toContain('categories');
      const { requestId } = answer.body;
      expect(logLines.some((line) => line.includes(requestId) && line.includes('categories'))).toBe(true);
    } finally {
      await world.database.schema.alterTable('categories_hidden').renameTo('categories').execute();
    }
  });

  /** Sends a raw path; `fetch` would normalise it. */
  async function raw(path: string): Promise<TestResponse> {
    const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
      rawRequest(`${world.service.url}/`, { path }, resolve).on('error', reject).end();
    });
    const text = await new Response(response as unknown as ReadableStream).text();
    const headers = new Headers(response.headers as Record<string, string>);
    return { status: response.statusCode ?? 0, headers, text, body: JSON.parse(text) };
  }
});

describe('every response', () => {
  it.each(['mine-1', '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7', 'a'.repeat(128)])(
    'echoes the request id %s',
    async (id) => {
      const answer = await world.call('/health/live', { headers: { 'x-request-id': id } });
      expect(answer.headers.get('x-request-id')).toBe(id);
    },
  );

  it.each(['a'.repeat(129), 'with blank', '{"json":1}', '<b>', ''])(
    'has a new request id instead of %s',
    async (id) => {
      const answer = await world.call('/health/live', { headers: { 'x-request-id': id } });
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it.each([catalogue, '/nothing', '/health/live', '/docs', '/errors'])(
    'has security headers: %s',
    async (path) => {
      const { headers } = await fetch(`${world.service.url}${path}`);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('strict-transport-security')).toContain('max-age=');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-powered-by')).toBeNull();
    },
  );

  it('allows no other origin', async () => {
    const headers = { ...withKey(client), origin: 'https://evil.example' };
    const answer = await world.call(catalogue, { headers });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await world.call(catalogue, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
    });
    expect(preflight.status).toBe(405);
    expect(preflight.headers.get('access-control-allow-methods')).toBeNull();
  });
});

describe('every route of the API', () => {
  const routes = () =>
    Object.entries(world.contract.document.paths)
      .filter(([path]) => path.startsWith('/api/'))
      .flatMap(([path, operations]) => Object.keys(operations).map((method) => [method, path] as const));

  it('requires a credential', async () => {
    expect(routes().length).toBeGreaterThanOrEqual(3);
    for (const [method, template] of routes()) {
      const path = template.replace(/\{[^}]+\}/g, 'a0000000-0000-4000-8000-000000000001');
      const answer = await world.call(path, { method: method.toUpperCase() });
      expect(answer.status, `${method} ${path}`).toBe(401);
    }
  });

  it('documents its errors, each with a matching example', () => {
    for (const [method, template] of routes()) {
      const responses = world.contract.document.paths[template]?.[method]?.responses ?? {};
      for (const status of ['401', '403', '429', '500', '503'])
        expect(responses, template).toHaveProperty(status);
      for (const status of Object.keys(responses)) {
        const { content = {} } = world.contract.responseOf(template, method, status) ?? {};
        for (const [contentType, { examples }] of Object.entries(content)) {
          expect(examples, `${method} ${template} ${status}`).toBeDefined();
          for (const { value } of Object.values(examples ?? {})) {
            const path = template.replace(/\{[^}]+\}/g, 'x');
            const answer = { method, path, status: Number(status), contentType, body: value };
            expect(() => world.contract.check(answer)).not.toThrow();
          }
        }
      }
    }
  });
});

it('security.txt names the contact for vulnerabilities', async () => {
  const answer = await fetch(`${world.service.url}/.well-known/security.txt`);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await answer.text()).toContain('Contact: mailto:security@127.0.0.1\n');
});

it('the contract check rejects a response that does not match its schema', async () => {
  const { body } = await world.call(catalogue, { headers: withKey(client) });
  const check = (changed: unknown) => () =>
    world.contract.check({
      method: 'GET',
      path: catalogue,
      status: 200,
      contentType: 'application/json',
      body: changed,
    });
  expect(check(body)).not.toThrow();
  expect(check({})).toThrow('must be array');
  expect(check([{ slug: 'x' }])).toThrow('must have required property');
  expect(() =>
    world.contract.check({ method: 'GET', path: catalogue, status: 202, contentType: null, body: '' }),
  ).toThrow('does not know this status');
});

describe('the documents', () => {
  it('/openapi.json is OpenAPI 3.1 with both security schemes', () => {
    const { document } = world.contract;
    expect(document.openapi).toBe('3.1.0');
    expect(document.components.securitySchemes).toMatchObject({
      bearerToken: { type: 'http', scheme: 'bearer' },
      apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
    });
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Problem', 'CatalogueProduct']),
    );
  });

  it('/docs is a page without external requests', async () => {
    const answer = await fetch(`${world.service.url}/docs`);
    const page = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/html');
    const loaded = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    expect(loaded.filter((address) => /^(https?:)?\/\//.test(address))).toEqual([]);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("connect-src 'self'");
    const [, nonce] = /script-src 'self' 'nonce-([^']+)';/.exec(policy) ?? [];
    expect(nonce).toMatch(/^[\w+/]{22}==$/);
    expect(page.match(/<script\b/g)).toHaveLength(page.split(`<script nonce="${nonce}"`).length - 1);
    const again = await fetch(`${world.service.url}/docs`);
    expect(again.headers.get('content-security-policy')).not.toContain(nonce);
  });

  it('/docs works at any path of PUBLIC_URL', async () => {
    const publicUrl = 'https://partner.example/tessera';
    const service = await startService(
      { ...world.settings, publicUrl },
      { clock: world.clock, logger: createLogger('silent') },
    );
    const redirect = await fetch(`${service.url}/docs`, { redirect: 'manual' });
    const page = await (await fetch(`${service.url}/docs/`)).text();
    const [, sources = ''] = /"sources": \[([^\]]+)\]/.exec(page) ?? [];
    const documents = [...sources.matchAll(/"url":\s*"([^"]+)"/g)].map(([, url = '']) => url);
    const descriptions = await Promise.all(
      documents.map(async (url) => (await fetch(new URL(url, `${service.url}/docs/`))).json()),
    );
    await service.stop();
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, `${publicUrl}/docs/`]);
    expect(documents.map((url) => new URL(url, `${publicUrl}/docs/`).href)).toEqual([
      `${publicUrl}/openapi.json`,
      `${publicUrl}/api/admin/v1/openapi.json`,
    ]);
    for (const { info, servers } of descriptions as { info: { description: string }; servers: unknown }[]) {
      expect(info.description).toContain(`](${publicUrl}/errors)`);
      expect(servers).toEqual([{ url: publicUrl }]);
    }
  });

  it('/ redirects to /docs', async () => {
    const answer = await fetch(`${world.service.url}/`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${world.service.url}/docs`]);
  });

  it('/errors lists every code', async () => {
    const page = await (await fetch(`${world.service.url}/errors`)).text();
    for (const code of Object.keys(refusalTable)) expect(page).toContain(`<section id="${code}">`);
  });
});

describe('operations', () => {
  it('/health/live and /health/ready respond', async () => {
    expect((await world.call('/health/live')).body).toEqual({ status: 'ok' });
    const ready = await world.call('/health/ready');
    expect(ready.status).toBe(200);
    expect(ready.body).toEqual({
      status: 'ok',
      checks: {
        database: 'ok',
        migrations: 'ok',
        connections: 'ok',
        changes: 'ok',
        clock: 'ok',
        shutdown: 'ok',
        encryptionKey: 'ok',
        workers: 'ok',
      },
      workers: expect.objectContaining({ 'dispatch-usage': expect.objectContaining({ status: 'ok' }) }),
    });
  });

  it('/metrics counts requests by route and status with durations, and cache reads', async () => {
    await world.call(`${catalogue}/viaduct`, { headers: withKey(client) });
    for (let count = 0; count < 2; count++) await world.call(catalogue, { headers: withToken(token) });
    const metrics = await (await fetch(`${world.service.url}/metrics`)).text();
    const route = `method="GET",route="${catalogue}/:productSlug",status="404"`;
    expect(metrics).toMatch(new RegExp(`^tessera_http_requests_total\\{${route}\\} [1-9]`, 'm'));
    expect(metrics).toMatch(
      new RegExp(`^tessera_http_request_duration_seconds_bucket\\{le="5",${route}\\} [1-9]`, 'm'),
    );
    expect(metrics).toMatch(/^tessera_cache_reads_total\{cache="verified-token",outcome="hit"\} [1-9]/m);
    expect(metrics).toContain('process_cpu_seconds_total');
    expect(metrics).not.toContain('viaduct');
  });

  it('a worker node has health routes and no API', async () => {
    const workers = await startService(
      { ...world.settings, nodeRoles: { api: false, workers: true } },
      { clock: world.clock, logger: createLogger('silent') },
    );
    try {
      const statusOf = async (path: string) => (await fetch(`${workers.url}${path}`)).status;
      expect(await statusOf('/health/ready')).toBe(200);
      expect(await statusOf('/metrics')).toBe(200);
      expect(await statusOf(catalogue)).toBe(404);
      expect(await statusOf('/docs')).toBe(404);
    } finally {
      await workers.stop();
    }
  });
});

describe('the log', () => {
  it('warns once about a proxy that TRUSTED_PROXIES does not contain', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    for (let count = 0; count < 2; count++) await world.call('/health/live', { headers });
    const warnings = () => logLines.filter((line) => line.includes('TRUSTED_PROXIES is not set'));
    await expect.poll(warnings).toHaveLength(1);
  });

  it('has a JSON line with request id and client id for a refusal, and none for a success', async () => {
    const id = 'log-test-refused';
    const ok = 'log-test-fine';
    await world.call(`${catalogue}/viaduct`, { headers: { ...withKey(client), 'x-request-id': id } });
    await world.call(catalogue, { headers: { ...withKey(client), 'x-request-id': ok } });
    await expect.poll(() => logLines.filter((line) => line.includes(id))).toHaveLength(1);
    const line = JSON.parse(logLines.find((text) => text.includes(id)) ?? '');
    expect(line).toMatchObject({
      requestId: id,
      apiClientId: client.apiClientId,
      status: 404,
      code: 'product.not_found',
      route: `${catalogue}/:productSlug`,
    });
    expect(logLines.some((text) => text.includes(ok))).toBe(false);
  });

  it('never contains a key, a token or a challenge', async () => {
    const challenge = 'challenge-that-must-not-be-logged';
    await world.call(verify, {
      method: 'POST',
      headers: { ...withToken(token), 'content-type': 'application/json' },
      body: JSON.stringify({ challenge }),
    });
    await world.call(`${catalogue}?limit=0`, { headers: withKey(client) });
    await world.call(catalogue, { headers: { ...withKey(client), ...withToken(token) } });
    await expect.poll(() => logLines.some((line) => line.includes('"status":401'))).toBe(true);
    const log = logLines.join('\n');
    for (const secret of [client.apiKey, client.apiKey.slice(16), token, token.slice(-40), challenge]) {
      expect(log).not.toContain(secret);
    }
  });
});

it('answers a request that is not HTTP with 400, and keeps serving', async () => {
  const { hostname, port } = new URL(world.service.url);
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write('NONSENSE\r\n\r\n'));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 400/);
  expect((await world.call('/health/live')).status).toBe(200);
});
