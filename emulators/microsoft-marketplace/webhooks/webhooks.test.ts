import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type FulfilmentUnderTest,
  type Json,
  startFulfilmentUnderTest,
} from '../fulfilment/fulfilment-under-test.fixture.ts';
import { contosoClient, contosoTenant } from '../sample-directory.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.fixture.ts';

const patient = { autoAcceptMilliseconds: 600_000, retryMilliseconds: 600_000, attempts: 500 };

let world: FulfilmentUnderTest;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  world = await startFulfilmentUnderTest();
  for (const offerId of ['planner', 'desk', 'feed']) {
    world.marketplace.setAddresses('contoso', offerId, { webhookUrl: receiver.url });
  }
});
beforeEach(() => world.marketplace.changeSettings({ ...patient, holdWebhooks: 0 }));
afterAll(async () => {
  await world.stop();
  await receiver.stop();
});

const about = (id: string) => receiver.received.filter(({ body }) => body.subscriptionId === id);
const receivedFor = async (id: string, count = 1) => {
  await expect.poll(() => about(id).length).toBe(count);
  return about(id);
};
const shown = async (id: string) => (await world.api('GET', `/${id}`)).body;
const deliveriesOf = (id: string) =>
  world.marketplace.deliveries().filter(({ subscriptionId }) => subscriptionId === id);
const act = async (id: string, text: string) => {
  const { operation } = await world.act(`subscriptions/${id}/${text}`);
  return operation as Json & { readonly id: string };
};
const operationOf = (id: string, operationId: string) =>
  world.api('GET', `/${id}/operations/${operationId}`).then(({ body }) => body);

describe('a webhook', () => {
  it('notifies of a change with the new values before it takes effect, and the operation can be read', async () => {
    const id = await world.subscribe({ planId: 'team' });
    const operation = await act(id, 'change-plan?planId=solo');
    const [{ body } = { body: {} }] = await receivedFor(id);
    expect(body).toEqual({
      id: operation.id,
      activityId: expect.any(String),
      publisherId: 'contoso',
      offerId: 'planner',
      planId: 'solo',
      quantity: null,
      subscriptionId: id,
      timeStamp: world.now().toISOString(),
      action: 'ChangePlan',
      status: 'InProgress',
      operationRequestSource: 'Azure',
      subscription: expect.objectContaining({ id, planId: 'team', saasSubscriptionStatus: 'Subscribed' }),
      purchaseToken: null,
    });
    expect(await operationOf(id, operation.id)).toMatchObject({ action: 'ChangePlan', status: 'InProgress' });
  });

  it.each([
    ['suspend', 'Suspend', 'Succeeded', 'Suspended'],
    ['renew', 'Renew', 'Succeeded', 'Subscribed'],
    ['unsubscribe', 'Unsubscribe', 'Succeeded', 'Unsubscribed'],
    ['notify?action=Transfer', 'Transfer', 'Succeeded', 'Subscribed'],
  ])('of %s says that it is done', async (command, action, status, state) => {
    const id = await world.subscribe({ planId: 'team' });
    const operation = await act(id, command);
    const [{ body } = { body: {} }] = await receivedFor(id);
    expect(body).toMatchObject({
      id: operation.id,
      action,
      status,
      subscription: { saasSubscriptionStatus: state },
    });
    expect((await shown(id)).saasSubscriptionStatus).toBe(state);
    expect((await operationOf(id, operation.id)).status).toBe(status);
  });

  it('notifies of a purchase only when the marketplace activates the plan', async () => {
    const { id } = await world.buy({ preset: 'auto-activation' });
    expect((await receivedFor(id))[0]?.body).toMatchObject({ action: 'Subscribe', status: 'Succeeded' });
    const { id: ordinary } = await world.buy();
    expect(deliveriesOf(ordinary)).toEqual([]);
  });

  it('notifies of the publisher’s own changes too, which need no acknowledgement', async () => {
    const id = await world.subscribe({ preset: 'per-seat' });
    world.marketplace.changeSettings({ autoAcceptMilliseconds: 1 });
    receiver.answerNextWith(400);
    expect((await world.api('PATCH', `/${id}`, { quantity: 9 })).status).toBe(202);
    const [{ body } = { body: {} }] = await receivedFor(id);
    expect(body).toMatchObject({ action: 'ChangeQuantity', quantity: 9, operationRequestSource: 'Partner' });
    await expect.poll(async () => (await shown(id)).quantity).toBe(9);
    await world.api('DELETE', `/${id}`);
    expect((await receivedFor(id, 2))[1]?.body).toMatchObject({
      action: 'Unsubscribe',
      operationRequestSource: 'Partner',
    });
  });

  it('follows the dialect', async () => {
    const id = await world.subscribe({ planId: 'team' });
    await world.act('dialect?requestSource=operationRequestedSource&quantity=text');
    await act(id, 'renew');
    const [{ body } = { body: {} }] = await receivedFor(id);
    expect(body).toMatchObject({ operationRequestedSource: 'Azure', quantity: '' });
    expect(body).not.toHaveProperty('operationRequestSource');
    await world.act('dialect?reset=true');
  });
});

describe('its token', () => {
  it.each([
    [1, 'appid', 'discovery/keys', () => `https://sts.windows.net/${contosoTenant}/`],
    [2, 'azp', 'discovery/v2.0/keys', (idpUrl: string) => `${idpUrl}/${contosoTenant}/v2.0`],
  ] as const)(
    'of version %i is the marketplace’s, for the publisher',
    async (version, claim, keysPath, issuerOf) => {
      const { idpUrl } = world;
      await fetch(`${idpUrl}/_emulator/applications`, {
        method: 'POST',
        body: JSON.stringify({
          clientId: contosoClient,
          tenantIds: [contosoTenant],
          secrets: ['a-secret-of-the-publishers'],
          tokenVersion: version,
        }),
      });
      const id = await world.subscribe({ planId: 'team' });
      await act(id, 'renew');
      const [{ authorization } = { authorization: '' }] = await receivedFor(id);
      const keys = createRemoteJWKSet(new URL(`${idpUrl}/${contosoTenant}/${keysPath}`));
      const { payload } = await jwtVerify(authorization.replace('Bearer ', ''), keys, {
        audience: contosoClient,
        issuer: issuerOf(idpUrl),
        currentDate: world.now(),
      });
      expect(payload).toMatchObject({
        tid: contosoTenant,
        ver: `${version}.0`,
        [claim]: '20e940b3-4c77-4b0b-9a53-9e16a1b010a7',
      });
    },
  );
});

describe('a change', () => {
  const statusOf = (id: string, operationId: string) => async () =>
    (await operationOf(id, operationId)).status;

  it('without acknowledgement is accepted after a while', async () => {
    const id = await world.subscribe({ preset: 'per-seat' });
    world.marketplace.changeSettings({ autoAcceptMilliseconds: 1 });
    const operation = await act(id, 'change-quantity?quantity=3');
    await expect.poll(statusOf(id, operation.id)).toBe('Succeeded');
    expect((await shown(id)).quantity).toBe(3);
  });

  it('is refused by a 4xx answer', async () => {
    const id = await world.subscribe({ preset: 'per-seat' });
    receiver.answerNextWith(422);
    const operation = await act(id, 'change-quantity?quantity=3');
    await expect.poll(statusOf(id, operation.id)).toBe('Failed');
    expect((await shown(id)).quantity).toBe(1);
    expect(deliveriesOf(id)).toMatchObject([{ state: 'refused', attempts: [{ result: 422 }] }]);
  });

  it('stays in progress while the webhook fails, and fails when the webhook is given up', async () => {
    const id = await world.subscribe({ preset: 'per-seat' });
    world.marketplace.changeSettings({ retryMilliseconds: 1, attempts: 3, autoAcceptMilliseconds: 1 });
    receiver.answerNextWith(500, 302, 503);
    const operation = await act(id, 'change-quantity?quantity=3');
    await expect.poll(statusOf(id, operation.id)).toBe('Failed');
    expect(deliveriesOf(id)).toMatchObject([
      { state: 'given up', attempts: [{ result: 500 }, { result: 302 }, { result: 503 }] },
    ]);
  });

  it('succeeds when a later attempt is accepted', async () => {
    const id = await world.subscribe({ preset: 'per-seat' });
    world.marketplace.changeSettings({ retryMilliseconds: 1, autoAcceptMilliseconds: 1 });
    receiver.answerNextWith(500, 500);
    const operation = await act(id, 'change-quantity?quantity=3');
    await expect.poll(statusOf(id, operation.id)).toBe('Succeeded');
    const bodies = (await receivedFor(id, 3)).map(({ body }) => body);
    expect(bodies[1]).toEqual(bodies[0]);
  });

  it('to reinstate keeps the subscription suspended until it is settled, or deleted instead', async () => {
    world.marketplace.changeSettings({ autoAcceptMilliseconds: 600_000 });
    const id = await world.subscribe({ planId: 'team' });
    await act(id, 'suspend');
    const operation = await act(id, 'reinstate');
    // The two webhooks may arrive in either order.
    const bodies = (await receivedFor(id, 2)).map(({ body }) => body);
    expect(bodies.find((body) => body.id === operation.id)).toMatchObject({
      status: 'InProgress',
      subscription: { saasSubscriptionStatus: 'Suspended' },
    });
    expect((await shown(id)).saasSubscriptionStatus).toBe('Suspended');
    await world.api('PATCH', `/${id}/operations/${operation.id}`, { status: 'Success' });
    expect((await shown(id)).saasSubscriptionStatus).toBe('Subscribed');

    await act(id, 'suspend');
    const refused = await act(id, 'reinstate');
    expect((await world.api('DELETE', `/${id}`)).status).toBe(202);
    expect((await operationOf(id, refused.id)).status).toBe('Failed');
    expect((await shown(id)).saasSubscriptionStatus).toBe('Unsubscribed');
  });

  it('of an offer without a webhook address is accepted after a while', async () => {
    await world.command('publishers', 'POST', {
      id: 'silent',
      tenantId: 'f90a1b2c-3d4e-4f5a-8b6c-7d8e9f0a1b2c',
      clientId: '0b1c2d3e-4f5a-4b6c-8d7e-8f9a0b1c2d3e',
      offers: [
        {
          id: 'toys',
          plans: [
            { id: 'few', dimensions: [] },
            { id: 'all', dimensions: [] },
          ],
        },
      ],
    });
    world.marketplace.changeSettings({ autoAcceptMilliseconds: 1 });
    const { id } = await world.buy({ publisherId: 'silent', planId: 'few' });
    world.marketplace.changeState(id, 'Subscribed');
    await act(id, 'change-plan?planId=all');
    await expect.poll(() => world.marketplace.findSubscription(id)?.planId).toBe('all');
    expect(deliveriesOf(id)).toMatchObject([{ state: 'nowhere' }]);
  });
});

describe('a delivery', () => {
  it('is repeated and duplicated with the same body', async () => {
    const id = await world.subscribe({ planId: 'team' });
    await act(id, 'renew');
    await receivedFor(id);
    await expect.poll(() => deliveriesOf(id)[0]?.state).toBe('accepted');
    const { number } = deliveriesOf(id)[0] ?? { number: 0 };
    const again = await world.act(`deliveries/${number}/send?times=2`);
    expect(again).toMatchObject({ number, state: 'accepted', attempts: [{}, {}, {}] });
    expect(new Set((await receivedFor(id, 3)).map(({ body }) => JSON.stringify(body))).size).toBe(1);
    receiver.answerNextWith(500);
    expect(await world.act(`deliveries/${number}/send`)).toMatchObject({ state: 'accepted' });
  });

  it('is put on hold, and released in another order', async () => {
    const id = await world.subscribe({ planId: 'team' });
    await world.act('settings?holdWebhooks=1');
    await act(id, 'suspend');
    await act(id, 'reinstate');
    await act(id, 'unsubscribe');
    expect(deliveriesOf(id).map(({ state }) => state)).toEqual(['held', 'held', 'held']);
    await world.act('deliveries/release?order=reversed');
    expect((await receivedFor(id, 3)).map(({ body }) => body.action)).toEqual([
      'Unsubscribe',
      'Reinstate',
      'Suspend',
    ]);
    expect(await (await world.command('state', 'GET')).json()).toMatchObject({
      settings: { holdWebhooks: 0 },
    });
  });

  it('is retried while the service is unreachable, and can be sent by hand', async () => {
    const id = await world.subscribe({ planId: 'team' });
    world.marketplace.setAddresses('contoso', 'planner', { webhookUrl: 'http://127.0.0.1:9/' });
    await act(id, 'renew');
    await expect.poll(() => deliveriesOf(id)[0]?.state).toBe('waiting');
    expect(deliveriesOf(id)[0]?.attempts).toMatchObject([{ result: expect.any(String) }]);
    await world.act(`offers/contoso/planner?webhookUrl=${encodeURIComponent(receiver.url)}`);
    const { number } = deliveriesOf(id)[0] ?? {};
    expect(await world.act(`deliveries/${number}/send`)).toMatchObject({ state: 'accepted' });
  });

  it('that does not exist, or an order that does not, is refused', async () => {
    for (const command of [
      'deliveries/9999/send',
      'deliveries/1/send?times=0',
      'deliveries/release?order=odd',
    ]) {
      expect((await world.command(command)).status).toBe(400);
    }
    expect((await world.command('offers/contoso/planner?webhookUrl=nowhere')).status).toBe(400);
    expect((await world.command('offers/contoso/none?webhookUrl=http://127.0.0.1/')).status).toBe(400);
  });
});
