import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { adas, contosoTenant, subscribed, suspended, tailspins, unsubscribed } from '../sample-directory.ts';
import { type FulfilmentUnderTest, startFulfilmentUnderTest } from './fulfilment-under-test.fixture.ts';

let world: FulfilmentUnderTest;
beforeAll(async () => {
  world = await startFulfilmentUnderTest({ settings: { autoAcceptMilliseconds: 600_000 } });
});
afterEach(() => world.marketplace.clearFaults());
afterAll(() => world.stop());

const somewhere = '99999999-9999-4999-8999-999999999999';
const stateOf = async (id: string) => (await world.api('GET', `/${id}`)).body.saasSubscriptionStatus;
const resolve = (token: string) =>
  world.api('POST', '/resolve', undefined, { 'x-ms-marketplace-token': token });

describe('a purchase', () => {
  it('gives a landing link whose token resolves, in every status, for a day', async () => {
    await world.act('offers/contoso/planner?landingPageUrl=http://127.0.0.1:1/land');
    const { id, token, landingPageUrl } = await world.buy({ planId: 'team', offerId: 'planner' });
    const link = new URL(landingPageUrl);
    expect(`${link.origin}${link.pathname}`).toBe('http://127.0.0.1:1/land');
    expect(link.searchParams.get('token')).toBe(token);
    const { status, body } = await resolve(token);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      subscriptionName: 'Team for ada@northwind.example',
      offerId: 'planner',
      planId: 'team',
      quantity: null,
      subscription: {
        id,
        name: 'Team for ada@northwind.example',
        publisherId: 'contoso',
        offerId: 'planner',
        planId: 'team',
        quantity: null,
        beneficiary: { ...adas, emailId: 'ada@northwind.example', puid: null },
        purchaser: { ...adas, emailId: 'ada@northwind.example', puid: null },
        term: { startDate: null, endDate: null, termUnit: 'P1M', chargeDuration: null },
        autoRenew: true,
        isTest: false,
        allowedCustomerOperations: ['Read', 'Update', 'Delete'],
        sandboxType: 'None',
        sessionMode: 'None',
        created: world.now().toISOString(),
        lastModified: world.now().toISOString(),
        saasSubscriptionStatus: 'PendingFulfillmentStart',
      },
    });
    await world.act(`subscriptions/${id}/unsubscribe`);
    expect((await resolve(token)).status).toBe(200);
    const before = world.now().toISOString();
    world.setNow('2026-11-16T09:30:00.000Z');
    expect((await resolve(token)).status).toBe(400);
    const { token: fresh } = await world.act(`subscriptions/${id}/landing-link`);
    expect((await resolve(String(fresh))).status).toBe(200);
    world.setNow(before);
  });

  it('has a literal + in every other token, and a blank in its place does not resolve', async () => {
    const tokens = [(await world.buy()).token, (await world.buy()).token];
    expect(tokens.filter((token) => token.includes('+'))).toHaveLength(1);
    const blank = tokens.find((token) => token.includes('+'))?.replace('+', ' ') ?? '';
    expect((await resolve(blank)).status).toBe(400);
    expect((await world.api('POST', '/resolve')).status).toBe(400);
  });

  it.each([
    ['ordinary', { allowedCustomerOperations: ['Read', 'Update', 'Delete'], quantity: null }],
    [
      'reseller',
      {
        allowedCustomerOperations: ['Read'],
        beneficiary: { tenantId: adas.tenantId, objectId: null, emailId: null, puid: null },
        purchaser: { tenantId: expect.not.stringContaining(adas.tenantId), objectId: null },
      },
    ],
    ['free-trial', { isFreeTrial: true }],
    ['per-seat', { quantity: 1, planId: 'seats' }],
    ['auto-activation', { saasSubscriptionStatus: 'Subscribed', planId: 'reader' }],
  ])('can be %s', async (preset, members) => {
    const { id } = await world.buy({ preset });
    expect((await world.api('GET', `/${id}`)).body).toMatchObject(members);
  });

  it('is refused without a suitable plan', async () => {
    for (const order of [
      { planId: 'none' },
      { preset: 'odd' },
      { preset: 'per-seat', quantity: 51 },
      { planId: 'team', quantity: 2 },
      { buyer: somewhere },
      { termUnit: 'P9Y' },
      { quantity: -1 },
    ]) {
      expect((await world.command('purchases', 'POST', order)).status).toBe(400);
    }
  });
});

describe('an activation', () => {
  it('begins the term, and accepts usage', async () => {
    const { id } = await world.buy({ planId: 'team' });
    const usage = { resourceId: id, planId: 'team', dimension: 'projects', quantity: 1 };
    const at = { effectiveStartTime: '2026-11-15T09:00:00' };
    expect((await world.sendBatch([{ ...usage, ...at }])).body.result[0]?.status).toBe('ResourceNotActive');
    const activated = await world.api('POST', `/${id}/activate`, { planId: 'team', quantity: '' });
    expect([activated.status, activated.text]).toEqual([200, '']);
    expect((await world.api('GET', `/${id}`)).body).toMatchObject({
      saasSubscriptionStatus: 'Subscribed',
      term: { startDate: '2026-11-15T00:00:00Z', endDate: '2026-12-14T00:00:00Z', termUnit: 'P1M' },
    });
    expect((await world.sendBatch([{ ...usage, ...at }])).body.result[0]?.status).toBe('Accepted');
    expect((await world.api('POST', `/${id}/activate`)).status).toBe(200);
    await world.act(`subscriptions/${id}/suspend`);
    const later = { effectiveStartTime: '2026-11-15T08:00:00' };
    expect((await world.sendBatch([{ ...usage, ...later }])).body.result[0]?.status).toBe(
      'ResourceNotActive',
    );
  });

  it('is refused for another plan or quantity, and for a suspended or ended subscription', async () => {
    const { id } = await world.buy({ preset: 'per-seat', quantity: 3 });
    for (const body of [{ planId: 'large' }, { planId: 'seats', quantity: 4 }]) {
      expect((await world.api('POST', `/${id}/activate`, body)).status).toBe(400);
    }
    expect((await world.api('POST', `/${suspended}/activate`)).status).toBe(400);
    expect((await world.api('POST', `/${unsubscribed}/activate`)).status).toBe(404);
    expect(await stateOf(id)).toBe('PendingFulfillmentStart');
  });

  it('may take effect later', async () => {
    const { id } = await world.buy();
    world.marketplace.changeSettings({ activationMilliseconds: 600_000 });
    await world.api('POST', `/${id}/activate`);
    expect(await stateOf(id)).toBe('PendingFulfillmentStart');
    world.marketplace.changeSettings({ activationMilliseconds: 1 });
    await world.api('POST', `/${id}/activate`);
    world.marketplace.changeSettings({ activationMilliseconds: 0 });
    await expect.poll(() => stateOf(id)).toBe('Subscribed');
  });
});

const otherHost =
  /^https:\/\/main\.prod\.marketplaceapi\.azure\.com\/api\/saas\/subscriptions\/\?continuationToken=%5b%7b/;

describe('the list', () => {
  it('has the publisher’s own subscriptions in pages, ended ones included', async () => {
    world.marketplace.changeSettings({ pageSize: 3 });
    const ids: string[] = [];
    let link = '';
    let pages = 0;
    do {
      const { body } = link ? await world.api('GET', new URL(link).search) : await world.api('GET', '');
      ids.push(...(body.subscriptions as { id: string }[]).map(({ id }) => id));
      link = String(body['@nextLink'] ?? '');
      if (link !== '') expect(link).toMatch(otherHost);
      pages += 1;
    } while (link !== '');
    expect(pages).toBe(Math.ceil(ids.length / 3));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining([subscribed, unsubscribed]));
    expect(ids).not.toContain(tailspins);
    expect((await world.api('GET', '?continuationToken=odd')).status).toBe(400);
    world.marketplace.changeSettings({ pageSize: 50 });
  });

  it('is an empty body for a publisher who has sold nothing', async () => {
    const publisher = {
      id: 'newcomer',
      tenantId: 'e8f90a1b-2c3d-4e4f-8a5b-6c7d8e9f0a1b',
      clientId: '1c2d3e4f-5a6b-4c7d-8e8f-9a0b1c2d3e4f',
      offers: [],
    };
    await world.command('publishers', 'POST', publisher);
    const authorization = `Bearer ${await world.tokenOf(publisher.tenantId, publisher.clientId)}`;
    const { status, text } = await world.api('GET', '', undefined, { authorization });
    expect([status, text]).toEqual([200, '']);
  });
});

describe('another publisher’s, an unknown or a misnamed resource', () => {
  it.each([
    ['GET', `/${tailspins}`, 403],
    ['POST', `/${tailspins}/activate`, 403],
    ['GET', `/${tailspins}/operations`, 403],
    ['GET', `/${somewhere}`, 404],
    ['PATCH', `/${somewhere}`, 404],
    ['DELETE', `/${somewhere}`, 404],
    ['GET', `/${somewhere}/listAvailablePlans`, 404],
    ['GET', `/${somewhere}/operations`, 404],
    ['GET', `/${subscribed}/operations/${somewhere}`, 404],
    ['PATCH', `/${subscribed}/operations/${somewhere}`, 404],
    ['GET', '/resolve', 405],
    ['PUT', `/${subscribed}`, 405],
    ['POST', `/${subscribed}/dance`, 404],
  ])('%s %s', async (method, path, status) => {
    expect((await world.api(method, path)).status).toBe(status);
  });

  it('needs a token, and the version', async () => {
    const address = `${world.marketplace.url}/api/saas/subscriptions/${subscribed}`;
    expect((await fetch(`${address}?api-version=2018-08-31`)).status).toBe(403);
    const token = await world.tokenOf(contosoTenant, '7e8f9a0b-1c2d-4e3f-8a4b-5c6d7e8f9a0b');
    expect((await fetch(address, { headers: { authorization: `Bearer ${token}` } })).status).toBe(400);
  });

  it('meets the same faults as metering', async () => {
    world.marketplace.setFault({ kind: 'throttled', times: 1 });
    expect((await world.api('GET', `/${subscribed}`)).status).toBe(429);
    world.marketplace.setFault({ kind: 'reset-after', times: 1 });
    const { id } = await world.buy();
    await expect(world.api('POST', `/${id}/activate`)).rejects.toThrow();
    expect(await stateOf(id)).toBe('Subscribed');
    world.marketplace.setFault({ kind: 'cut', times: 1 });
    await expect(world.api('GET', `/${subscribed}`)).rejects.toThrow(SyntaxError);
  });
});

describe('the plans', () => {
  it('are all of the offer’s, the current one included', async () => {
    const id = await world.subscribe({ preset: 'per-seat' });
    const { body } = await world.api('GET', `/${id}/listAvailablePlans`);
    expect(body.plans).toMatchObject([
      { planId: 'seats', isPricePerSeat: true, minQuantity: 1, maxQuantity: 50, hasFreeTrials: true },
      { planId: 'large', displayName: 'Large', hasFreeTrials: false },
    ]);
    const metered = await world.api('GET', `/${subscribed}/listAvailablePlans?planId=team`);
    expect(metered.body.plans).toMatchObject([
      {
        planId: 'team',
        isPricePerSeat: false,
        planComponents: { meteringDimensions: [{ id: 'projects' }, { id: 'exports' }] },
      },
    ]);
    expect((await world.api('GET', `/${id}/listAvailablePlans?planId=no`)).body).toEqual({ plans: [] });
  });
});

describe('a change by the publisher', () => {
  it('is an operation, during which the subscription is unchanged', async () => {
    const id = await world.subscribe({ preset: 'per-seat' });
    const { status, headers } = await world.api('PATCH', `/${id}`, { quantity: 7 });
    expect(status).toBe(202);
    const location = new URL(headers.get('operation-location') ?? '');
    const operationId = location.pathname.split('/').at(-1);
    const shown = { id: operationId, action: 'ChangeQuantity', status: 'InProgress', quantity: 7 };
    expect((await world.api('GET', `/${id}/operations`)).body).toMatchObject({ operations: [shown] });
    expect((await world.api('GET', `/${id}`)).body.quantity).toBe(1);
    expect((await world.api('DELETE', `/${id}`)).status).toBe(409);
    const settled = await world.api('PATCH', `/${id}/operations/${operationId}`, { status: 'Success' });
    expect(settled.status).toBe(200);
    expect((await world.api('GET', `/${id}`)).body.quantity).toBe(7);
    expect((await world.api('GET', `/${id}/operations/${operationId}`)).body.status).toBe('Succeeded');
    expect((await world.api('GET', `/${id}/operations`)).body).toEqual({});
  });

  it.each([
    ['both', { planId: 'large', quantity: 2 }],
    ['neither', {}],
    ['the same plan', { planId: 'seats' }],
    ['an unknown plan', { planId: 'none' }],
    ['the same quantity', { quantity: 1 }],
    ['too many', { quantity: 51 }],
    ['zero', { quantity: 0 }],
    ['a fraction', { quantity: 1.5 }],
  ])('to %s is refused', async (_name, body) => {
    const id = await world.subscribe({ preset: 'per-seat' });
    expect((await world.api('PATCH', `/${id}`, body)).status).toBe(400);
  });

  it('is refused for seats of a flat plan, outside Subscribed, and for a reseller’s order', async () => {
    expect((await world.api('PATCH', `/${subscribed}`, { quantity: 2 })).status).toBe(400);
    expect((await world.api('PATCH', `/${suspended}`, { planId: 'solo' })).status).toBe(400);
    const id = await world.subscribe({ preset: 'reseller' });
    expect((await world.api('PATCH', `/${id}`, { planId: 'solo' })).status).toBe(400);
    expect((await world.api('DELETE', `/${id}`)).status).toBe(400);
  });

  it('may end the subscription, also when repeated', async () => {
    const id = await world.subscribe();
    const { status, headers } = await world.api('DELETE', `/${id}`);
    expect(status).toBe(202);
    const location = new URL(headers.get('operation-location') ?? '');
    const operation = await world.api('GET', location.pathname.split('/subscriptions')[1] ?? '');
    expect(operation.body).toMatchObject({ action: 'Unsubscribe', status: 'Succeeded' });
    expect(await stateOf(id)).toBe('Unsubscribed');
    expect((await world.api('DELETE', `/${id}`)).status).toBe(200);
  });
});

describe('an acknowledgement', () => {
  const operationOf = (acted: Record<string, unknown>) => (acted.operation as { id: string }).id;

  it('settles once: a failure changes nothing, and an overtaken operation is a conflict', async () => {
    const id = await world.subscribe({ planId: 'team' });
    const acknowledge = async (operationId: string, status: string) =>
      (await world.api('PATCH', `/${id}/operations/${operationId}`, { status })).status;
    const refused = operationOf(await world.act(`subscriptions/${id}/change-plan?planId=solo`));
    expect(await acknowledge(refused, 'Maybe')).toBe(400);
    expect(await acknowledge(refused, 'Failure')).toBe(200);
    expect(await acknowledge(refused, 'Success')).toBe(409);
    expect((await world.api('GET', `/${id}`)).body.planId).toBe('team');

    const older = operationOf(await world.act(`subscriptions/${id}/change-plan?planId=solo`));
    const newer = operationOf(await world.act(`subscriptions/${id}/change-plan?planId=solo`));
    expect(await acknowledge(newer, 'Success')).toBe(200);
    expect(await acknowledge(newer, 'Success')).toBe(200);
    expect(await acknowledge(older, 'Success')).toBe(409);
    expect((await world.api('GET', `/${id}/operations/${older}`)).body.status).toBe('Conflict');
    expect((await world.api('GET', `/${id}`)).body.planId).toBe('solo');
  });

  it('of a change without effect is a Conflict', async () => {
    const id = await world.subscribe({ planId: 'team' });
    const first = operationOf(await world.act(`subscriptions/${id}/change-plan?planId=solo`));
    const second = operationOf(await world.act(`subscriptions/${id}/change-plan?planId=solo`));
    for (const operationId of [first, second]) {
      await world.api('PATCH', `/${id}/operations/${operationId}`, { status: 'Success' });
    }
    expect((await world.api('GET', `/${id}/operations/${second}`)).body.status).toBe('Conflict');
  });
});

describe('a customer', () => {
  it.each([
    ['PendingFulfillmentStart', 'suspend'],
    ['PendingFulfillmentStart', 'change-plan?planId=solo'],
    ['PendingFulfillmentStart', 'renew'],
    ['Subscribed', 'reinstate'],
    ['Subscribed', 'change-plan?planId=team'],
    ['Subscribed', 'change-plan'],
    ['Subscribed', 'change-quantity?quantity=2'],
    ['Suspended', 'suspend'],
    ['Suspended', 'renew'],
    ['Unsubscribed', 'reinstate'],
    ['Unsubscribed', 'unsubscribe'],
  ])('who is %s cannot %s', async (state, action) => {
    const { id } = await world.buy({ planId: 'team' });
    await world.act(`subscriptions/${id}/state?state=${state}`);
    expect((await world.command(`subscriptions/${id}/${action}`)).status).toBe(400);
  });

  it('renews into the term that follows', async () => {
    const id = await world.subscribe({ termUnit: 'P1Y' });
    await world.act(`subscriptions/${id}/renew`);
    expect((await world.api('GET', `/${id}`)).body.term).toMatchObject({
      startDate: '2027-11-15T00:00:00Z',
      endDate: '2028-11-14T00:00:00Z',
    });
  });
});
