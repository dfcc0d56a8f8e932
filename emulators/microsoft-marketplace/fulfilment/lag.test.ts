import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FulfilmentUnderTest, startFulfilmentUnderTest } from './fulfilment-under-test.fixture.ts';

let world: FulfilmentUnderTest;
beforeAll(async () => {
  world = await startFulfilmentUnderTest({
    settings: { autoAcceptMilliseconds: 600_000, holdWebhooks: 1, subscriptionLagMilliseconds: 300 },
  });
});
afterAll(() => world.stop());

const forEver = 'settings?subscriptionLagMilliseconds=600000';
/** Long enough to read twice meanwhile, on a busy machine too. */
const aMoment = 'settings?subscriptionLagMilliseconds=2000';

async function readsOf(id: string) {
  const { body } = await world.api('GET', `/${id}`);
  const list = (await world.api('GET', '')).body.subscriptions as Readonly<Record<string, unknown>>[];
  const listed = list.find((one) => one.id === id);
  // The list and the subscription itself lag alike.
  expect(listed).toEqual(body);
  return [body.saasSubscriptionStatus, body.planId, body.quantity];
}

it('shows a subscription as it was for the lag after its operation has succeeded', async () => {
  const { id, token } = await world.buy({ preset: 'per-seat', quantity: 5 });
  await world.act('settings?subscriptionLagMilliseconds=0');
  await world.api('POST', `/${id}/activate`);
  const [, planId] = await readsOf(id);

  await world.act(forEver);
  const { operation } = await world.act(`subscriptions/${id}/change-quantity?quantity=8`);
  const path = `/${id}/operations/${(operation as { id: string }).id}`;
  expect((await world.api('PATCH', path, { status: 'Success' })).status).toBe(200);
  expect((await world.api('GET', path)).body).toMatchObject({ status: 'Succeeded', quantity: 8 });
  expect(await readsOf(id)).toEqual(['Subscribed', planId, 5]);
  const resolved = await world.api('POST', '/resolve', undefined, { 'x-ms-marketplace-token': token });
  expect(resolved.body).toMatchObject({ quantity: 5, subscription: { quantity: 5 } });
  expect(world.marketplace.findSubscription(id)?.quantity).toBe(8);
});

it('shows several changes one after the other, then the current subscription', async () => {
  const { id } = await world.buy({ preset: 'per-seat', quantity: 5 });
  await world.act(aMoment);
  await world.api('POST', `/${id}/activate`);
  expect((await readsOf(id))[0]).toBe('PendingFulfillmentStart');
  await world.act(`subscriptions/${id}/suspend`);
  expect((await readsOf(id))[0]).toBe('PendingFulfillmentStart');
  await expect.poll(async () => (await readsOf(id))[0]).toBe('Suspended');
  await world.act(`subscriptions/${id}/unsubscribe`);
  expect((await readsOf(id))[0]).toBe('Suspended');
  await expect.poll(async () => (await readsOf(id))[0]).toBe('Unsubscribed');
});

it('names its own address in links with the dialect same-host', async () => {
  await world.act('dialect?links=same-host');
  const id = await world.subscribe({ planId: 'team' });
  const { headers } = await world.api('PATCH', `/${id}`, { planId: 'solo' });
  expect(headers.get('operation-location')).toContain(`${world.marketplace.url}/api/`);
  await world.act('dialect?links=other-host');
});
