import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { done } from '../../../../tests/support/done.ts';
import { comparable, isAnsweredByFastPath } from '../../../../tests/support/requests/fast-path.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { move, newTenant, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import {
  type TestClient,
  type TestResponse,
  World,
  withKey,
} from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';

let world: World;
let workspaceId: string;
let client: TestClient;
let tenantId: string;
let userObjectId: string;

beforeAll(async () => {
  world = await World.shared();
  workspaceId = await world.workspace();
  const forum = product('forum', { name: 'Das Fórum – für alle', plans: [plan('basic')] });
  done(await addProduct(world.context, workspaceId, forum));
  done(await addProduct(world.context, workspaceId, product('lantern')));
  client = await world.client(workspaceId);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.forward(60_000);
  tenantId = newTenant();
  userObjectId = crypto.randomUUID();
  await subscribe(world, workspaceId, { tenantId });
});

const path = (tenant = tenantId) => `/api/v1/entitlements/${tenant}/eligibility`;
const question = (rest: object = {}) => JSON.stringify({ product: 'forum', userObjectId, ...rest });
const json = (of = client) => ({ ...withKey(of), 'content-type': 'application/json' });
const post = (body = question(), headers: Record<string, string> = json(), address = path()) =>
  world.call(address, { method: 'POST', headers, body });
/** `explain` is valid but not cacheable. */
const routed = () => question({ explain: false });
const isFast = (body: string, headers = json()) =>
  isAnsweredByFastPath(world, path(), { method: 'POST', headers, body });

describe('an eligibility request with cached caller and answer', () => {
  beforeEach(() => post());

  it("is served by the fast path with the route's response", async () => {
    // Waits for the change feed: until then the client is not cached permanently.
    await expect.poll(() => isFast(question())).toBe(true);
    expect(await isFast(routed())).toBe(false);
    const answer = await post();
    expect(answer.body).toMatchObject({ isEligible: true, reason: 'TenantWideEntitlement' });
    expect(comparable(answer)).toEqual(comparable(await post(routed())));
  });

  it('counts against the rate limit, and is refused as by the route', async () => {
    const limited = await world.client(workspaceId, { rateLimitPerMinute: 60 });
    for (let left = 59; left >= 0; left -= 1) {
      const { headers } = await post(question(), json(limited));
      expect(headers.get('ratelimit')).toMatch(new RegExp(`^"client";r=${left};`));
    }
    const refused = await post(question(), json(limited));
    expect([refused.status, refused.body.code]).toEqual([429, 'request.rate_limited']);
  });

  it('counts against the rate limit when the route serves it', async () => {
    const limited = await world.client(workspaceId, { rateLimitPerMinute: 60 });
    for (const left of [59, 58, 57]) {
      const { headers } = await post(routed(), json(limited));
      expect(headers.get('ratelimit')).toMatch(new RegExp(`^"client";r=${left};`));
    }
  });

  it('follows a change', async () => {
    const other = newTenant();
    const held = await subscribe(world, workspaceId, { tenantId: other });
    expect((await post(question(), json(), path(other))).body.accessLevel).toBe('Full');
    await move(world, workspaceId, held, { type: 'suspend' });
    await expect
      .poll(async () => (await post(question(), json(), path(other))).body.accessLevel)
      .toBe('ReadOnly');
  });

  it('is counted in the metrics of its route', async () => {
    const count = async () => {
      const page = await (await fetch(`${world.service.url}/metrics`)).text();
      const line = /_count\{method="POST",route="[^"]+\/eligibility",status="200"\} (\d+)$/m;
      return Number(line.exec(page)?.[1]);
    };
    const before = await count();
    await post();
    expect(await count()).toBe(before + 1);
  });

  it('with a chunked body is served by the route', async () => {
    const body = question();
    const headers = { ...json(), 'content-length': String(body.length) };
    const answer = await new Promise<string>((resolve, reject) => {
      const asking = request(`${world.service.url}${path()}`, { method: 'POST', headers }, (arrived) => {
        text(arrived).then(resolve, reject);
      });
      asking.on('error', reject);
      asking.write(body.slice(0, 20), () => setImmediate(() => asking.end(body.slice(20))));
    });
    expect(JSON.parse(answer)).toMatchObject({ isEligible: true });
  });
});

describe('the route serves, with its body,', () => {
  beforeEach(() => post());

  it.each<[string, () => Promise<TestResponse>, number, string | undefined]>([
    [
      'a user who was not asked about',
      () => post(question({ userObjectId: crypto.randomUUID() })),
      200,
      undefined,
    ],
    [
      'a user in capitals',
      () => post(question({ userObjectId: userObjectId.toUpperCase() })),
      200,
      undefined,
    ],
    ['a plan', () => post(question({ plan: 'basic' })), 200, undefined],
    ['an unknown plan', () => post(question({ plan: 'other' })), 404, 'plan.not_found'],
    ['no JSON', () => post('{"product":'), 400, 'request.validation_failed'],
    ['an array', () => post('["forum","ada"]'), 400, 'request.validation_failed'],
    ['null', () => post('null'), 400, 'request.validation_failed'],
    ['numbers', () => post('{"product":1,"userObjectId":2}'), 400, 'request.validation_failed'],
    ['an unknown product', () => post(question({ product: 'forums' })), 404, 'product.not_found'],
    [
      'an unknown credential',
      () => post(question(), { ...json(), 'x-api-key': 'tsk_unknown' }),
      401,
      'auth.credentials_invalid',
    ],
    [
      'another type',
      () => post(question(), { ...json(), 'content-type': 'text/plain' }),
      415,
      'request.unsupported_media_type',
    ],
    ['a tenant in capitals', () => post(question(), json(), path(tenantId.toUpperCase())), 200, undefined],
    ['a large body', () => post(question({ unknown: 'x'.repeat(2_000) })), 200, undefined],
  ])('%s', async (_name, ask, status, code) => {
    const answer = await ask();
    expect([answer.status, answer.body?.code]).toEqual([status, code]);
  });

  it('a client without the scope, of another product or of another workspace, though the answer is cached', async () => {
    const cases = [
      [await world.client(workspaceId, { scopes: ['catalogue:read'] }), 403, 'api_client.scope_not_allowed'],
      [await world.client(workspaceId, { products: ['lantern'] }), 403, 'api_client.product_not_allowed'],
      [await world.client(await world.workspace()), 404, 'product.not_found'],
    ] as const;
    for (const [stranger, status, code] of cases) {
      for (const _time of [1, 2]) {
        const answer = await post(question(), json(stranger));
        expect([answer.status, answer.body.code]).toEqual([status, code]);
      }
    }
  });
});
