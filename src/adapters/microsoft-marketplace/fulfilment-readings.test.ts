import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ScriptedMarketplace,
  type ScriptedResponse,
  startScriptedMarketplace,
} from '../../../tests/support/peers/scripted-marketplace.ts';

const id = 'fdc778a6-1281-40e4-cade-4a5fc11f5440';
const operationId = '74dfb4db-c193-4891-827d-eb05fbdc64b0';
const tenantId = '5c1f2a34-7d0e-4b3c-9a6d-1f2e3d4c5b6a';
const objectId = 'c4d5e6f7-0a1b-4c2d-9e3f-5a6b7c8d9e0f';

let marketplace: ScriptedMarketplace;
beforeAll(async () => {
  marketplace = await startScriptedMarketplace();
});
beforeEach(() => marketplace.renew());
afterAll(() => marketplace.stop());

const user = { emailId: 'ada@northwind.example', objectId, tenantId, puid: '1003' };
const written = {
  id,
  name: 'Planner for Northwind',
  publisherId: 'contoso',
  offerId: 'planner',
  planId: 'team',
  quantity: 20,
  beneficiary: user,
  purchaser: { ...user, tenantId: objectId },
  term: { startDate: '2026-11-01', endDate: '2026-11-30', termUnit: 'P1M', chargeDuration: null },
  autoRenew: false,
  isTest: true,
  isFreeTrial: true,
  allowedCustomerOperations: ['Read', 'Update', 'Delete'],
  sandboxType: 'None',
  sessionMode: 'None',
  created: '2026-10-31T12:00:00.1234567Z',
  lastModified: '2026-10-31T12:00:00Z',
  saasSubscriptionStatus: 'Subscribed',
  something: { new: true },
};
const customer = { tenantId, objectId, email: 'ada@northwind.example' };
const read = {
  id,
  name: 'Planner for Northwind',
  offerId: 'planner',
  planId: 'team',
  quantity: 20,
  beneficiary: customer,
  purchaser: { ...customer, tenantId: objectId },
  term: {
    startsAt: new Date('2026-11-01T00:00:00.000Z'),
    endsAt: new Date('2026-12-01T00:00:00.000Z'),
    unit: 'P1M',
  },
  autoRenew: false,
  isFreeTrial: true,
  isTest: true,
  allowedOperations: ['Read', 'Update', 'Delete'],
  status: 'Subscribed',
  createdAt: new Date('2026-10-31T12:00:00.123Z'),
};

describe('a subscription', () => {
  const reading = async (answer: ScriptedResponse) => {
    marketplace.respond(answer);
    const found = await marketplace.service.getSubscription(marketplace.connection, id);
    if (found.outcome !== 'answered') throw new Error(found.reason);
    return found.value;
  };

  it('is parsed in full', async () => {
    expect(await reading({ body: written })).toEqual(read);
  });

  it('is parsed with any content type and a byte order mark', async () => {
    const body = `\uFEFF${JSON.stringify(written)}`;
    for (const type of ['text/plain', 'text/html', 'application/octet-stream']) {
      expect(await reading({ body, headers: { 'content-type': type } })).toEqual(read);
    }
  });

  it('may have only its id', async () => {
    expect(await reading({ body: { id } })).toEqual({
      id,
      name: '',
      offerId: '',
      planId: '',
      quantity: null,
      beneficiary: null,
      purchaser: null,
      term: { startsAt: null, endsAt: null, unit: null },
      autoRenew: true,
      isFreeTrial: false,
      isTest: false,
      allowedOperations: [],
      status: 'Unknown',
      createdAt: null,
    });
  });

  const instant = '2026-12-15T09:30:00.000Z';
  it.each<[string, object, object]>([
    ['a padded status', { saasSubscriptionStatus: ' Suspended   ' }, { status: 'Suspended' }],
    ['a status in small letters', { saasSubscriptionStatus: 'unsubscribed' }, { status: 'Unsubscribed' }],
    ['a status before the activation', { saasSubscriptionStatus: 'NotStarted' }, { status: 'NotStarted' }],
    ['an unknown status', { saasSubscriptionStatus: 'Dreaming' }, { status: 'Unknown' }],
    ['an invalid status', { saasSubscriptionStatus: 7 }, { status: 'Unknown' }],
    ['a quantity as text', { quantity: '20' }, { quantity: 20 }],
    ['an empty quantity', { quantity: '' }, { quantity: null }],
    ['no quantity', { quantity: null }, { quantity: null }],
    ['a quantity of 0', { quantity: 0 }, { quantity: null }],
    ['half a seat', { quantity: 1.5 }, { quantity: null }],
    ['a negative quantity', { quantity: -1 }, { quantity: null }],
    ['a quantity in words', { quantity: 'many' }, { quantity: null }],
    ['null users', { beneficiary: null, purchaser: null }, { beneficiary: null, purchaser: null }],
    [
      'users without ids',
      { beneficiary: { ...user, tenantId: null }, purchaser: { ...user, tenantId: '' } },
      { beneficiary: null, purchaser: null },
    ],
    [
      'a reseller’s customer',
      { beneficiary: { emailId: '', objectId: null, tenantId: tenantId.toUpperCase() } },
      { beneficiary: { tenantId, objectId: null, email: null } },
    ],
    [
      'zero ids',
      { beneficiary: { ...user, objectId: '00000000-0000-0000-0000-000000000000' } },
      { beneficiary: { ...customer, objectId: null } },
    ],
    ['no term', { term: null }, { term: { startsAt: null, endsAt: null, unit: null } }],
    [
      'a term whose start equals its end',
      { term: { startDate: instant, endDate: instant, termUnit: 'P1M' } },
      { term: { startsAt: new Date(instant), endsAt: null, unit: 'P1M' } },
    ],
    ['flags as text', { autoRenew: 'True', isTest: 'False' }, { autoRenew: true, isTest: false }],
    ['no flags', { autoRenew: null, isFreeTrial: undefined }, { autoRenew: true, isFreeTrial: false }],
    ['no operations', { allowedCustomerOperations: null }, { allowedOperations: [] }],
    ['padded operations', { allowedCustomerOperations: ['Read ', 7] }, { allowedOperations: ['Read'] }],
    ['an id in capitals', { id: id.toUpperCase() }, { id: id.toUpperCase() }],
  ])('may have %s', async (_name, change, expected) => {
    expect(await reading({ body: { ...written, ...change } })).toEqual({ ...read, ...expected });
  });
});

describe('a purchase', () => {
  const purchase = {
    id,
    subscriptionName: 'Planner for Northwind',
    offerId: 'planner',
    planId: 'team',
    quantity: '20',
    subscription: written,
  };
  const resolved = {
    subscriptionId: id,
    name: 'Planner for Northwind',
    offerId: 'planner',
    planId: 'team',
    quantity: 20,
    subscription: read,
  };
  it.each<[string, object, object]>([
    ['in full', purchase, resolved],
    ['without its subscription', { ...purchase, subscription: null }, { ...resolved, subscription: null }],
    ['by its subscription alone', { subscription: written }, resolved],
    [
      'with another subscription',
      { ...purchase, subscription: { ...written, id: operationId } },
      { ...resolved, subscription: null },
    ],
  ])('is parsed %s', async (_name, body, value) => {
    marketplace.respond({ body });
    expect(await marketplace.service.resolve(marketplace.connection, 'token')).toEqual({
      outcome: 'answered',
      value,
    });
  });
});

it.each<[string, ScriptedResponse]>([
  ['nothing', {}],
  ['text', { body: 'OK', headers: { 'content-type': 'text/plain' } }],
  ['a subscription', { body: written }],
  ['truncated JSON', { body: '{"id":' }],
  ['a list', { body: [] }],
  ['nothing, with 202', { status: 202 }],
  ['nothing, with 204', { status: 204 }],
])('an activation and an acknowledgement succeed when the response has %s', async (_name, answer) => {
  marketplace.respond(answer);
  const done = { outcome: 'answered', value: null };
  const purchase = { subscriptionId: id, planId: 'team', quantity: null };
  expect(await marketplace.service.activate(marketplace.connection, purchase)).toEqual(done);
  expect(
    await marketplace.service.acknowledgeOperation(marketplace.connection, id, operationId, 'success'),
  ).toEqual(done);
});

describe('a change', () => {
  const location = (path: string) => ({ 'operation-location': path });
  it.each<[string, ScriptedResponse, string | null]>([
    [
      'at an address',
      { headers: location(`https://x.example/api/saas/subscriptions/${id}/operations/one?api-version=1`) },
      'one',
    ],
    ['at a path', { headers: location(`/api/saas/subscriptions/${id}/operations/one`) }, 'one'],
    ['in a header', { headers: { 'operation-id': ' one ' } }, 'one'],
    ['in both', { headers: { ...location('/operations/another'), 'operation-id': 'one' } }, 'one'],
    ['encoded', { headers: location('/operations/o%6Ee') }, 'one'],
    ['encoded incorrectly', { headers: location('/operations/o%6') }, 'o%6'],
    ['absent', {}, null],
    ['at the URL of no operation', { headers: location('/somewhere/else') }, null],
    ['absent, already done', { status: 200, body: 'OK' }, null],
  ])('names its operation %s', async (_name, answer, found) => {
    marketplace.respond({ status: 202, body: 'Accepted', ...answer });
    const expected = { outcome: 'answered', value: { operationId: found } };
    expect(await marketplace.service.changePlan(marketplace.connection, id, 'business')).toEqual(expected);
    expect(await marketplace.service.changeQuantity(marketplace.connection, id, 3)).toEqual(expected);
    expect(await marketplace.service.cancel(marketplace.connection, id)).toEqual(expected);
  });
});

describe('an operation', () => {
  const body = {
    id: operationId,
    activityId: objectId,
    subscriptionId: id,
    offerId: 'planner',
    publisherId: 'contoso',
    planId: 'business',
    quantity: '',
    action: 'ChangePlan',
    timeStamp: '2026-11-15T09:00:00',
    status: 'InProgress',
    operationRequestSource: 'Azure',
    errorStatusCode: '',
    errorMessage: null,
    more: [],
  };
  const operation = {
    id: operationId,
    subscriptionId: id,
    actionName: 'ChangePlan',
    action: 'ChangePlan',
    offerId: 'planner',
    planId: 'business',
    quantity: null,
    status: 'InProgress',
    requestedBy: 'Marketplace',
    at: new Date('2026-11-15T09:00:00.000Z'),
    failure: null,
  };

  it.each<[string, object, object]>([
    ['in full', {}, {}],
    ['without ids', { id: undefined, subscriptionId: null }, {}],
    ['with ids in capitals', { subscriptionId: id.toUpperCase() }, {}],
    ['with the other spelling', source('operationRequestedSource', 'Azure'), {}],
    ['requested by us', source('operationRequestedSource', 'Partner'), { requestedBy: 'Publisher' }],
    ['without a requester', source('operationRequestSource', null), { requestedBy: null }],
    ['with an unknown requester', source('operationRequestSource', 'Moon'), { requestedBy: null }],
    ['with a padded action', { action: ' Renew ' }, { actionName: 'Renew', action: 'Renew' }],
    ['with an unknown action', { action: 'Transfer' }, { actionName: 'Transfer', action: null }],
    ['with a padded status', { status: 'Succeeded ' }, { status: 'Succeeded' }],
    ['with an unknown status', { status: 'Asleep' }, { status: 'Unknown' }],
    ['with a quantity', { quantity: '7' }, { quantity: 7 }],
    [
      'that has failed',
      { status: 'Failed', errorStatusCode: 'E1', errorMessage: 'No\nmoney.' },
      { status: 'Failed', failure: 'E1: No money.' },
    ],
    ['without a time', { timeStamp: 'soon' }, { at: null }],
  ])('is parsed %s', async (_name, change, expected) => {
    marketplace.respond({ body: { ...body, ...change } });
    expect(await marketplace.service.getOperation(marketplace.connection, id, operationId)).toEqual({
      outcome: 'answered',
      value: { ...operation, ...expected },
    });
  });

  function source(member: string, value: unknown) {
    return { operationRequestSource: undefined, [member]: value };
  }

  it.each<[string, ScriptedResponse, number]>([
    ['in an object', { body: { operations: [body] } }, 1],
    ['bare', { body: [body, { ...body, id }] }, 2],
    ['with an invalid one', { body: [7, null, {}, body] }, 1],
    ['with one of another subscription', { body: [body, { ...body, subscriptionId: operationId }] }, 1],
    ['as an empty body', {}, 0],
    ['as blanks', { body: ' \n' }, 0],
    ['as an empty object', { body: {} }, 0],
    ['as an empty list', { body: [] }, 0],
    ['as null', { body: 'null' }, 0],
    ['as null in an object', { body: { operations: null } }, 0],
  ])('is listed %s', async (_name, answer, count) => {
    marketplace.respond(answer);
    const found = await marketplace.service.listOperations(marketplace.connection, id);
    expect(found).toMatchObject({ outcome: 'answered', value: { length: count } });
    if (found.outcome === 'answered' && count > 0) expect(found.value[0]).toEqual(operation);
  });
});

describe('plans', () => {
  const plan = {
    planId: 'team',
    displayName: 'Team',
    description: 'For teams',
    isPrivate: false,
    minQuantity: 5,
    maxQuantity: 100,
    hasFreeTrials: true,
    isPricePerSeat: true,
    isStopSell: false,
    market: 'US',
    planComponents: {
      recurrentBillingTerms: [{ currency: 'USD', price: 10, termUnit: 'P1M' }],
      meteringDimensions: [
        { id: 'projects', currency: 'USD', pricePerUnit: 0.05, unitOfMeasure: 'project', displayName: 'P' },
        { displayName: 'nameless' },
        null,
      ],
    },
    sourceOffers: [],
  };
  const listed = {
    planId: 'team',
    displayName: 'Team',
    isPrivate: false,
    isPricePerSeat: true,
    isStopSell: false,
    dimensions: [{ id: 'projects', displayName: 'P', unitOfMeasure: 'project' }],
  };
  const bare = {
    ...listed,
    displayName: 'team',
    isPricePerSeat: false,
    dimensions: [],
  };

  it.each<[string, ScriptedResponse, object[]]>([
    ['in an object', { body: { plans: [plan] } }, [listed]],
    ['bare', { body: [plan] }, [listed]],
    ['by their ids alone', { body: { plans: [{ planId: 'team' }] } }, [bare]],
    ['with an invalid one', { body: { plans: [{}, null, plan] } }, [listed]],
    ['as an empty list', { body: [] }, []],
    ['as an empty object', { body: {} }, []],
    ['as an empty body', {}, []],
  ])('are listed %s', async (_name, answer, value) => {
    marketplace.respond(answer);
    expect(await marketplace.service.listAvailablePlans(marketplace.connection, id)).toEqual({
      outcome: 'answered',
      value,
    });
  });
});

describe('a list of subscriptions', () => {
  const pages = async () => {
    const found = [];
    for await (const page of marketplace.service.listSubscriptions(marketplace.connection)) found.push(page);
    return found;
  };
  const page = (nextLink: unknown, ...subscriptions: unknown[]) => ({
    body: { subscriptions, '@nextLink': nextLink },
  });
  const other = { ...written, id: operationId };
  const first = { outcome: 'answered', value: { subscriptions: [read], unreadable: 0 } };
  const second = {
    outcome: 'answered',
    value: { subscriptions: [{ ...read, id: operationId }], unreadable: 0 },
  };

  it.each<[string, () => string]>([
    [
      'absolute',
      () => `${marketplace.url}/api/saas/subscriptions?continuationToken=a%2Bb&api-version=2018-08-31`,
    ],
    ['relative', () => '/api/saas/subscriptions?continuationToken=a%2Bb&api-version=2018-08-31'],
    ['a query alone', () => '?continuationToken=a%2Bb&api-version=2018-08-31'],
    ['without a version', () => '/api/saas/subscriptions?continuationToken=a%2Bb'],
    [
      'on the host that the live service names',
      () =>
        'https://main.prod.marketplaceapi.azure.com/api/saas/subscriptions/?continuationToken=a%2Bb&api-version=2018-08-31',
    ],
    ['on another port', () => 'http://127.0.0.1:9/api/saas/subscriptions?continuationToken=a%2Bb'],
    ['with a password', () => '//a:b@thief.example/saas/subscriptions?continuationToken=a%2Bb'],
  ])('continues at a link that is %s', async (_name, link) => {
    marketplace.respond(page(link(), written), page('', other));
    expect(await pages()).toEqual([first, second]);
    expect(marketplace.calls[1]?.address).toBe(
      '/api/saas/subscriptions?continuationToken=a%2Bb&api-version=2018-08-31',
    );
    expect(marketplace.tokenCalls).toHaveLength(1);
  });

  it.each<[string, string]>([
    ['another path', '/api/saas/orders?continuationToken=x'],
    ['another path of another host', '//marketplace.example/api'],
    ['an invalid URL', 'http://'],
    ['a file', 'file:///etc/passwd'],
  ])('does not continue at %s', async (_name, link) => {
    marketplace.respond(page(link, written));
    expect(await pages()).toEqual([
      first,
      { outcome: 'unavailable', reason: expect.any(String), retryAfterSeconds: null, isConfiguration: false },
    ]);
    expect(marketplace.calls).toHaveLength(1);
  });

  it('ends at a cycle of links', async () => {
    marketplace.respond(
      page('?continuationToken=1', written),
      page('?continuationToken=2', other),
      page('?continuationToken=1'),
    );
    const found = await pages();
    expect(found.slice(0, 2)).toEqual([first, second]);
    expect(found).toHaveLength(4);
    expect(found[3]).toMatchObject({ outcome: 'unavailable', reason: expect.stringContaining('no end') });
  });

  it('ends with the first failed page', async () => {
    marketplace.respond(page('?continuationToken=1', written), { status: 500 });
    expect(await pages()).toMatchObject([first, { outcome: 'unavailable' }]);
  });

  it('counts unreadable subscriptions', async () => {
    marketplace.respond(page(null, written, {}, null));
    expect(await pages()).toEqual([{ outcome: 'answered', value: { subscriptions: [read], unreadable: 2 } }]);
  });

  it.each<[string, ScriptedResponse]>([
    ['nothing', {}],
    ['an empty object', { body: {} }],
    ['an empty list', { body: [] }],
    ['an empty page', { body: { subscriptions: [], '@nextLink': '' } }],
    ['only an empty link', { body: { '@nextLink': null } }],
  ])('is empty as %s', async (_name, answer) => {
    marketplace.respond(answer);
    expect(await pages()).toEqual([{ outcome: 'answered', value: { subscriptions: [], unreadable: 0 } }]);
  });

  it('requests no page that is not read', async () => {
    marketplace.respond(page('?continuationToken=1', written));
    for await (const found of marketplace.service.listSubscriptions(marketplace.connection)) {
      expect(found).toEqual(first);
      break;
    }
    expect(marketplace.calls).toHaveLength(1);
  });
});
