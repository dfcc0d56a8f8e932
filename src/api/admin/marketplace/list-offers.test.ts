import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { FulfilmentWorld } from '../../../../tests/support/worlds/fulfilment-world.ts';
import { World } from '../../../../tests/support/worlds/world.ts';
import { createLogger } from '../../../service/logger.ts';
import { startService } from '../../../service/start-service.ts';

let shop: FulfilmentWorld;
let user: PortalUser;
beforeAll(async () => {
  shop = await FulfilmentWorld.in(await World.shared());
  user = await PortalUser.join(shop.world, shop.workspaceId, 'Catalogue manager');
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.reset();
  // Nothing is cached for so long.
  shop.world.clock.forward(10 * minute);
});

const minute = 60_000;
const path = () => `/marketplace-connections/${shop.connectionId}/offers`;

it('200: lists the plans of offers that have a subscription', async () => {
  const before = await user.call('GET', path());
  expect([before.status, before.body]).toMatchObject([200, { failure: null, offers: [] }]);
  shop.sold();
  const { body } = await user.call('GET', `${path()}?refresh=true`);
  expect(body).toMatchObject({ failure: null, offers: [{ offerId: 'forum', failure: null }] });
  const plans = body.offers[0].plans as { planId: string; isPerUser: boolean; isForSale: boolean }[];
  expect(plans.map(({ planId, isPerUser, isForSale }) => ({ planId, isPerUser, isForSale }))).toEqual([
    { planId: 'basic', isPerUser: false, isForSale: true },
    { planId: 'gold', isPerUser: false, isForSale: true },
    { planId: 'seats', isPerUser: true, isForSale: true },
    { planId: 'unmapped', isPerUser: false, isForSale: true },
  ]);
});

it('200: gives the reason where the marketplace does not answer', async () => {
  shop.sold();
  shop.marketplace.setFault({ kind: 'forbidden' });
  const connectionId = await shop.account.connect(shop.world.context, shop.workspaceId, 'Other shop');
  const other = `/marketplace-connections/${connectionId}/offers`;
  const refused = await user.call('GET', other);
  expect([refused.status, refused.body]).toMatchObject([
    200,
    { failure: expect.stringContaining('403'), offers: [] },
  ]);
  shop.marketplace.clearFaults();
  await shop.world.database
    .updateTable('marketplace_connections')
    .set({ sealed_client_secret: Buffer.from('x') })
    .where('connection_id', '=', connectionId)
    .execute();
  expect((await user.call('GET', `${other}?refresh=true`)).body).toMatchObject({
    failure: expect.stringContaining('ENCRYPTION_KEY'),
    offers: [],
  });
});

it('403 without the permission to change the catalogue; 404: a connection of another workspace', async () => {
  const reader = await PortalUser.join(shop.world, shop.workspaceId, 'Viewer');
  expect((await reader.call('GET', path())).status).toBe(403);
  const stranger = await PortalUser.join(shop.world, await shop.world.workspace(), 'Catalogue manager');
  expect((await stranger.call('GET', path())).status).toBe(404);
});

/** How many calls of the fulfilment API the work makes. */
async function callsOf(work: () => Promise<unknown>): Promise<number> {
  shop.marketplace.clearCalls();
  await work();
  return shop.marketplace.calls().filter((call) => call.path.includes('/saas/')).length;
}

it('the marketplace is asked once for many views, until five minutes have passed', async () => {
  shop.sold();
  const views = () => Promise.all(Array.from({ length: 5 }, () => user.call('GET', path())));
  // One page of subscriptions, and the plans of one offer.
  expect(await callsOf(views)).toBe(2);
  expect(await callsOf(views)).toBe(0);
  shop.world.clock.forward(5 * minute);
  expect(await callsOf(views)).toBe(2);
  expect(await callsOf(() => user.call('GET', `${path()}?refresh=true`))).toBe(2);
});

it('the doctor asks the marketplace itself, and its answer serves the next view', async () => {
  shop.sold();
  const administrator = await PortalUser.join(shop.world, shop.workspaceId, 'Partner administrator');
  const check = () => administrator.call('POST', `/marketplace-connections/${shop.connectionId}/check`);
  expect(await callsOf(check)).toBe(2);
  expect(await callsOf(() => user.call('GET', path()))).toBe(0);
  expect(await callsOf(check)).toBe(2);
});

it('while the marketplace does not answer, the last offers are listed with their age', async () => {
  shop.sold();
  const { body: last } = await user.call('GET', path());
  shop.world.clock.forward(6 * minute);
  shop.marketplace.setFault({ kind: 'forbidden' });
  const { body } = await user.call('GET', path());
  expect(body).toEqual({ ...last, failure: expect.stringContaining('403') });
});

it('a changed connection is asked anew, on every node', async () => {
  shop.sold();
  const { clock, settings } = shop.world;
  const other = await startService(settings, { clock, logger: createLogger('silent'), tracing: null });
  try {
    const onOther = () =>
      fetch(`${other.url}/api/admin/v1/workspaces/${shop.workspaceId}${path()}`, {
        headers: { cookie: `tessera_session=${user.cookie}` },
      }).then(async (response) => ({ status: response.status, body: await response.json() }));
    expect(await callsOf(() => user.call('GET', path()))).toBe(2);
    expect(await callsOf(onOther)).toBe(2);
    expect(await callsOf(onOther)).toBe(0);
    const administrator = await PortalUser.join(shop.world, shop.workspaceId, 'Partner administrator');
    const changed = await administrator.call('PATCH', `/marketplace-connections/${shop.connectionId}`, {
      body: { credentialEndsAt: '2036-01-01T00:00:00.000Z' },
      headers: { 'if-match': '*' },
    });
    expect(changed.status).toBe(200);
    expect(await callsOf(onOther)).toBe(2);
    expect(await callsOf(() => user.call('GET', path()))).toBe(2);
    expect((await onOther()).body).toMatchObject({ offers: [{ offerId: 'forum' }] });
  } finally {
    await other.stop();
  }
});
