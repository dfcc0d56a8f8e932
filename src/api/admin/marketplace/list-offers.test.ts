import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { FulfilmentWorld } from '../../../../tests/support/fulfilment-world.ts';
import { PortalUser } from '../../../../tests/support/portal-user.ts';

let shop: FulfilmentWorld;
let user: PortalUser;
beforeAll(async () => {
  shop = await FulfilmentWorld.create();
  user = await PortalUser.join(shop.world, shop.workspaceId, 'Catalogue manager');
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

const path = () => `/marketplace-connections/${shop.connectionId}/offers`;

it('200: lists the plans of offers that have a subscription', async () => {
  const before = await user.call('GET', path());
  expect([before.status, before.body]).toMatchObject([200, { failure: null, offers: [] }]);
  shop.sold();
  const { body } = await user.call('GET', path());
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
  const refused = await user.call('GET', path());
  expect([refused.status, refused.body]).toMatchObject([
    200,
    { failure: expect.stringContaining('403'), offers: [] },
  ]);
  shop.marketplace.clearFaults();
  await shop.world.database
    .updateTable('marketplace_connections')
    .set({ sealed_client_secret: Buffer.from('x') })
    .execute();
  expect((await user.call('GET', path())).body).toMatchObject({
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
