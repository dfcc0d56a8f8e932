import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ScriptedMarketplace,
  type ScriptedResponse,
  startScriptedMarketplace,
  theirRequestId,
} from '../../../tests/support/peers/scripted-marketplace.ts';

const id = 'fdc778a6-1281-40e4-cade-4a5fc11f5440';
const operationId = '74dfb4db-c193-4891-827d-eb05fbdc64b0';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

let marketplace: ScriptedMarketplace;
beforeAll(async () => {
  marketplace = await startScriptedMarketplace();
});
beforeEach(() => marketplace.renew());
afterAll(() => marketplace.stop());

const inStatus = (saasSubscriptionStatus: string) => ({ id, planId: 'team', saasSubscriptionStatus });
const operation = { id: operationId, subscriptionId: id, action: 'ChangePlan', status: 'InProgress' };

const invoke = {
  resolve: (token = 'a-token') => marketplace.service.resolve(marketplace.connection, token),
  activate: (quantity: number | null = null) =>
    marketplace.service.activate(marketplace.connection, { subscriptionId: id, planId: 'team', quantity }),
  getSubscription: (subscriptionId = id) =>
    marketplace.service.getSubscription(marketplace.connection, subscriptionId),
  listAvailablePlans: () => marketplace.service.listAvailablePlans(marketplace.connection, id),
  changePlan: () => marketplace.service.changePlan(marketplace.connection, id, 'business'),
  changeQuantity: () => marketplace.service.changeQuantity(marketplace.connection, id, 7),
  cancel: () => marketplace.service.cancel(marketplace.connection, id),
  getOperation: () => marketplace.service.getOperation(marketplace.connection, id, operationId),
  listOperations: () => marketplace.service.listOperations(marketplace.connection, id),
  acknowledge: (verdict: 'success' | 'failure' = 'success') =>
    marketplace.service.acknowledgeOperation(marketplace.connection, id, operationId, verdict),
  firstPage: async () => {
    for await (const page of marketplace.service.listSubscriptions(marketplace.connection)) return page;
    throw new Error('no page');
  },
};
const calls: [keyof typeof invoke, () => Promise<{ readonly outcome: string }>, string][] = [
  ['resolve', invoke.resolve, 'POST /api/saas/subscriptions/resolve'],
  ['activate', invoke.activate, `POST /api/saas/subscriptions/${id}/activate`],
  ['firstPage', invoke.firstPage, 'GET /api/saas/subscriptions'],
  ['getSubscription', invoke.getSubscription, `GET /api/saas/subscriptions/${id}`],
  ['listAvailablePlans', invoke.listAvailablePlans, `GET /api/saas/subscriptions/${id}/listAvailablePlans`],
  ['changePlan', invoke.changePlan, `PATCH /api/saas/subscriptions/${id}`],
  ['changeQuantity', invoke.changeQuantity, `PATCH /api/saas/subscriptions/${id}`],
  ['cancel', invoke.cancel, `DELETE /api/saas/subscriptions/${id}`],
  ['getOperation', invoke.getOperation, `GET /api/saas/subscriptions/${id}/operations/${operationId}`],
  ['listOperations', invoke.listOperations, `GET /api/saas/subscriptions/${id}/operations`],
  ['acknowledge', invoke.acknowledge, `PATCH /api/saas/subscriptions/${id}/operations/${operationId}`],
];

describe('a request', () => {
  it.each(calls)('for %s goes to its documented URL', async (_name, call, place) => {
    await call();
    const [{ method, address, headers } = { method: '', address: '', headers: {} }] = marketplace.calls;
    expect(`${method} ${address}`).toBe(`${place}?api-version=2018-08-31`);
    expect(headers).toMatchObject({
      authorization: expect.stringMatching(/^Bearer token-\d+$/),
      'x-ms-requestid': expect.stringMatching(uuid),
      'x-ms-correlationid': expect.stringMatching(uuid),
    });
  });

  it.each<[string, () => Promise<unknown>, unknown]>([
    ['an activation', () => invoke.activate(), { planId: 'team' }],
    ['an activation with seats', () => invoke.activate(5), { planId: 'team', quantity: 5 }],
    ['a change of plan', invoke.changePlan, { planId: 'business' }],
    ['a change of quantity', invoke.changeQuantity, { quantity: 7 }],
    ['an acceptance', () => invoke.acknowledge('success'), { status: 'Success' }],
    ['a rejection', () => invoke.acknowledge('failure'), { status: 'Failure' }],
  ])('for %s has exactly its documented content', async (_name, call, body) => {
    await call();
    expect(JSON.parse(marketplace.calls[0]?.body ?? '')).toEqual(body);
    expect(marketplace.calls[0]?.headers['content-type']).toBe('application/json');
  });

  it.each([
    ['abc', 'abc'],
    [' abc== ', 'abc=='],
    ['a b/c d', 'a+b/c+d'],
  ])('with the purchase token "%s" sends "%s"', async (written, sent) => {
    await invoke.resolve(written);
    expect(marketplace.calls[0]).toMatchObject({ headers: { 'x-ms-marketplace-token': sent }, body: '' });
  });

  it.each([[''], ['a\nb'], ['jétôn'], ['\u0000']])('is not sent for the token %j', async (token) => {
    expect(await invoke.resolve(token)).toMatchObject({ outcome: 'refused', status: 400 });
    expect(marketplace.calls).toEqual([]);
  });

  it.each([[''], ['.'], ['..'], [' .. ']])('is not sent for the id "%s"', async (subscriptionId) => {
    expect(await invoke.getSubscription(subscriptionId)).toMatchObject({ outcome: 'refused', status: 404 });
    expect(marketplace.calls).toEqual([]);
  });

  it('escapes an unusual id', async () => {
    await invoke.getSubscription('../a b?c#d');
    expect(marketplace.calls[0]?.address).toBe(
      '/api/saas/subscriptions/..%2Fa%20b%3Fc%23d?api-version=2018-08-31',
    );
  });

  it('shares one token among calls, per connection', async () => {
    await Promise.all([invoke.cancel(), invoke.cancel(), invoke.cancel()]);
    expect(marketplace.tokenCalls).toHaveLength(1);
    await marketplace.service.cancel(
      { ...marketplace.connection, credential: { kind: 'secret', clientSecret: 'another' } },
      id,
    );
    expect(marketplace.tokenCalls).toHaveLength(2);
  });

  it.each([['marketplaceUrl'], ['authUrl']] as const)('is never sent to an unsafe %s', async (member) => {
    const connection = { ...marketplace.connection, [member]: 'http://marketplace.example' };
    const expected = { outcome: 'unavailable', isConfiguration: true };
    expect(await marketplace.service.getSubscription(connection, id)).toMatchObject(expected);
    for await (const page of marketplace.service.listSubscriptions(connection)) {
      expect(page).toMatchObject(expected);
    }
    expect([...marketplace.calls, ...marketplace.tokenCalls]).toEqual([]);
  });
});

describe('a refusal', () => {
  it.each<[string, ScriptedResponse, object]>([
    ['in JSON', { status: 400, body: { code: 'BadArgument', message: 'No.' } }, { code: 'BadArgument' }],
    ['wrapped', { status: 404, body: { error: { code: 'Gone' } } }, { status: 404, code: 'Gone' }],
    ['in plain text', { status: 404, body: 'Not Found' }, { status: 404, code: null }],
    ['without a body', { status: 409 }, { status: 409, code: null }],
    [
      'with one detail',
      { status: 400, body: { code: 'BadArgument', details: { target: 'planId', message: 'None.' } } },
      { reason: `The marketplace answered 400 (request ${theirRequestId}). planId: None. (BadArgument)` },
    ],
    ['with an unknown code', { status: 418, body: {} }, { status: 418 }],
  ])('%s is a refusal', async (_name, answer, expected) => {
    marketplace.respond(answer);
    const found = await invoke.listAvailablePlans();
    expect(found).toMatchObject({ outcome: 'refused', status: answer.status, ...expected });
    expect(found).toHaveProperty('reason', expect.stringContaining(`answered ${answer.status}`));
    expect(marketplace.calls).toHaveLength(1);
  });

  it.each([
    ['getOperation', 400],
    ['getOperation', 404],
    ['listOperations', 400],
    ['acknowledge', 400],
    ['acknowledge', 404],
  ] as const)('of %s is 404, also as %i', async (name, status) => {
    marketplace.respond({ status, body: { code: 'BadRequest' } });
    expect(await invoke[name]()).toMatchObject({ outcome: 'refused', status: 404, code: 'BadRequest' });
  });
});

describe('a repeated request succeeds', () => {
  const no = { status: 400 };
  const conflict = { status: 409, body: { message: 'theirs' } };

  it.each<[string, () => Promise<object>, ScriptedResponse, unknown, object]>([
    ['an activation', invoke.activate, no, inStatus('Subscribed'), { outcome: 'answered', value: null }],
    ['no activation', invoke.activate, no, inStatus('Suspended'), { outcome: 'refused', status: 400 }],
    ['no activation', invoke.activate, no, inStatus('PendingFulfillmentStart'), { outcome: 'refused' }],
    ['no activation', invoke.activate, { status: 404 }, inStatus('Subscribed'), { outcome: 'refused' }],
    [
      'a cancellation',
      invoke.cancel,
      { status: 404 },
      inStatus('Unsubscribed'),
      { value: { operationId: null } },
    ],
    ['no cancellation', invoke.cancel, conflict, inStatus('Subscribed'), { outcome: 'refused', status: 409 }],
    [
      'an acceptance',
      invoke.acknowledge,
      conflict,
      { ...operation, status: 'Succeeded' },
      { outcome: 'answered' },
    ],
    ['no acceptance', invoke.acknowledge, conflict, { ...operation, status: 'Failed' }, { status: 409 }],
    ['no acceptance', invoke.acknowledge, conflict, operation, { outcome: 'refused', status: 409 }],
    [
      'a rejection',
      () => invoke.acknowledge('failure'),
      conflict,
      { ...operation, status: 'Failed' },
      { outcome: 'answered' },
    ],
  ])('%s', async (_name, call, refusal, found, expected) => {
    marketplace.respond(refusal, { body: found });
    expect(await call()).toMatchObject(expected);
  });
});

describe('a refused token', () => {
  it.each([[401], [403]])('with %i is renewed once', async (status) => {
    marketplace.respond({ status }, { body: inStatus('Subscribed') });
    expect(await invoke.getSubscription()).toMatchObject({ outcome: 'answered' });
    const [first, second] = marketplace.calls.map(({ headers }) => headers);
    expect(first?.authorization).not.toBe(second?.authorization);
    expect(first?.['x-ms-requestid']).not.toBe(second?.['x-ms-requestid']);
    expect(first?.['x-ms-correlationid']).toBe(second?.['x-ms-correlationid']);
  });

  it.each(calls)('refused twice is a configuration error, for %s', async (_name, call) => {
    marketplace.respond({ status: 403, body: { code: 'Forbidden', message: 'No.' } });
    expect(await call()).toMatchObject({
      outcome: 'unavailable',
      reason: `The marketplace answered 403 (request ${theirRequestId}).`,
      isConfiguration: true,
    });
    expect(marketplace.calls).toHaveLength(2);
  });

  it('by the token endpoint is a configuration error', async () => {
    marketplace.respondToTokenRequests({
      status: 401,
      body: { error: 'invalid_client', error_codes: [7000215] },
    });
    expect(await invoke.cancel()).toMatchObject({ outcome: 'unavailable', isConfiguration: true });
    expect(marketplace.calls).toEqual([]);
  });
});

describe('a failure', () => {
  const once = new Set(['changePlan', 'changeQuantity', 'cancel']);
  const faults: ScriptedResponse[] = [
    { status: 500, body: 'Oops' },
    { status: 429, headers: { 'retry-after': '0' } },
    { fault: 'reset' },
    { fault: 'cut', body: 'x'.repeat(100), headers: { 'content-length': '100' } },
  ];

  it.each(calls)('is retried for %s, unless that could do harm', async (name, call) => {
    for (const fault of faults) {
      marketplace.calls.length = 0;
      marketplace.respond(fault);
      expect(await call()).toMatchObject({ outcome: 'unavailable', isConfiguration: false });
      expect(marketplace.calls).toHaveLength(once.has(name) ? 1 : 2);
    }
  });

  it('is final after the second attempt', async () => {
    marketplace.respond({ status: 503 }, { body: inStatus('Subscribed') });
    expect(await invoke.getSubscription()).toMatchObject({ outcome: 'answered' });
  });

  it('is not retried before Retry-After', async () => {
    marketplace.respond({ status: 503, headers: { 'retry-after': '60' } });
    expect(await invoke.getSubscription()).toMatchObject({ outcome: 'unavailable', retryAfterSeconds: 60 });
    expect(marketplace.calls).toHaveLength(1);
  });

  it('includes a marketplace without response', async () => {
    marketplace.renew({ budgetMilliseconds: 100 });
    marketplace.respond({ fault: 'hang' });
    expect(await invoke.getSubscription()).toMatchObject({
      outcome: 'unavailable',
      reason: 'There was no response within 0.1 seconds.',
    });
  });

  it('includes being stopped', async () => {
    marketplace.respond({ fault: 'hang' });
    const answer = invoke.cancel();
    marketplace.service.stop();
    expect(await answer).toMatchObject({ outcome: 'unavailable', reason: 'The sender was stopped.' });
  });

  it.each<[string, ScriptedResponse]>([
    ['an HTML page', { body: '<!doctype html>' }],
    ['an HTML page with 404', { status: 404, body: '\n<html>' }],
    ['an HTML page with 403', { status: 403, body: '<html>' }],
    ['an endless response', { body: ' '.repeat(5 * 1024 * 1024) }],
    ['a redirect', { status: 302, headers: { location: '/elsewhere' } }],
  ])('is %s, for every call', async (_name, answer) => {
    for (const [name, call] of calls) {
      marketplace.respond(answer);
      expect(await call(), name).toMatchObject({ outcome: 'unavailable', isConfiguration: false });
    }
    expect(marketplace.calls.map(({ address }) => address)).not.toContain('/elsewhere');
  });

  it.each<[string, () => Promise<object>, ScriptedResponse]>([
    ['text for a subscription', invoke.getSubscription, { body: 'OK' }],
    ['an empty body for a subscription', invoke.getSubscription, {}],
    [
      'another subscription',
      invoke.getSubscription,
      { body: { ...inStatus('Subscribed'), id: operationId } },
    ],
    ['a list for a subscription', invoke.getSubscription, { body: [inStatus('Subscribed')] }],
    ['an empty body for a purchase', invoke.resolve, {}],
    ['a purchase without a subscription', invoke.resolve, { body: { offerId: 'planner' } }],
    ['truncated JSON for a list', invoke.firstPage, { body: '{"subscriptions":[' }],
    ['another object for a list', invoke.firstPage, { body: { error: 'x' } }],
    ['text for plans', invoke.listAvailablePlans, { body: '"OK"' }],
    ['text for operations', invoke.listOperations, { body: 'OK' }],
    ['an empty body for an operation', invoke.getOperation, {}],
    ['another operation', invoke.getOperation, { body: { ...operation, id } }],
    [
      'an operation of another subscription',
      invoke.getOperation,
      { body: { ...operation, subscriptionId: operationId } },
    ],
  ])('is %s', async (_name, call, answer) => {
    marketplace.respond(answer);
    expect(await call()).toMatchObject({
      outcome: 'unavailable',
      reason: `The marketplace answered 200 (request ${theirRequestId}): answer unreadable.`,
      isConfiguration: false,
    });
  });
});
