import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { done } from '../../../tests/support/done.ts';
import { settleNotifications } from '../../../tests/support/peers/settle-notifications.ts';
import { FulfilmentWorld } from '../../../tests/support/worlds/fulfilment-world.ts';
import { World } from '../../../tests/support/worlds/world.ts';
import { isRefusal } from '../../core/refusal.ts';
import { type MarketplaceRequest, requestMarketplaceChange } from './request-change.ts';

let shop: FulfilmentWorld;
beforeAll(async () => {
  shop = await FulfilmentWorld.in(await World.shared());
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

const requestChange = (subscriptionId: string, request: MarketplaceRequest, workspaceId = shop.workspaceId) =>
  requestMarketplaceChange(
    () => shop.world.context,
    { fulfilment: shop.fulfilment, open: async () => shop.connection },
    workspaceId,
    subscriptionId,
    request,
  );
const idOf = async (id: string) => (await shop.ours(id))?.subscriptionId ?? '';

it.each<[string, MarketplaceRequest, object, object]>([
  ['a plan change', { type: 'changePlan', plan: 'gold' }, {}, { status: 'Active' }],
  [
    'a quantity change',
    { type: 'changeQuantity', quantity: 9 },
    { planId: 'seats', quantity: 5 },
    { quantity: 9 },
  ],
  ['a cancellation', { type: 'cancel' }, {}, { status: 'Cancelled' }],
])(
  '%s: our subscription changes once the marketplace has succeeded, with or without its notification',
  async (_, request, what, after) => {
    for (const holdWebhooks of [0, 1]) {
      shop.marketplace.changeSettings({ holdWebhooks, autoAcceptMilliseconds: 30 });
      const id = await shop.bought(what);
      const before = await shop.ours(id);
      const { operationId } = done(await requestChange(await idOf(id), request));
      expect(await shop.ours(id)).toEqual(before);
      expect(await shop.call(operationId ?? '')).toMatchObject({ requested_by: 'Publisher' });
      await settleNotifications(shop);
      expect(await shop.call(operationId ?? '')).toMatchObject({ state: 'Applied' });
      const ours = await shop.ours(id);
      expect(ours).toMatchObject(after);
      if (request.type === 'changePlan') expect(ours?.planId).not.toBe(before?.planId);
      expect(await shop.calls()).toHaveLength(1 + holdWebhooks);
    }
  },
);

it('polls the subscription when the marketplace names no operation', async () => {
  shop.marketplace.changeSettings({ holdWebhooks: 1, subscriptionLagMilliseconds: 200 });
  const id = await shop.bought();
  await shop.customer(id, 'unsubscribe');
  expect(done(await requestChange(await idOf(id), { type: 'cancel' }))).toEqual({ operationId: null });
  expect(await shop.calls()).toMatchObject([{ action: 'Unsubscribe', requested_by: 'Publisher' }]);
  await settleNotifications(shop);
  expect(await shop.ours(id)).toMatchObject({ status: 'Cancelled' });
  expect(await shop.calls()).toMatchObject([{ state: 'Applied', detail: 'cancelNow' }]);
});

it.each<[string, MarketplaceRequest, object, object]>([
  ['a plan change', { type: 'changePlan', plan: 'gold' }, {}, { status: 'Active' }],
  [
    'a quantity change',
    { type: 'changeQuantity', quantity: 9 },
    { planId: 'seats', quantity: 5 },
    { quantity: 9 },
  ],
  ['a cancellation', { type: 'cancel' }, {}, { status: 'Cancelled' }],
])('%s: polls until the subscription no longer lags', async (_, request, what, after) => {
  shop.marketplace.changeSettings({ autoAcceptMilliseconds: 30, subscriptionLagMilliseconds: 200 });
  const id = await shop.bought(what);
  const before = await shop.ours(id);
  const { operationId } = done(await requestChange(await idOf(id), request));
  await settleNotifications(shop);
  const ours = await shop.ours(id);
  expect(await shop.call(operationId ?? '')).toMatchObject({ state: 'Applied' });
  expect(ours).toMatchObject(after);
  if (request.type === 'changePlan') expect(ours?.planId).not.toBe(before?.planId);
});

it.each<[string, MarketplaceRequest, string]>([
  ['a change to the same plan', { type: 'changePlan', plan: 'basic' }, 'marketplace.change_refused'],
  ['a change to an unknown plan', { type: 'changePlan', plan: 'silver' }, 'plan.not_found'],
])('%s is refused, and stores nothing', async (_, request, code) => {
  const id = await shop.bought();
  const refused = await requestChange(await idOf(id), request);
  expect(isRefusal(refused) && refused.code).toBe(code);
  // A notification of an earlier subscription may arrive meanwhile.
  const ofThisOne = (await shop.calls()).filter((call) => call.marketplace_subscription_id === id);
  expect(ofThisOne).toEqual([]);
});

it('refuses a subscription that was not sold on the marketplace', async () => {
  const id = await shop.bought();
  const elsewhere = await shop.world.workspace();
  for (const refused of [
    await requestChange(randomUUID(), { type: 'cancel' }),
    await requestChange(await idOf(id), { type: 'cancel' }, elsewhere),
  ]) {
    expect(isRefusal(refused) && refused.code).toBe('resource.not_found');
  }
  expect(await shop.ours(id)).toMatchObject({ status: 'Active' });
});

it('reports an unavailable marketplace', async () => {
  const id = await shop.bought();
  shop.marketplace.setFault({ kind: 'failing' });
  const refused = await requestChange(await idOf(id), { type: 'cancel' });
  expect(isRefusal(refused) && refused.code).toBe('service.unavailable');
});
