import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { done } from '../../../../tests/support/done.ts';
import { comparable, isAnsweredByFastPath } from '../../../../tests/support/requests/fast-path.ts';
import { meterDimensions } from '../../../../tests/support/worlds/meter-books.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { newTenant, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import { type TestClient, World, withKey } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';

let world: World;
let client: TestClient;
let tenantId: string;
beforeAll(async () => {
  world = await World.shared();
  const workspaceId = await world.workspace();
  const dimensions = meterDimensions.slice(0, 2).map((one) => ({ ...one, name: `Größe ${one.name}` }));
  const marketplace = [{ sourceName: 'Shop', offerId: 'meters', planId: 'basic', dimensions }];
  const meters = product('meters', { plans: [plan('basic', { marketplace })] });
  done(await addProduct(world.context, workspaceId, meters));
  client = await world.client(workspaceId);
});
afterAll(() => world.close());
beforeEach(async () => {
  tenantId = newTenant();
  await subscribe(world, client.workspaceId, {
    tenantId,
    product: 'meters',
    source: 'Marketplace',
    marketplaceSubscriptionId: crypto.randomUUID(),
  });
});

const path = (more = '') => `/api/v1/entitlements/${tenantId}/usage?product=meters${more}`;
const get = (address = path(), headers: Record<string, string> = {}) =>
  world.call(address, { headers: { ...withKey(client), ...headers } });
const isFast = (address = path()) => isAnsweredByFastPath(world, address, { headers: withKey(client) });

it("a cached response is served by the fast path, with the route's bytes", async () => {
  await expect.poll(() => isFast()).toBe(true);
  expect(await isFast(path('&unknown=1'))).toBe(false);
  const answer = await get();
  expect(answer.status).toBe(200);
  expect(comparable(answer)).toEqual(comparable(await get(path('&unknown=1'))));
  const tag = { 'if-none-match': answer.headers.get('etag') ?? '' };
  expect((await get(path(), tag)).status).toBe(304);
});

it('is passed on for a client that may not read the product', async () => {
  await expect.poll(() => isFast()).toBe(true);
  const narrow = await world.client(client.workspaceId, { scopes: ['usage:write'] });
  expect((await get(path(), withKey(narrow))).status).toBe(403);
  const other = await world.client(client.workspaceId, { products: [] });
  for (let times = 0; times < 3; times++) expect((await get(path(), withKey(other))).status).toBe(403);
});
