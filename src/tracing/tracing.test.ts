import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { done } from '../../tests/support/done.ts';
import { OtlpReceiver } from '../../tests/support/nodes/otlp-receiver.ts';
import { localExchange } from '../../tests/support/peers/local-exchange.ts';
import { addEndpoint } from '../../tests/support/peers/webhook-endpoint.ts';
import { WebhookReceiver } from '../../tests/support/peers/webhook-receiver.ts';
import { newTenant } from '../../tests/support/worlds/subscribing.ts';
import { World, withWorkers } from '../../tests/support/worlds/world.ts';
import { sendTestEvent } from '../actions/webhooks/endpoints.ts';
import { startTracing } from './start-tracing.ts';
import { traceExchange } from './trace-adapters.ts';
import type { Tracing } from './tracing.ts';

const timeout = { timeout: 20_000 };
const environment = { ...process.env };

let receiver: OtlpReceiver;
let world: World;
let tracing: Tracing | null;
let key: string;
let workspaceId: string;
let log = '';
beforeAll(async () => {
  receiver = await OtlpReceiver.start();
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = receiver.url;
  process.env.OTEL_BSP_SCHEDULE_DELAY = '50';
  process.env.OTEL_SERVICE_NAME = 'tessera-test';
  tracing = await startTracing(true, () => {});
  const lines = new Writable({
    write(line, _encoding, done) {
      log += line;
      done();
    },
  });
  const logger = pino({ level: 'info', mixin: () => tracing?.logFields() ?? {} }, lines);
  world = await World.create(withWorkers, logger, tracing);
  workspaceId = await world.workspace();
  key = (await world.client(workspaceId)).apiKey;
});
afterAll(async () => {
  await world.close();
  await receiver.stop();
  process.env = environment;
});

const newTrace = () => crypto.randomUUID().replaceAll('-', '');
const callerSpan = '00f067aa0ba902b7';
const call = (path: string, traceId: string, init: RequestInit = {}) =>
  world.call(path, {
    ...init,
    headers: {
      'x-api-key': key,
      traceparent: `00-${traceId}-${callerSpan}-01`,
      'content-type': 'application/json',
    },
  });
const spansOf = (traceId: string) => receiver.spans.filter((span) => span.traceId === traceId);
const serverSpan = (traceId: string) => spansOf(traceId).find(({ kind }) => kind === 2);

it('a request continues the trace of its caller, with a span for each statement', async () => {
  const traceId = newTrace();
  expect((await call('/api/v1/catalogue/products', traceId)).status).toBe(200);
  await expect
    .poll(() => serverSpan(traceId), timeout)
    .toMatchObject({
      name: 'GET /api/v1/catalogue/products',
      parentSpanId: callerSpan,
      service: 'tessera-test',
      attributes: { 'http.route': '/api/v1/catalogue/products', 'http.response.status_code': 200 },
    });
  const statements = spansOf(traceId).filter(({ kind }) => kind === 3);
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) {
    expect(statement.parentSpanId).toBe(serverSpan(traceId)?.spanId);
    expect(statement.attributes['db.system.name']).toBe('postgresql');
  }
  const texts = statements.map(({ attributes }) => attributes['db.query.text']).join('\n');
  expect(texts).toContain('from "api_keys"');
  expect(texts).not.toContain(workspaceId);
});

it('a request with a body has its statements too', async () => {
  const traceId = newTrace();
  const record = { tenantId: newTenant(), product: 'none', dimension: 'posts', quantity: 1 };
  const body = JSON.stringify({ records: [{ ...record, usageStartAt: world.clock.now().toISOString() }] });
  const { status } = await call('/api/v1/metered-usage', traceId, { method: 'POST', body });
  await expect.poll(() => serverSpan(traceId)?.attributes['http.response.status_code'], timeout).toBe(status);
  expect(spansOf(traceId).filter(({ kind }) => kind === 3).length).toBeGreaterThan(0);
});

it('the fast path names its route', async () => {
  const tenantId = newTenant();
  const traces = [newTrace(), newTrace(), newTrace()];
  for (const traceId of traces) await call(`/api/v1/entitlements/${tenantId}?product=none`, traceId);
  for (const traceId of traces) {
    await expect.poll(() => serverSpan(traceId)?.name, timeout).toBe('GET /api/v1/entitlements/:tenantId');
  }
});

it('problem documents and log lines have the trace id', async () => {
  const traceId = newTrace();
  const refused = await call('/api/v1/entitlements/none?product=none', traceId);
  expect(refused.body).toMatchObject({ status: 400, traceId });
  await expect.poll(() => log.split('\n').find((line) => line.includes(traceId)), timeout).toBeDefined();
  const line = log.split('\n').find((text) => text.includes(traceId)) ?? '';
  expect(JSON.parse(line)).toMatchObject({ msg: 'request answered', requestId: refused.body.requestId });
});

it('a delivery of a webhook has a span without the path, which may be a secret', async () => {
  const partner = await WebhookReceiver.start();
  try {
    const { endpointId } = await addEndpoint(world.context, workspaceId, {
      url: partner.url('/secret-path'),
    });
    done(await sendTestEvent(world.context, { workspaceId, endpointId }));
    const find = () => receiver.spans.find(({ name }) => name === 'deliver webhook');
    await expect.poll(find, timeout).toMatchObject({
      kind: 3,
      attributes: {
        'server.address': new URL(partner.url('/')).host,
        'http.response.status_code': 200,
        'tessera.webhook.id': expect.any(String),
      },
    });
    expect(JSON.stringify(receiver.spans)).not.toContain('secret-path');
  } finally {
    await partner.close();
  }
});

it('a call of the identity provider is part of the request that needs it', async () => {
  const application = world.application();
  await world.activate(await world.client(workspaceId), application);
  const traceId = newTrace();
  const headers = {
    authorization: `Bearer ${await world.token(application)}`,
    traceparent: `00-${traceId}-${callerSpan}-01`,
  };
  expect((await world.call('/api/v1/catalogue/products', { headers })).status).toBe(200);
  const host = new URL(world.idp.url).host;
  const calls = () => spansOf(traceId).filter(({ attributes }) => attributes['server.address'] === host);
  await expect.poll(() => calls()[0]?.attributes, timeout).toMatchObject({ 'http.request.method': 'GET' });
});

it('a call of the marketplace has a span with its status, without the query', async () => {
  const marketplace = await WebhookReceiver.start();
  try {
    marketplace.behave('/api/saas/subscriptions?token=hidden', 503);
    const address = marketplace.url('/api/saas/subscriptions?token=hidden');
    const exchange = traceExchange(localExchange, tracing);
    const request = { address, method: 'GET', headers: {}, limitBytes: 1_000 } as const;
    await exchange(request, AbortSignal.timeout(10_000));
    const find = () =>
      receiver.spans.find(({ attributes }) => attributes['url.path'] === '/api/saas/subscriptions');
    await expect.poll(find, timeout).toMatchObject({
      name: 'GET',
      attributes: { 'http.response.status_code': 503 },
      status: { code: 2 },
    });
    expect(JSON.stringify(find())).not.toContain('hidden');
  } finally {
    await marketplace.close();
  }
});

it('OpenTelemetry is in a file of its own, which a start without traces does not load', async () => {
  expect(await startTracing(false, () => {})).toBeNull();
  const loaded = new Set<string>();
  const load = (name: string): void => {
    if (loaded.has(name)) return;
    loaded.add(name);
    const text = readFileSync(new URL(`../../dist/${name}`, import.meta.url), 'utf8');
    for (const [, file = ''] of text.matchAll(/^(?:import|export)\b[^;]*?"\.\/([^"]+\.js)";$/gm)) load(file);
  };
  load('command.js');
  const command = readFileSync(new URL('../../dist/command.js', import.meta.url), 'utf8');
  load(/import\("\.\/(serve-\w+\.js)"\)/.exec(command)?.[1] ?? '');
  const text = [...loaded].map((name) =>
    readFileSync(new URL(`../../dist/${name}`, import.meta.url), 'utf8'),
  );
  expect(text.join('')).toMatch(/import\("\.\/open-telemetry-\w+\.js"\)/);
  expect(text.join('')).not.toContain('BatchSpanProcessor');
});
