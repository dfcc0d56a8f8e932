import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { done } from '../../../../../tests/support/done.ts';
import { comparable, isAnsweredByFastPath } from '../../../../../tests/support/requests/fast-path.ts';
import { plan, product } from '../../../../../tests/support/worlds/products.ts';
import { move, newTenant, subscribe } from '../../../../../tests/support/worlds/subscribing.ts';
import { type TestClient, World, withKey } from '../../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../../actions/catalogue/change-catalogue.ts';
import { changeWorkspaceSettings } from '../../../../actions/workspaces/settings.ts';

const day = 24 * 3_600_000;

let world: World;
let workspaceId: string;
let client: TestClient;
let tenantId: string;

beforeAll(async () => {
  world = await World.shared();
  workspaceId = await world.workspace();
  const forum = product('forum', {
    plans: [plan('basic', { capabilities: { polls: true }, limits: { rooms: 25 } }), plan('best')],
  });
  done(await addProduct(world.context, workspaceId, forum));
  client = await world.client(workspaceId);
});
afterAll(() => world.close());
beforeEach(() => {
  world.clock.forward(60_000);
  tenantId = newTenant();
});

const path = (query = 'product=forum') => `/api/v1/entitlements/${tenantId}/token?${query}`;
const get = (address = path(), headers: Record<string, string> = withKey(client)) =>
  world.call(address, { headers });
const bought = (rest: Partial<Parameters<typeof subscribe>[2]> = {}) =>
  subscribe(world, workspaceId, { tenantId, ...rest });

async function verified(token: string) {
  const { body } = await world.call(`/.well-known/tessera/${workspaceId}/jwks.json`);
  const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(body), {
    algorithms: ['EdDSA'],
    typ: 'tessera-entitlement+jwt',
    issuer: `${world.service.url}/${workspaceId}`,
    audience: 'forum',
    subject: tenantId,
    currentDate: world.clock.now(),
  });
  return { claims: payload, header: protectedHeader };
}

describe('an entitlement token', () => {
  it('has the entitlement, signed with the published key', async () => {
    await bought();
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    const { token, expiresAt, refreshAfter } = answer.body;
    const { claims, header } = await verified(token);
    const { evaluatedAt, ...entitlement } = (
      await world.call(`/api/v1/entitlements/${tenantId}?product=forum`, { headers: withKey(client) })
    ).body;
    expect(Object.keys(header)).toEqual(['alg', 'kid', 'typ']);
    const [only] = entitlement.plans;
    expect(claims).toMatchObject({
      ver: entitlement.version,
      ent: { ...entitlement, plans: [{ ...only, limits: { rooms: 25 } }] },
      grace: 7 * 24 * 3_600,
      after: 'ReadOnly',
      mode: 'Connected',
    });
    expect(claims).not.toHaveProperty('bind');
    expect(claims.nbf).toBe(claims.iat);
    expect(new Date((claims.exp ?? 0) * 1_000).toISOString()).toBe(expiresAt);
    expect(Date.parse(expiresAt) - (claims.iat ?? 0) * 1_000).toBe(7 * day);
    expect(Date.parse(expiresAt) - Date.parse(refreshAfter)).toBe(3.5 * day);
    expect(Date.parse(refreshAfter)).toBeGreaterThan(world.clock.now().getTime());
    expect(answer.headers.get('etag')).toBe(`"${claims.jti}.${header.kid}"`);
  });

  it('is reused until half its life, then replaced by one that begins there', async () => {
    await bought();
    const first = await get();
    const last = new Date(Date.parse(first.body.refreshAfter) - 1_000);
    world.clock.forward(last.getTime() - world.clock.now().getTime());
    expect((await get()).body).toEqual(first.body);
    world.clock.forward(1_000);
    const next = await get();
    const { claims } = await verified(next.body.token);
    expect(new Date((claims.iat ?? 0) * 1_000).toISOString()).toBe(first.body.refreshAfter);
    expect(next.headers.get('etag')).not.toBe(first.headers.get('etag'));
  });

  it('changes with the entitlement, and by time alone', async () => {
    const subscriptionId = await bought({
      isTrial: true,
      trialEndsAt: new Date(world.clock.now().getTime() + day),
    });
    const first = await get();
    await move(world, workspaceId, subscriptionId, { type: 'suspend' });
    await expect.poll(async () => (await get()).headers.get('etag')).not.toBe(first.headers.get('etag'));
    const { claims } = await verified((await get()).body.token);
    expect(claims.ent).toMatchObject({ accessLevel: 'ReadOnly', status: 'Suspended' });
    expect(claims.exp).toBe((await verified(first.body.token)).claims.exp);
    await move(world, workspaceId, subscriptionId, { type: 'reinstate' });
    await expect
      .poll(async () => (await verified((await get()).body.token)).claims.ent)
      .toMatchObject({
        isTrial: true,
      });
    world.clock.forward(day);
    expect(await get()).toMatchObject({ status: 409, body: { code: 'entitlement.nothing_to_sign' } });
  });

  it('follows the settings of the workspace', async () => {
    await bought();
    await get();
    const settings = { tokenLifetimeHours: 1, afterLicenceEnd: 'None' } as const;
    done(await changeWorkspaceSettings(world.context, workspaceId, settings, 'any'));
    await expect.poll(async () => (await verified((await get()).body.token)).claims.after).toBe('None');
    const { claims } = await verified((await get()).body.token);
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3_600);
    const before = { tokenLifetimeHours: 168, afterLicenceEnd: 'ReadOnly' } as const;
    done(await changeWorkspaceSettings(world.context, workspaceId, before, 'any'));
    await expect.poll(async () => (await verified((await get()).body.token)).claims.after).toBe('ReadOnly');
  });

  it('is not modified for its ETag', async () => {
    await bought();
    const tag = (await get()).headers.get('etag') ?? '';
    for (const address of [path(), path('product=forum&unknown=1')]) {
      const again = await get(address, { ...withKey(client), 'if-none-match': tag });
      expect(again).toMatchObject({ status: 304, text: '' });
      expect(again.headers.get('etag')).toBe(tag);
    }
  });

  it('comes over the fast path, the same as from the route', async () => {
    await bought();
    await get();
    const headers = withKey(client);
    await expect.poll(() => isAnsweredByFastPath(world, path(), { headers })).toBe(true);
    const routed = path('product=forum&unknown=1');
    expect(await isAnsweredByFastPath(world, routed, { headers })).toBe(false);
    expect(comparable(await get())).toEqual(comparable(await get(routed)));
    expect((await get(path().replace(tenantId, tenantId.toUpperCase()))).body).toEqual((await get()).body);
  });
});

describe('no token', () => {
  it.each([
    ['a tenant that never bought', 'product=forum', 409, 'entitlement.nothing_to_sign'],
    ['an unknown product', 'product=nowhere', 404, 'product.not_found'],
    ['no product', '', 400, 'request.validation_failed'],
  ])('for %s', async (_case, query, status, code) => {
    expect((await get(path(query))).body).toMatchObject({ status, code });
  });

  it('for a malformed tenant, without a credential, or without the scope', async () => {
    tenantId = 'nobody';
    expect((await get()).status).toBe(400);
    tenantId = newTenant();
    expect((await get(path(), {})).body).toMatchObject({ code: 'auth.credentials_invalid' });
    const other = await world.client(workspaceId, { scopes: ['catalogue:read'] });
    expect((await get(path(), withKey(other))).body).toMatchObject({ code: 'api_client.scope_not_allowed' });
  });

  it('of a product that the client may not read, or of another workspace, though it is cached', async () => {
    await bought();
    await get();
    const few = await world.client(workspaceId, { products: [] });
    const stranger = await world.client(await world.workspace());
    for (const address of [path(), path('product=forum&unknown=1')]) {
      expect((await get(address, withKey(few))).body).toMatchObject({
        code: 'api_client.product_not_allowed',
      });
      expect((await get(address, withKey(stranger))).body).toMatchObject({ code: 'product.not_found' });
    }
  });

  it('makes no key for a tenant that holds nothing', async () => {
    const quiet = await world.workspace();
    done(await addProduct(world.context, quiet, product('forum')));
    const asking = await world.client(quiet);
    expect((await get(path(), withKey(asking))).status).toBe(409);
    expect((await world.call(`/.well-known/tessera/${quiet}/jwks.json`)).body).toEqual({ keys: [] });
  });
});
