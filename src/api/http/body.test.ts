import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { deflateSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../tests/support/browser/portal-user.ts';
import { done } from '../../../tests/support/done.ts';
import { canMeasureTurns, cheapest } from '../../../tests/support/requests/turn-cost.ts';
import { product } from '../../../tests/support/worlds/products.ts';
import { type TestClient, World, withKey } from '../../../tests/support/worlds/world.ts';
import { addProduct } from '../../actions/catalogue/change-catalogue.ts';

const tenantId = 'b0000000-0000-4000-8000-000000000001';
const eligibility = `/api/v1/entitlements/${tenantId}/eligibility`;

let world: World;
let client: TestClient;
let user: PortalUser;
const logLines: string[] = [];

beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _encoding, written) {
      logLines.push(...String(chunk).trim().split('\n'));
      written();
    },
  });
  world = await World.create({}, pino({ level: 'debug' }, sink));
  const workspaceId = await world.workspace();
  done(await addProduct(world.context, workspaceId, product('forum')));
  client = await world.client(workspaceId);
  user = await PortalUser.join(world, workspaceId, 'Partner administrator');
});
afterAll(() => world.close());

const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
  world.call(eligibility, {
    method: 'POST',
    headers: { ...withKey(client), 'content-type': 'application/json', ...headers },
    body,
  });

const filled = (bytes: number) => {
  const text = JSON.stringify({ ...question, filler: '' });
  return text.replace('""', `"${'f'.repeat(bytes - text.length)}"`);
};

const question = { product: 'forum', userObjectId: 'd0000000-0000-4000-8000-000000000001' };

describe('a gzip body', () => {
  const gzip = (body: string | Buffer, encoding = 'gzip') => post(body, { 'content-encoding': encoding });

  it('is decompressed', async () => {
    for (const encoding of ['gzip', 'x-gzip', ' GZIP']) {
      expect((await gzip(gzipSync(JSON.stringify(question)), encoding)).status).toBe(200);
    }
    expect((await post(JSON.stringify(question), { 'content-encoding': 'identity' })).status).toBe(200);
  });

  it('may have 1 MiB after decompression, and is refused above', async () => {
    expect((await gzip(gzipSync(filled(1_048_576)))).status).toBe(200);
    const bomb = await gzip(gzipSync(filled(1_048_577)));
    expect([bomb.status, bomb.body.code, bomb.body.args]).toEqual([
      413,
      'request.too_large',
      { limitBytes: 1_048_576 },
    ]);
    expect((await gzip(gzipSync(Buffer.alloc(50 * 1024 * 1024)))).status).toBe(413);
  });

  it('may have 1 MiB before decompression', async () => {
    const stored = gzipSync(JSON.stringify({ ...question, filler: 'f'.repeat(1_100_000) }), { level: 0 });
    const answer = await gzip(stored);
    expect([answer.status, answer.body.args]).toEqual([413, { limitBytes: 1_048_576 }]);
  });

  it.each([
    ['no gzip', Buffer.from('{"product":"forum"}')],
    ['truncated', gzipSync(JSON.stringify(question)).subarray(0, 30)],
    ['empty', Buffer.alloc(0)],
  ])('400: %s', async (_case, body) => {
    const answer = await gzip(body);
    expect([answer.status, answer.body.code]).toEqual([400, 'request.validation_failed']);
  });

  it.each(['deflate', 'br', 'zstd', 'gzip, gzip'])('415: %s', async (encoding) => {
    const answer = await gzip(deflateSync(JSON.stringify(question)), encoding);
    expect([answer.status, answer.body.code]).toEqual([415, 'request.unsupported_media_type']);
  });
});

describe('text that cannot be stored', () => {
  const issuesOf = (answer: { status: number; body: { code: string; args: { issues: object[] } } }) => {
    expect([answer.status, answer.body.code]).toEqual([400, 'request.validation_failed']);
    return answer.body.args.issues;
  };

  it.each(['a\0', '\ud800', 'x\udfff'])('400: in a body: %j', async (text) => {
    expect(issuesOf(await post(JSON.stringify({ ...question, plan: text })))).toMatchObject([
      { path: 'plan', rule: 'text' },
    ]);
    expect(issuesOf(await user.call('POST', '/organisations', { body: { name: text } }))).toMatchObject([
      { path: 'name', rule: 'text' },
    ]);
  });

  it('400: in a URL', async () => {
    expect(issuesOf(await user.call('GET', '/search?text=ab%00'))).toMatchObject([{ path: 'text' }]);
    expect(issuesOf(await user.call('GET', '/products/a%00b'))).toMatchObject([{ path: 'product' }]);
    expect(
      issuesOf(await world.call('/api/v1/catalogue/products/a%00b', { headers: withKey(client) })),
    ).toMatchObject([{ path: 'productSlug' }]);
  });

  it('does not include surrogate pairs', async () => {
    const answer = await user.call('POST', '/organisations', {
      body: { name: 'Smile \ud83d\ude42', tenantIds: [tenantId] },
    });
    expect(answer.status).toBe(201);
  });
});

describe('other grammars', () => {
  const prefixed = `urn:uuid:${tenantId}`;
  const asked = { headers: () => withKey(client) };

  it.each<[string, string, () => Promise<{ status: number; body: { args: { issues: object[] } } }>]>([
    [
      'a path of the API',
      'tenantId',
      () => world.call(`/api/v1/entitlements/${prefixed}?product=forum`, { headers: asked.headers() }),
    ],
    [
      'a body of the API',
      'userObjectId',
      () => post(JSON.stringify({ ...question, userObjectId: prefixed })),
    ],
    ['a path of the admin API', 'subscriptionId', () => user.call('GET', `/subscriptions/${prefixed}`)],
    ['a query of the admin API', 'tenantId', () => user.call('GET', `/purchases?tenantId=${prefixed}`)],
    [
      'a body of the admin API',
      'tenantIds.0',
      () => user.call('POST', '/organisations', { body: { name: 'Contoso', tenantIds: [prefixed] } }),
    ],
  ])('400: a UUID with a prefix in %s', async (_place, path, call) => {
    const answer = await call();
    expect([answer.status, answer.body.args.issues]).toMatchObject([400, [{ path, rule: 'format' }]]);
  });

  it.each(['2016-12-31T23:59:60Z', '2026-11-15T09:00:00+00', '0000-01-01T00:00:00Z', '2026-11-15 09:00:00Z'])(
    '400: the timestamp %s, before a file is begun',
    async (text) => {
      const query = new URLSearchParams({ from: text });
      for (const path of ['/audit-log.csv', '/usage-reports.csv']) {
        const answer = await user.call('GET', `${path}?${query}`);
        expect([answer.status, answer.headers.get('content-disposition')]).toEqual([400, null]);
        expect(answer.body.args.issues).toMatchObject([{ path: 'from', rule: 'format' }]);
      }
      const asOf = `/api/v1/entitlements/${tenantId}?${new URLSearchParams({ product: 'forum', asOf: text })}`;
      expect((await world.call(asOf, { headers: withKey(client) })).status).toBe(400);
    },
  );

  it.each([' ', '\u00a0', '\t'])('400: the blank name %j', async (name) => {
    const answer = await user.call('POST', '/organisations', { body: { name, tenantIds: [tenantId] } });
    expect([answer.status, answer.body.args.issues]).toMatchObject([
      400,
      [{ path: 'name', message: 'must not be blank' }],
    ]);
  });
});

it('400: nested deeper than a thousand levels', async () => {
  for (const [open, shut] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const nested = (levels: number) =>
      `{"product":"forum","x":${open.repeat(levels)}1${shut.repeat(levels)}}`;
    const answer = await post(nested(100_000));
    expect([answer.status, answer.body.args.issues]).toMatchObject([400, [{ rule: 'depth' }]]);
    expect((await post(nested(900))).body.args.issues).toMatchObject([{ rule: 'oneSubject' }]);
  }
});

it.each([
  ['numbers that need exact parsing', '/api/v1/metered-usage', '{"records":[', '[1e1],', '0]}'],
  ['empty lists', eligibility, '{"product":"forum","more":[', '[],', '0]}'],
  ['escaped names', eligibility, '{"product":"forum","more":[', '{"\\ud83d\\ude42":1},', '0]}'],
])('400: a hundred thousand values, before they are parsed: %s', async (_case, path, start, unit, end) => {
  const body = gzipSync(start + unit.repeat(1_000_000 / unit.length) + end);
  expect(body.length).toBeLessThan(10_000);
  const headers = { ...withKey(client), 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const answer = await world.call(path, { method: 'POST', headers, body });
  expect([answer.status, answer.body.args.issues]).toEqual([
    400,
    [{ path: '', rule: 'values', message: 'The body must not have more than 20000 values' }],
  ]);
});

it('a body of many long numbers is refused', async () => {
  const headers = { ...withKey(client), 'content-type': 'application/json' };
  const body = `{"q":[${'1e2,'.repeat(2_000)}1e2]}`;
  const answer = await world.call('/api/v1/metered-usage', { method: 'POST', headers, body });
  const message = 'The body must not have more than 2000 numbers with an exponent or more than 15 digits';
  expect([answer.status, answer.body.args.issues]).toEqual([400, [{ path: '', rule: 'numbers', message }]]);
});

it.runIf(canMeasureTurns)('one inexact number does not make a long body expensive', async () => {
  const headers = { ...withKey(client), 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const body = gzipSync(`{"q":1e5,"id":"${'x'.repeat(1_000_000)}","digits":${'1'.repeat(40_000)}}`);
  for (const path of ['/api/v1/usage-events', '/api/v1/metered-usage']) {
    const cost = await cheapest(() => world.call(path, { method: 'POST', headers, body }));
    expect(cost.result.status).toBe(400);
    expect(cost).toMatchObject({ isCheap: true });
  }
});

describe('the rate limit', () => {
  const remaining = ({ headers }: { headers: Headers }) =>
    Number(/"(?:client|session)";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

  it('counts a body as one request for every 64 KiB begun, decompressed', async () => {
    const limited = await world.client(client.workspaceId, { rateLimitPerMinute: 60 });
    const send = (bytes: number) => post(filled(bytes), withKey(limited));
    expect(remaining(await send(65_536))).toBe(59);
    expect(remaining(await send(65_537))).toBe(57);
    const gzipped = await post(gzipSync(filled(1_048_576)), {
      ...withKey(limited),
      'content-encoding': 'gzip',
    });
    expect([gzipped.status, remaining(gzipped)]).toEqual([200, 41]);
    for (const left of [25, 9]) expect(remaining(await send(1_048_576))).toBe(left);
    const refused = await send(1_048_576);
    expect([refused.status, refused.body.code]).toEqual([429, 'request.rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBe(7);
  });

  it('counts the bodies of the admin API likewise', async () => {
    const name = (bytes: number) => ({ body: { name: 'f'.repeat(bytes) } });
    const before = remaining(await user.call('POST', '/organisations', name(10)));
    expect(remaining(await user.call('POST', '/organisations', name(200_000)))).toBe(before - 4);
  });
});

it('null for an optional member means absent', async () => {
  expect((await post(JSON.stringify({ ...question, plan: null, email: null, explain: null }))).status).toBe(
    200,
  );
  expect((await post(JSON.stringify({ ...question, product: null }))).status).toBe(400);
});

it('a client that disconnects while sending raises neither an error nor a database log', async () => {
  const { hostname, port } = new URL(world.service.url);
  const id = 'aborted-upload';
  const head = [
    `POST ${eligibility} HTTP/1.1`,
    'Host: localhost',
    `X-Api-Key: ${client.apiKey}`,
    `X-Request-Id: ${id}`,
    'Content-Type: application/json',
    'Content-Length: 5000',
  ].join('\r\n');
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${head}\r\n\r\n{"product":`, () => socket.destroy()),
    );
    socket.on('close', () => resolve());
  });
  await expect.poll(() => logLines.filter((line) => line.includes(id))).toHaveLength(1);
  const line = JSON.parse(logLines.find((text) => text.includes(id)) ?? '');
  expect(line).toMatchObject({ level: 20, msg: 'the caller disconnected before the body was complete' });
});

it('503: bodies that arrive slowly take no more memory than a workspace may have', async () => {
  const { hostname, port } = new URL(world.service.url);
  const [slow, other] = [await world.client(await world.workspace()), client];
  const head = [
    `POST ${eligibility} HTTP/1.1`,
    'Host: localhost',
    `X-Api-Key: ${slow.apiKey}`,
    'Content-Type: application/json',
    'Content-Length: 1048576',
  ].join('\r\n');
  let answers = '';
  const sockets = Array.from({ length: 40 }, () => {
    const socket = connect(Number(port), hostname);
    socket
      .on('error', () => {})
      .on('data', (data) => {
        answers += data;
      });
    socket.write(`${head}\r\n\r\n${' '.repeat(1_048_575)}`);
    return socket;
  });
  const refused = () => answers.match(/HTTP\/1.1 503/g)?.length ?? 0;
  await expect.poll(refused).toBeGreaterThanOrEqual(8);
  expect(refused()).toBeLessThan(40);
  const send = (who: TestClient) =>
    world.call(eligibility, {
      method: 'POST',
      headers: { ...withKey(who), 'content-type': 'application/json' },
      body: JSON.stringify(question),
    });
  expect((await send(other)).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await send(slow)).status).not.toBe(503);
});
