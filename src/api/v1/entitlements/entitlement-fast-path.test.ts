import { Agent, request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lockTable } from '../../../../tests/support/database/lock-table.ts';
import { done } from '../../../../tests/support/done.ts';
import { comparable, isAnsweredByFastPath } from '../../../../tests/support/requests/fast-path.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { move, newTenant, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import {
  type TestClient,
  type TestResponse,
  World,
  withKey,
  withToken,
} from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { revokeKey } from '../../../actions/clients/keys.ts';

let world: World;
let workspaceId: string;
let client: TestClient;
let tenantId: string;

beforeAll(async () => {
  world = await World.shared();
  workspaceId = await world.workspace();
  done(
    await addProduct(
      world.context,
      workspaceId,
      product('forum', { name: 'Das Fórum – für alle', plans: [plan('basic')] }),
    ),
  );
  done(await addProduct(world.context, workspaceId, product('lantern')));
  client = await world.client(workspaceId);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.forward(60_000);
  tenantId = newTenant();
  await subscribe(world, workspaceId, { tenantId });
});

const path = (tenant = tenantId) => `/api/v1/entitlements/${tenant}?product=forum`;
const get = (address = path(), headers: Record<string, string> = withKey(client), method = 'GET') =>
  world.call(address, { headers, method });

/** An unknown member is ignored but not cacheable. */
const routed = (address: string) => `${address}&unknown=1`;

/** Waits for the change feed: until then the client is not cached permanently. */
const asked = (address: string, headers = withKey(client)) =>
  isAnsweredByFastPath(world, address, { headers });

describe('an entitlement request with cached caller and answer', () => {
  beforeEach(() => get());

  it('is served by the fast path', async () => {
    await expect.poll(() => asked(path())).toBe(true);
    expect(await asked(routed(path()))).toBe(false);
  });

  it("has the route's response", async () => {
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(comparable(answer)).toEqual(comparable(await get(routed(path()))));
  });

  it.each([
    ['the tag itself', (tag: string) => tag],
    ['a list with the tag', (tag: string) => `"other", ${tag.replace('W/', '')}`],
    ['anything', () => '*'],
  ])('returns 304 for %s, as the route does', async (_name, held) => {
    const tag = (await get()).headers.get('etag') ?? '';
    const headers = { ...withKey(client), 'if-none-match': held(tag) };
    const answer = await get(path(), headers);
    expect(answer.status).toBe(304);
    expect(comparable(answer)).toEqual(comparable(await get(routed(path()), headers)));
    await expect.poll(() => asked(path(), headers)).toBe(true);
  });

  it('takes an If-None-Match of the documented maximum length, as the route does', async () => {
    const tag = (await get()).headers.get('etag') ?? '';
    const condition = (length: number) => {
      const end = `", ${tag}`;
      return { ...withKey(client), 'if-none-match': `"${'x'.repeat(length - end.length - 1)}${end}` };
    };
    for (const [length, status] of [
      [16_384, 304],
      [16_385, 400],
    ] as const) {
      for (const address of [path(), routed(path())]) {
        expect((await get(address, condition(length))).status).toBe(status);
      }
    }
    expect((await get(path(), condition(32_800))).body.code).toBe('request.headers_too_large');
  });

  it('is refused on a connection that stays open, once the key is revoked', async () => {
    const revoked = await world.client(workspaceId);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = () =>
      new Promise<{ status: number | undefined; isReused: boolean }>((resolve, reject) => {
        const asking = request(
          `${world.service.url}${path()}`,
          { agent, headers: withKey(revoked) },
          (answer) => {
            const { statusCode: status } = answer;
            answer.resume().on('end', () => resolve({ status, isReused: asking.reusedSocket }));
          },
        );
        asking.on('error', reject).end();
      });
    for (let count = 0; count < 3; count += 1) expect(await ask()).toMatchObject({ status: 200 });
    const [, keyId = ''] = revoked.apiKey.split('_');
    done(await revokeKey(world.context, workspaceId, { kind: 'api-client', keyId }));
    await expect.poll(ask, { timeout: 20_000 }).toEqual({ status: 401, isReused: true });
    agent.destroy();
  });

  it('echoes a valid request id and replaces an invalid one', async () => {
    const named = await get(path(), { ...withKey(client), 'x-request-id': 'order-7' });
    expect(named.headers.get('x-request-id')).toBe('order-7');
    const unnamed = await get(path(), { ...withKey(client), 'x-request-id': 'not sane!' });
    expect(unnamed.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('counts against the rate limit, and is refused as by the route', async () => {
    const limited = await world.client(workspaceId, { rateLimitPerMinute: 60 });
    const first = await get(path(), withKey(limited));
    expect(first.headers.get('ratelimit')).toMatch(/^"client";r=59;/);
    for (let left = 58; left >= 0; left -= 1) {
      const { headers } = await get(path(), withKey(limited));
      expect(headers.get('ratelimit')).toMatch(new RegExp(`^"client";r=${left};`));
    }
    const refused = await get(path(), withKey(limited));
    expect([refused.status, refused.body.code]).toEqual([429, 'request.rate_limited']);
    expect(refused.headers.get('retry-after')).toBe('1');
    world.clock.forward(1_000);
    expect((await get(path(), withKey(limited))).headers.get('ratelimit')).toMatch(/^"client";r=0;/);
  });

  it('is counted in the metrics of its route', async () => {
    const count = async () => {
      const text = await (await fetch(`${world.service.url}/metrics`)).text();
      const line =
        /^tessera_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/entitlements\/:tenantId",status="200"\} (\d+)$/m;
      return Number(line.exec(text)?.[1]);
    };
    const before = await count();
    await get();
    expect(await count()).toBe(before + 1);
  });

  it('follows a change', async () => {
    const other = newTenant();
    const subscriptionId = await subscribe(world, workspaceId, { tenantId: other });
    expect((await get(path(other))).body.accessLevel).toBe('Full');
    await move(world, workspaceId, subscriptionId, { type: 'suspend' });
    await expect.poll(async () => (await get(path(other))).body.accessLevel).toBe('ReadOnly');
  });
});

describe('an entitlement request with cached caller and uncached answer', () => {
  beforeEach(() => get(path(newTenant())));

  it("is served by the fast path with the route's response", async () => {
    await expect.poll(() => asked(path())).toBe(true);
    expect(await asked(path(newTenant()))).toBe(true);
    const other = newTenant();
    await subscribe(world, workspaceId, { tenantId: other });
    const answer = await get(path(other));
    expect(answer.body.accessLevel).toBe('Full');
    expect(comparable(answer)).toEqual(comparable(await get(routed(path(other)))));
  });

  it('counts against the rate limit, also when the route refuses it', async () => {
    const limited = await world.client(workspaceId, { rateLimitPerMinute: 60 });
    await get(path(newTenant()), withKey(limited));
    const second = await get(path(newTenant()), withKey(limited));
    expect(second.headers.get('ratelimit')).toMatch(/^"client";r=58;/);
    const unknown = await get(path(newTenant()).replace('forum', 'forums'), withKey(limited));
    expect([unknown.status, unknown.headers.get('ratelimit')?.slice(0, 14)]).toEqual([404, '"client";r=57;']);
  });
});

it('a request in flight when the service stops closes its connection, which would delay the stop', async () => {
  const own = await World.create();
  const ownWorkspaceId = await own.workspace();
  done(await addProduct(own.context, ownWorkspaceId, product('forum')));
  const headers = withKey(await own.client(ownWorkspaceId));
  await own.call(path(newTenant()), { headers });
  const lock = await lockTable(own, 'entitlements');
  const inFlight = own.call(path(newTenant()), { headers });
  await expect.poll(lock.isWaitedFor).toBe(true);
  const stopped = own.service.stop();
  await expect.poll(() => fetch(own.service.url).catch(() => 'refused')).toBe('refused');
  await lock.release();
  const answer = await inFlight;
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  await stopped;
  await own.close();
});

describe('the route serves', () => {
  beforeEach(() => get());

  it.each<[string, () => Promise<TestResponse>, number, string | undefined]>([
    [
      'an unknown credential',
      () => get(path(), { 'x-api-key': 'tsk_unknown' }),
      401,
      'auth.credentials_invalid',
    ],
    ['no credential', () => get(path(), {}), 401, 'auth.credentials_invalid'],
    [
      'two credentials',
      () => get(path(), { ...withKey(client), ...withToken('x') }),
      401,
      'auth.credentials_invalid',
    ],
    ['an unknown product', () => get(path().replace('forum', 'forums')), 404, 'product.not_found'],
    ['a tenant in capitals', () => get(path(tenantId.toUpperCase())), 200, undefined],
    ['an encoded product', () => get(path().replace('forum', '%66orum')), 200, undefined],
    ['no tenant id at all', () => get(path('x'.repeat(36))), 400, 'request.validation_failed'],
    ['another method', () => get(path(), withKey(client), 'DELETE'), 405, 'request.method_not_allowed'],
  ])('%s', async (_name, ask, status, code) => {
    const answer = await ask();
    expect([answer.status, answer.body?.code]).toEqual([status, code]);
  });

  it('a client without the scope, also when cached', async () => {
    const writer = await world.client(workspaceId, { scopes: ['catalogue:read'] });
    for (const _time of [1, 2]) {
      const answer = await get(path(), withKey(writer));
      expect([answer.status, answer.body.code]).toEqual([403, 'api_client.scope_not_allowed']);
    }
  });

  it('a client of another product, though the answer is cached', async () => {
    const narrow = await world.client(workspaceId, { products: ['lantern'] });
    for (const _time of [1, 2]) {
      const answer = await get(path(), withKey(narrow));
      expect([answer.status, answer.body.code]).toEqual([403, 'api_client.product_not_allowed']);
    }
  });

  it('a client of another workspace, though the answer is cached', async () => {
    const stranger = await world.client(await world.workspace());
    for (const _time of [1, 2]) {
      const answer = await get(path(), withKey(stranger));
      expect([answer.status, answer.body.code]).toEqual([404, 'product.not_found']);
    }
  });
});
