import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { done } from '../../../../tests/support/done.ts';
import { type ReceivedWebhook, WebhookReceiver } from '../../../../tests/support/peers/webhook-receiver.ts';
import { product } from '../../../../tests/support/worlds/products.ts';
import { World, withWorkers } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { eventTypes, filterValues } from '../../../core/webhooks/event.ts';

let world: World;
let receiver: WebhookReceiver;
let workspaceId: string;
let user: PortalUser;
beforeAll(async () => {
  world = await World.create(withWorkers);
  receiver = await WebhookReceiver.start();
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});
beforeEach(async () => {
  workspaceId = await world.workspace();
  done(await addProduct(world.context, workspaceId, product('forum')));
  user = await PortalUser.join(world, workspaceId, 'Integration manager');
});

const path = '/webhook-endpoints';
const settings = {
  url: 'https://partner.example/hooks',
  description: 'Orders',
  eventTypes: ['subscription.*', 'seat.assigned'],
  products: ['forum'],
  rateLimitPerMinute: 60,
};
const headers = { 'x-gateway': 'the key of a gateway' };
const add = (changes: object = {}) => user.call('POST', path, { body: { ...settings, headers, ...changes } });
const added = async (changes: object = {}) => {
  const answer = await add(changes);
  expect(answer.status).toBe(201);
  return {
    endpointId: answer.body.endpointId as string,
    secret: answer.body.secret as string,
    tag: answer.headers.get('etag') ?? '',
  };
};
const change = (endpointId: string, body: object, tag?: string) =>
  user.call('PATCH', `${path}/${endpointId}`, { body, ...(tag && { headers: { 'if-match': tag } }) });
const everythingShown = async () =>
  (
    await Promise.all(
      [path, '/audit-log?limit=200', '/webhook-deliveries'].map((where) => user.call('GET', where)),
    )
  )
    .map(({ text }) => text)
    .join();

describe('adding a webhook endpoint', () => {
  it('201: returns the secret once, and is audited without it', async () => {
    const answer = await add();
    expect(answer.status).toBe(201);
    const { secret, ...endpoint } = answer.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toEqual({
      endpointId: expect.any(String),
      ...settings,
      headerNames: ['x-gateway'],
      enabled: true,
      disabled: null,
      failingSince: null,
      previousSecretEndsAt: null,
      previousSecrets: [],
      createdAt: world.clock.now().toISOString(),
    });
    const read = await user.call('GET', `${path}/${endpoint.endpointId}`);
    expect(read.body).toEqual(endpoint);
    expect(read.headers.get('etag')).toBe(answer.headers.get('etag'));
    expect((await user.call('GET', path)).body).toEqual({
      items: [endpoint],
      next: null,
      total: { count: 1, isExact: true },
    });
    expect(await user.lastAudit()).toMatchObject({
      action: 'webhook_endpoint.added',
      subject: { kind: 'WebhookEndpoint', id: endpoint.endpointId },
      before: null,
      after: { ...settings, headerNames: ['x-gateway'] },
    });
    const shown = await everythingShown();
    for (const hidden of [secret, headers['x-gateway']]) expect(shown).not.toContain(hidden);
  });

  it('201: with a URL alone subscribes to all events', async () => {
    const { body } = await user.call('POST', path, { body: { url: settings.url } });
    expect(body).toMatchObject({
      description: '',
      eventTypes: null,
      products: null,
      headerNames: [],
      rateLimitPerMinute: null,
    });
  });

  it.each([
    ['an invalid address', { url: 'partner.example' }, 'url'],
    ['an address that is not public', { url: 'https://10.0.0.1/' }, 'url'],
    ['an unknown type', { eventTypes: ['subscription.created', 'nothing.*'] }, 'eventTypes.1'],
    ['no type', { eventTypes: [] }, 'eventTypes'],
    ['the type of test events', { eventTypes: ['webhook.test'] }, 'eventTypes.0'],
    ['an unknown product', { products: ['forum', 'viaduct'] }, 'products.1'],
    ['no product', { products: [] }, 'products'],
    ['a reserved header', { headers: { 'webhook-id': 'x' } }, 'headers.webhook-id'],
    ['a header without a value', { headers: { 'x-a': null } }, 'headers.x-a'],
    ['a limit of 0', { rateLimitPerMinute: 0 }, 'rateLimitPerMinute'],
    ['a long description', { description: 'x'.repeat(201) }, 'description'],
  ])('400: %s', async (_, changes, where) => {
    const before = await user.auditCount();
    const answer = await add(changes);
    expect([answer.status, answer.body.code]).toEqual([400, 'request.validation_failed']);
    expect(answer.body.args.issues.map((issue: { path: string }) => issue.path)).toContain(where);
    expect((await user.call('GET', path)).body.items).toEqual([]);
    expect(await user.auditCount()).toBe(before);
  });
});

it('lists endpoints in pages, newest first, of this workspace only', async () => {
  const stranger = await PortalUser.join(world, await world.workspace(), 'Partner administrator');
  await stranger.call('POST', path, { body: { url: settings.url } });
  const ids: string[] = [];
  for (let index = 0; index < 3; index++) ids.unshift((await added()).endpointId);
  const listed: string[] = [];
  let after = '';
  do {
    const { body } = await user.call('GET', `${path}?limit=2${after && `&after=${after}`}`);
    listed.push(...body.items.map(({ endpointId }: { endpointId: string }) => endpointId));
    after = body.next;
  } while (after);
  expect(listed).toEqual(ids);
});

describe('changing a webhook endpoint', () => {
  it.each([
    { url: 'https://partner.example/other' },
    { description: '' },
    { eventTypes: null },
    { eventTypes: ['entitlement.changed'] },
    { products: null },
    { rateLimitPerMinute: null },
    {},
  ])('200: changes %j, and nothing else', async (changes) => {
    const { endpointId, tag } = await added();
    const before = (await user.call('GET', `${path}/${endpointId}`)).body;
    const answer = await change(endpointId, changes, tag);
    expect([answer.status, answer.body]).toEqual([200, { ...before, ...changes }]);
    expect((await user.call('GET', `${path}/${endpointId}`)).headers.get('etag')).toBe(
      answer.headers.get('etag'),
    );
    const all = Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value ?? 'all']));
    expect(await user.lastAudit()).toMatchObject({
      action: 'webhook_endpoint.changed',
      before: { ...settings, headerNames: ['x-gateway'] },
      after: {
        ...settings,
        ...all,
        ...('rateLimitPerMinute' in changes && changes),
        headerNames: ['x-gateway'],
      },
    });
  });

  it('200: changes headers, audited by name and whether their value is new', async () => {
    const { endpointId, tag } = await added({ headers: { ...headers, 'x-old': 'old value' } });
    const wanted = { 'x-gateway': null, 'x-new': 'new value' };
    const answer = await change(endpointId, { headers: wanted }, tag);
    expect([answer.status, answer.body.headerNames]).toEqual([200, ['x-gateway', 'x-new']]);
    expect(await user.lastAudit()).toMatchObject({
      before: { headerNames: ['x-gateway', 'x-old'] },
      after: { headerNames: ['x-gateway', 'x-new'], newHeaderValues: ['x-new'] },
    });
    const shown = await everythingShown();
    for (const value of ['the key of a gateway', 'old value', 'new value']) {
      expect(shown).not.toContain(value);
    }
    const kept = await change(endpointId, { headers: { 'x-old': null } }, '*');
    expect([kept.status, kept.body.args.issues[0].path]).toEqual([400, 'headers.x-old']);
  });

  it('412, 428, 400 and 404 write nothing', async () => {
    const { endpointId, tag } = await added();
    const before = await user.auditCount();
    const answers = [
      await change(endpointId, { description: 'X' }, '"7"'),
      await change(endpointId, { description: 'X' }),
      await change(endpointId, { url: 'http://partner.example' }, tag),
      await change(endpointId, { products: ['viaduct'] }, tag),
      await change(randomUUID(), { description: 'X' }, '*'),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [412, 'request.precondition_failed'],
      [428, 'request.precondition_required'],
      [400, 'request.validation_failed'],
      [400, 'request.validation_failed'],
      [404, 'resource.not_found'],
    ]);
    expect(await user.auditCount()).toBe(before);
    const read = await user.call('GET', `${path}/${endpointId}`);
    expect([read.body.description, read.headers.get('etag')]).toEqual(['Orders', tag]);
  });

  it('concurrent changes: one gets 412', async () => {
    const { endpointId, tag } = await added();
    const answers = await Promise.all(
      ['One', 'Other'].map((description) => change(endpointId, { description }, tag)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });
});

it('disables and enables an endpoint, each audited once; 409 for a test event to a disabled one', async () => {
  const { endpointId } = await added();
  const before = await user.auditCount();
  for (const _ of [1, 2]) {
    const answer = await user.call('POST', `${path}/${endpointId}/disable`);
    expect([answer.status, answer.body.enabled, answer.body.disabled.reason]).toEqual([
      200,
      false,
      'ByPartner',
    ]);
  }
  expect(await user.auditCount()).toBe(before + 1);
  expect(await user.lastAudit()).toMatchObject({
    action: 'webhook_endpoint.disabled',
    before: { enabled: true },
    after: { enabled: false, disabledReason: 'ByPartner' },
  });
  const test = await user.call('POST', `${path}/${endpointId}/test`);
  expect([test.status, test.body.code]).toEqual([409, 'webhook.endpoint_disabled']);
  const enabled = await user.call('POST', `${path}/${endpointId}/enable`);
  expect([enabled.status, enabled.body.enabled, enabled.body.disabled]).toEqual([200, true, null]);
  expect((await user.lastAudit()).action).toBe('webhook_endpoint.enabled');
});

it('204: removes an endpoint, which is not found again', async () => {
  const { endpointId } = await added();
  expect((await user.call('DELETE', `${path}/${endpointId}`)).status).toBe(204);
  expect(await user.lastAudit()).toMatchObject({
    action: 'webhook_endpoint.removed',
    before: { ...settings, headerNames: ['x-gateway'] },
    after: null,
  });
  expect((await user.call('GET', path)).body.items).toEqual([]);
  expect((await user.call('GET', `${path}/${endpointId}`)).status).toBe(404);
  expect((await user.call('DELETE', `${path}/${endpointId}`)).status).toBe(404);
});

it('a test event has the headers and is signed; after a rotation with the new and the old secret', async () => {
  const { endpointId, secret } = await added({ url: receiver.url(`/${workspaceId}`) });
  const test = async (type?: string) => {
    const answer = await user.call('POST', `${path}/${endpointId}/test${type ? `?type=${type}` : ''}`);
    expect(answer.status).toBe(202);
    const { eventId } = answer.body;
    expect(await user.lastAudit()).toMatchObject({
      action: 'webhook_endpoint.test_sent',
      after: { eventId, ...(type && { type }) },
    });
    const arrived = () =>
      receiver.at(`/${workspaceId}`).filter(({ headers }) => headers['webhook-id'] === eventId);
    await expect.poll(() => arrived().length).toBe(1);
    return arrived()[0] as ReceivedWebhook;
  };
  const isSignedWith = (key: string, { body, headers: sent }: Awaited<ReturnType<typeof test>>) => {
    const [id, timestamp] = [String(sent['webhook-id']), Number(sent['webhook-timestamp'])];
    const signature = new Webhook(key).sign(id, new Date(timestamp * 1_000), body);
    return String(sent['webhook-signature']).split(' ').includes(signature);
  };
  const first = await test();
  expect(first.headers['x-gateway']).toBe(headers['x-gateway']);
  expect(JSON.parse(first.body)).toMatchObject({ type: 'webhook.test', data: { workspaceId, endpointId } });
  expect(isSignedWith(secret, first)).toBe(true);

  // The example of a type, marked as a test; in the log it stays a test, which no replay sends elsewhere.
  const ofSeat = await test('seat.assigned');
  const { items } = (await user.call('GET', '/webhook-event-types')).body;
  const { data } = items.find(({ type }: { type: string }) => type === 'seat.assigned').example;
  expect(JSON.parse(ofSeat.body)).toEqual({
    type: 'seat.assigned',
    timestamp: expect.any(String),
    isTest: true,
    data: { ...data, workspaceId },
  });
  expect(isSignedWith(secret, ofSeat)).toBe(true);
  const logged = await user.call('GET', `/webhook-deliveries?endpointId=${endpointId}&limit=1`);
  expect(logged.body.items[0]).toMatchObject({ type: 'webhook.test', tenantId: null });
  expect((await user.call('POST', `${path}/${endpointId}/test?type=nothing`)).status).toBe(400);

  const rotated = await user.call('POST', `${path}/${endpointId}/rotate-secret`);
  const endsAt = new Date(world.clock.now().getTime() + 24 * 3_600_000).toISOString();
  expect([rotated.status, rotated.body.previousSecretEndsAt]).toEqual([200, endsAt]);
  expect(await user.lastAudit()).toMatchObject({
    action: 'webhook_endpoint.secret_rotated',
    before: { previousSecretEndsAt: null },
    after: { previousSecretEndsAt: endsAt },
  });
  expect((await user.call('GET', `${path}/${endpointId}`)).body.previousSecretEndsAt).toBe(endsAt);
  const second = await test();
  expect([isSignedWith(secret, second), isSignedWith(rotated.body.secret, second)]).toEqual([true, true]);
  const again = (await user.call('POST', `${path}/${endpointId}/rotate-secret`)).body;
  const third = await test();
  const secrets = [secret, rotated.body.secret, again.secret];
  expect(secrets.map((key) => isSignedWith(key, third))).toEqual([true, true, true]);
  expect((await user.call('GET', `${path}/${endpointId}`)).body.previousSecrets).toEqual([
    { endsAt: again.previousSecretEndsAt },
    { endsAt },
  ]);
  for (const _ of [1, 2]) await user.call('POST', `${path}/${endpointId}/rotate-secret`);
  const refused = await user.call('POST', `${path}/${endpointId}/rotate-secret`);
  expect([refused.status, refused.body.code, refused.body.args]).toEqual([
    409,
    'webhook.too_many_secrets',
    { limit: 5, retryAfter: endsAt },
  ]);
  const shown = await everythingShown();
  for (const hidden of secrets) expect(shown).not.toContain(hidden);
});

it('404: every operation on an endpoint of another workspace', async () => {
  const stranger = await PortalUser.join(world, await world.workspace(), 'Partner administrator');
  const theirs = (await stranger.call('POST', path, { body: { url: settings.url } })).body;
  const one = `${path}/${theirs.endpointId}`;
  const range = {
    from: world.clock.now(),
    until: new Date(world.clock.now().getTime() + 1),
    outcomes: ['Missed'],
  };
  const answers = [
    await user.call('GET', one),
    await change(theirs.endpointId, { description: 'X' }, '*'),
    await user.call('DELETE', one),
    ...(await Promise.all(
      ['enable', 'disable', 'rotate-secret', 'test', `deliveries/${randomUUID()}/replay`].map((verb) =>
        user.call('POST', `${one}/${verb}`),
      ),
    )),
    await user.call('POST', `${one}/replay`, { body: range }),
    await user.call('GET', `${one}/deliveries/${randomUUID()}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  const { secret, ...endpoint } = theirs;
  expect((await stranger.call('GET', one)).body).toEqual(endpoint);
});

it('lists every event type with its description, its subscribers and an example that matches its schema', async () => {
  const { body } = await user.call('GET', '/webhook-event-types');
  const items: { type: string; heardBy: string[]; example: object }[] = body.items;
  expect(items.map(({ type }) => type)).toEqual([...eventTypes]);
  for (const { type, example } of items) world.contract.checkWebhook(type, example);
  expect(new Set(items.flatMap(({ heardBy }) => heardBy))).toEqual(new Set(filterValues));
  expect(items.find(({ type }) => type === 'seat.released')?.heardBy).toEqual(['seat.*', 'seat.released']);
});
