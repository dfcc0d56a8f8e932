import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { done } from '../../../../tests/support/done.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { newTenant, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import { World } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { readQuantitySum } from '../../../core/usage/events/quantity-sum.ts';
import { resolveDrifts, saveDrifts } from '../../../storage/usage/drifts.ts';

let world: World;
let user: PortalUser;
let subscriptionId: string;
const tenantId = newTenant();
const sold = randomUUID();
const strange = randomUUID();

beforeAll(async () => {
  world = await World.shared();
  const workspaceId = await world.workspace();
  user = await PortalUser.join(world, workspaceId, 'Viewer');
  done(await addProduct(world.context, workspaceId, product('forum', { plans: [plan('basic')] })));
  subscriptionId = await subscribe(world, workspaceId, {
    tenantId,
    source: 'Marketplace',
    marketplaceSubscriptionId: sold.toUpperCase(),
  });
  const source = { workspaceId, sourceName: 'Shop' };
  const resolved = [drift(sold, '2026-11-10')];
  const open = [drift(sold, '2026-11-12'), drift(sold, '2026-11-13'), drift(strange, '2026-11-13')];
  await saveDrifts(world.database, source, [...resolved, ...open], world.clock.now());
  await resolveDrifts(world.database, source, resolved, world.clock.now());
  const elsewhere = { workspaceId: await world.workspace(), sourceName: 'Shop' };
  await saveDrifts(world.database, elsewhere, open, world.clock.now());
});
afterAll(() => world.close());

function drift(marketplaceSubscriptionId: string, day: string) {
  const [held, marketplace] = [readQuantitySum('2.5'), readQuantitySum('1')];
  return { marketplaceSubscriptionId, dimension: 'messages', day, held, marketplace };
}
const keys = (items: { marketplaceSubscriptionId: string; day: string }[]) =>
  items.map((item) => `${item.day} ${item.marketplaceSubscriptionId === sold ? 'sold' : 'strange'}`);

it("200: lists the workspace's open drifts with their subscriptions", async () => {
  const { items } = (await user.call('GET', '/usage-drifts')).body;

  const sameDay = [sold, strange]
    .toSorted()
    .reverse()
    .map((id) => (id === sold ? '2026-11-13 sold' : '2026-11-13 strange'));
  expect(keys(items)).toEqual([...sameDay, '2026-11-12 sold']);
  expect(items.at(-1)).toEqual({
    sourceName: 'Shop',
    marketplaceSubscriptionId: sold,
    subscriptionId,
    customer: tenantId,
    product: 'forum',
    dimension: 'messages',
    dimensionName: 'messages',
    unit: null,
    day: '2026-11-12',
    ourQuantity: '2.5',
    marketplaceQuantity: '1',
    firstSeenAt: world.clock.now().toISOString(),
    lastSeenAt: world.clock.now().toISOString(),
    resolvedAt: null,
  });
  const nobodys = items.find(
    (item: { marketplaceSubscriptionId: string }) => item.marketplaceSubscriptionId === strange,
  );
  expect(nobodys).toMatchObject({ subscriptionId: null, customer: '', product: '' });
});

it('lists drifts in pages and by state', async () => {
  const whole = keys((await user.call('GET', '/usage-drifts?state=Any')).body.items);
  expect([whole.length, whole.at(-1)]).toEqual([4, '2026-11-10 sold']);
  expect(keys((await user.call('GET', '/usage-drifts?state=Resolved')).body.items)).toEqual([whole.at(-1)]);
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const query = new URLSearchParams({ state: 'Any', limit: '1', ...(after !== null && { after }) });
    const { body } = await user.call('GET', `/usage-drifts?${query}`);
    seen.push(...keys(body.items));
    after = body.next;
  } while (after !== null);
  expect(seen).toEqual(whole);
});

it.each(['after=nonsense', 'after=W10', 'state=Lost'])('400: %s', async (query) => {
  expect((await user.call('GET', `/usage-drifts?${query}`)).status).toBe(400);
});

it.each([
  ['tenantId', tenantId, 2],
  ['tenantId', sold, 0],
  ['product', 'forum', 2],
  ['product', 'lantern', 0],
  ['dimension', 'messages', 3],
  ['dimension', 'calls', 0],
])('filters by %s, and counts', async (name, value, count) => {
  const query = new URLSearchParams({ [name]: value, limit: '1' });
  const { body } = await user.call('GET', `/usage-drifts?${query}`);
  expect([body.items.length, body.total]).toEqual([Math.min(count, 1), { count, isExact: true }]);
});
