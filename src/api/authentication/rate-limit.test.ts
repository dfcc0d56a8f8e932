import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  apiAppId,
  partnerTenantId,
  type TestClient,
  type TestResponse,
  World,
  withKey,
  withToken,
} from '../../../tests/support/worlds/world.ts';

const path = '/api/v1/catalogue/products';
const minute = 60_000;

let world: World;
beforeAll(async () => {
  world = await World.shared();
});
afterAll(() => world.close());
beforeEach(() => world.clock.forward(minute));

const get = (client: TestClient, of = world) => of.call(path, { headers: withKey(client) });
const many = (count: number, call: () => Promise<TestResponse>) =>
  Promise.all(Array.from({ length: count }, call));
const countOf = (answers: TestResponse[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

describe('the rate limit of an API client', () => {
  it('is its own setting, exact under concurrency', async () => {
    const client = await world.client(await world.workspace(), { rateLimitPerMinute: 60 });
    const answers = await many(100, () => get(client));
    expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([60, 40]);
    const remaining = answers
      .filter(({ status }) => status === 200)
      .map(({ headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]));
    expect(remaining.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, left) => left));
  });

  it.each([
    ['Starter', 300, 2400],
    ['Growth', 600, 12_000],
    ['Scale', 1200, 24_000],
  ] as const)(
    'defaults on the partner plan %s to %i; its workspace has %i',
    async (partnerPlan, expected, shared) => {
      const client = await world.client(await world.workspace(partnerPlan));
      const answer = await get(client);
      expect(answer.headers.get('ratelimit-policy')).toBe(
        `"client";q=${expected};w=60, "workspace";q=${shared};w=60`,
      );
      expect(answer.headers.get('ratelimit')).toBe(
        `"client";r=${expected - 1};t=1, "workspace";r=${shared - 1};t=1`,
      );
    },
  );

  it('429 request.rate_limited has Retry-After, after which requests are accepted', async () => {
    const client = await world.client(await world.workspace(), { rateLimitPerMinute: 60 });
    await many(60, () => get(client));
    const refused = await get(client);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.headers.get('ratelimit')).toBe('"client";r=0;t=1, "workspace";r=23940;t=1');
    expect(refused.body).toMatchObject({
      code: 'request.rate_limited',
      args: { limit: 60, retryAfterSeconds: 1 },
    });
    world.clock.forward(1000);
    expect((await get(client)).status).toBe(200);
    expect((await get(client)).status).toBe(429);
  });

  it('is shared by all credentials of the client, and by no other client', async () => {
    const workspaceId = await world.workspace();
    const client = await world.client(workspaceId, { rateLimitPerMinute: 60 });
    const applicationId = world.application();
    await world.activate(client, applicationId);
    await many(60, () => get(client));
    const headers = withToken(await world.token(applicationId));
    expect((await world.call(path, { headers })).status).toBe(429);
    expect((await get(await world.client(workspaceId))).status).toBe(200);
  });

  it('is in the headers of refusals too', async () => {
    const client = await world.client(await world.workspace(), { scopes: [] });
    const forbidden = await get(client);
    expect([forbidden.status, forbidden.headers.get('ratelimit')]).toEqual([
      403,
      '"client";r=1199;t=1, "workspace";r=23999;t=1',
    ]);
    const other = await world.client(await world.workspace());
    const headers = withKey(other);
    for (const asked of [`${path}/viaduct`, `${path}?limit=0`]) {
      expect((await world.call(asked, { headers })).headers.get('ratelimit'), asked).not.toBeNull();
    }
    const held = await world.call(path, { headers: { ...headers, 'if-none-match': '*' } });
    expect([held.status, held.headers.get('ratelimit')]).toEqual([
      304,
      '"client";r=1197;t=1, "workspace";r=23997;t=1',
    ]);
  });
});

describe('the rate limit of failed authentications per source address', () => {
  it('is 60 per minute, after which no credential is checked', async () => {
    const client = await world.client(await world.workspace());
    const answers = await many(100, () => world.call(path, { headers: { 'x-api-key': 'wrong' } }));
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([60, 40]);
    const blocked = await get(client);
    expect(blocked.status).toBe(429);
    expect(blocked.body.args).toEqual({ limit: 60, retryAfterSeconds: 1 });
    expect(blocked.headers.get('ratelimit-policy')).toBe('"address";q=60;w=60');
    expect(blocked.headers.get('ratelimit')).toBe('"address";r=0;t=1');
    world.clock.forward(1000);
    expect((await get(client)).status).toBe(200);
  });

  it('holds for a burst: refused requests reach neither database nor identity provider', async () => {
    const client = await world.client(await world.workspace());
    const applicationId = world.application();
    await world.activate(client, applicationId);
    const tokens = await Promise.all(
      Array.from({ length: 200 }, () => {
        const tid = randomUUID();
        const claims = world.idp.claimsFor({
          tenantId: partnerTenantId,
          clientId: applicationId,
          api: apiAppId,
        });
        return world.idp.sign({ ...claims, tid, scp: 'x', iss: `${world.idp.url}/${tid}/v2.0` });
      }),
    );
    world.idp.clearRequests();
    const answers = await Promise.all(tokens.map((token) => world.call(path, { headers: withToken(token) })));
    const fetches = [...world.idp.requests.values()].reduce((sum, count) => sum + count, 0);
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([60, 140]);
    expect(fetches).toBeLessThanOrEqual(120);
  });

  it('does not slow valid callers', async () => {
    const client = await world.client(await world.workspace());
    const answers = await many(100, () => get(client));
    expect(countOf(answers, 200)).toBe(100);
  });

  it('trusts X-Forwarded-For of trusted proxies only', async () => {
    const behindProxy = await World.create({ trustedProxies: ['127.0.0.1'] });
    const wrongFrom = (of: World, address: string) =>
      of.call(path, { headers: { 'x-api-key': 'wrong', 'x-forwarded-for': address } });
    try {
      await many(60, () => wrongFrom(behindProxy, '192.0.2.1'));
      expect((await wrongFrom(behindProxy, '192.0.2.1')).status).toBe(429);
      expect((await wrongFrom(behindProxy, '192.0.2.2')).status).toBe(401);
    } finally {
      await behindProxy.close();
    }
    await many(60, () => wrongFrom(world, '192.0.2.1'));
    expect((await wrongFrom(world, '192.0.2.2')).status).toBe(429);
  });
});
