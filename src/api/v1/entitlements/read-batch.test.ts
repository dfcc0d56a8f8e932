import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statementsOf } from '../../../../tests/support/database/statements.ts';
import { done } from '../../../../tests/support/done.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { move, newTenant, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import { type TestClient, World, withKey } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';

interface Item {
  readonly tenantId: string;
  readonly product: string;
  readonly etag?: string;
}

let world: World;
let client: TestClient;
beforeAll(async () => {
  world = await World.shared();
  const workspaceId = await world.workspace();
  for (const slug of ['forum', 'mosaic']) {
    done(await addProduct(world.context, workspaceId, product(slug, { plans: [plan('basic')] })));
  }
  done(await addProduct(world.context, workspaceId, product('augur', { status: 'Draft' })));
  client = await world.client(workspaceId);
});
afterAll(() => world.close());

const read = (items: readonly unknown[], caller = client) =>
  world.call('/api/v1/entitlements/batch', {
    method: 'POST',
    headers: { ...withKey(caller), 'content-type': 'application/json' },
    body: JSON.stringify({ items }),
  });
const single = ({ tenantId, product }: Item) =>
  world.call(`/api/v1/entitlements/${tenantId}?product=${product}`, { headers: withKey(client) });

describe('a batch read', () => {
  it('has the entitlement and the ETag of each single read', async () => {
    const held = newTenant();
    await subscribe(world, client.workspaceId, { tenantId: held });
    const items = [
      { tenantId: held.toUpperCase(), product: 'forum' },
      { tenantId: held, product: 'mosaic' },
      { tenantId: newTenant(), product: 'forum' },
      { tenantId: held, product: 'forum' },
    ];
    const { status, body, headers } = await read(items);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    const singles = await Promise.all(items.map(single));
    expect(body.results).toEqual(
      singles.map((answer, index) => ({
        index,
        status: 200,
        etag: answer.headers.get('etag'),
        entitlement: answer.body,
      })),
    );
    expect(body.results[0].entitlement).toMatchObject({ tenantId: held, status: 'Active' });
  });

  it('leaves out an entitlement whose ETag is current, and sends it after a change', async () => {
    const tenantId = newTenant();
    const subscriptionId = await subscribe(world, client.workspaceId, { tenantId });
    const item = { tenantId, product: 'forum' };
    const { etag } = (await read([item])).body.results[0];
    const results = async () =>
      (
        await read([
          { ...item, etag },
          { ...item, etag: 'W/"other"' },
        ])
      ).body.results;
    expect(await results()).toMatchObject([
      { index: 0, status: 304, etag },
      { index: 1, status: 200, etag },
    ]);
    expect((await results())[0]).not.toHaveProperty('entitlement');
    await move(world, client.workspaceId, subscriptionId, { type: 'suspend' });
    await expect
      .poll(async () => (await results())[0])
      .toMatchObject({
        status: 200,
        entitlement: { status: 'Suspended' },
      });
  });

  it('refuses an item alone', async () => {
    const workspaceId = client.workspaceId;
    const own = await world.client(workspaceId, { products: ['forum'] });
    const tenantId = newTenant();
    const items = ['forum', 'mosaic', 'augur', 'unknown', 'No slug'].map((slug) => ({
      tenantId,
      product: slug,
    }));
    const { body } = await read(items, own);
    const notFound = (index: number, product: string) => ({
      index,
      status: 404,
      error: { code: 'product.not_found', status: 404, args: { product } },
    });
    expect(body.results).toEqual([
      { index: 0, status: 200, etag: expect.any(String), entitlement: expect.objectContaining({ tenantId }) },
      {
        index: 1,
        status: 403,
        error: { code: 'api_client.product_not_allowed', status: 403, args: { product: 'mosaic' } },
      },
      notFound(2, 'augur'),
      notFound(3, 'unknown'),
      notFound(4, 'No slug'),
    ]);
  });

  it('refuses an invalid item alone', async () => {
    const tenantId = newTenant();
    const valid = { tenantId, product: 'forum' };
    const { status, body } = await read([
      valid,
      { ...valid, tenantId: 'x' },
      { ...valid, etag: 'x'.repeat(101) },
      { tenantId, product: 'a\0' },
      {},
      null,
      7,
      [],
      { ...valid, etag: null },
    ]);
    expect(status).toBe(200);
    const invalid = (index: number, ...issues: readonly object[]) => ({
      index,
      status: 400,
      error: {
        code: 'request.validation_failed',
        status: 400,
        args: { issues: issues.map((issue) => expect.objectContaining(issue)) },
      },
    });
    const readable = (index: number) => expect.objectContaining({ index, status: 200 });
    expect(body.results).toEqual([
      readable(0),
      invalid(1, { path: 'tenantId', rule: 'format' }),
      invalid(2, { path: 'etag', rule: 'maxLength' }),
      invalid(3, { path: 'product', rule: 'text' }),
      invalid(4, { path: 'tenantId', rule: 'required' }, { path: 'product', rule: 'required' }),
      ...[5, 6, 7].map((index) => invalid(index, { path: '', rule: 'type' })),
      readable(8),
    ]);
  });

  it.each([
    ['no object', '[]'],
    ['no items', '{}'],
    ['no list', '{"items":{}}'],
    ['no JSON', '{"items":['],
  ])('400 for a body with %s', async (_name, sent) => {
    const { status, body } = await world.call('/api/v1/entitlements/batch', {
      method: 'POST',
      headers: { ...withKey(client), 'content-type': 'application/json' },
      body: sent,
    });
    expect([status, body.code]).toEqual([400, 'request.validation_failed']);
  });

  it('reads a hundred cache misses by one statement', async () => {
    const items = Array.from({ length: 100 }, () => ({ tenantId: newTenant(), product: 'forum' }));
    /** Heartbeats of the change feed are statements too. */
    const lookUps = async () => {
      const statements = await statementsOf(async () => {
        const { body } = await read(items);
        expect(body.results.map(({ status }: { status: number }) => status)).toEqual(Array(100).fill(200));
      });
      return statements.filter(({ text }) => text.includes('from products'));
    };
    expect(await lookUps()).toHaveLength(1);
    expect(await lookUps()).toEqual([]);
  });

  it('counts as one request for every ten items begun', async () => {
    const limited = await world.client(client.workspaceId, { rateLimitPerMinute: 60 });
    const remaining = async (count: number) => {
      const items = Array.from({ length: count }, () => ({ tenantId: newTenant(), product: 'forum' }));
      const { status, headers } = await read(items, limited);
      return [status, Number(/"client";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])];
    };
    expect(await remaining(10)).toEqual([200, 59]);
    expect(await remaining(11)).toEqual([200, 57]);
    for (const left of [47, 37, 27, 17, 7]) expect(await remaining(100)).toEqual([200, left]);
    // The request itself is counted, the items are not.
    expect(await remaining(100)).toEqual([429, 6]);
    const refused = await read(
      Array.from({ length: 100 }, () => ({ tenantId: newTenant(), product: 'forum' })),
      limited,
    );
    expect(refused.body).toMatchObject({ code: 'request.rate_limited', args: { limit: 60 } });
    expect(Number(refused.headers.get('retry-after'))).toBe(4);
    expect(await remaining(1)).toEqual([200, 4]);
  });

  it.each([
    ['no item', []],
    ['101 items', Array.from({ length: 101 }, () => ({ tenantId: newTenant(), product: 'forum' }))],
  ])('400 for %s', async (_name, items) => {
    const { status, body } = await read(items);
    expect([status, body.code]).toEqual([400, 'request.validation_failed']);
  });

  it.each(['GET', 'PUT', 'DELETE'])('405 by %s: `batch` is no tenant', async (method) => {
    const answer = await world.call('/api/v1/entitlements/batch?product=forum', {
      method,
      headers: withKey(client),
    });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('403 without the scope, 401 without a credential', async () => {
    const reporter = await world.client(client.workspaceId, { scopes: ['usage:write'] });
    const items = [{ tenantId: newTenant(), product: 'forum' }];
    expect((await read(items, reporter)).body.code).toBe('api_client.scope_not_allowed');
    const { status } = await world.call('/api/v1/entitlements/batch', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items }),
    });
    expect(status).toBe(401);
  });
});
