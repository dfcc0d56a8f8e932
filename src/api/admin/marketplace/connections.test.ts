import { randomUUID } from 'node:crypto';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { FulfilmentWorld, sourceName } from '../../../../tests/support/worlds/fulfilment-world.ts';
import { testEncryptionKey, type World } from '../../../../tests/support/worlds/world.ts';
import { openConnection } from '../../../actions/marketplace/account.ts';

let shop: FulfilmentWorld;
let world: World;
let user: PortalUser;
beforeAll(async () => {
  shop = await FulfilmentWorld.create();
  world = shop.world;
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.reset();
  user = await PortalUser.join(world, await world.workspace(), 'Partner administrator');
});

const path = '/marketplace-connections';
const secret = { kind: 'secret', clientSecret: 'hush-hush' };
const entered = (changes: object = {}) => ({
  sourceName: 'Shop',
  tenantId: randomUUID(),
  clientId: randomUUID(),
  credential: secret,
  ...changes,
});
const connect = (changes: object = {}) => user.call('POST', path, { body: entered(changes) });
const change = (connectionId: string, body: object, ifMatch?: string) =>
  user.call('PATCH', `${path}/${connectionId}`, {
    body,
    ...(ifMatch && { headers: { 'if-match': ifMatch } }),
  });
const opened = () => openConnection(world.database, { ...user, sourceName: 'Shop' }, testEncryptionKey);

describe('a marketplace connection', () => {
  it('201: is returned without its credential, and audited', async () => {
    const body = { ...entered(), credentialEndsAt: '2027-01-01T00:00:00Z' };
    const connected = await user.call('POST', path, { body });
    const { connectionId } = connected.body;
    expect([connected.status, connected.headers.get('etag')]).toEqual([201, '"1"']);
    const { credential: _, credentialEndsAt: __, ...settings } = body;
    expect(connected.body).toEqual({
      ...settings,
      seller: null,
      traits: {
        namesCustomer: true,
        canActivate: true,
        canChange: true,
        listsPlans: true,
        canReadUsage: true,
        suspends: true,
      },
      acceptsUnsignedCalls: false,
      connectionId,
      kind: 'Microsoft',
      authUrl: 'https://login.microsoftonline.com',
      marketplaceUrl: 'https://marketplaceapi.microsoft.com',
      credential: { kind: 'secret', endsAt: '2027-01-01T00:00:00.000Z' },
      state: 'Warning',
      webhookUrl: `${world.service.url}/api/marketplace/v1/calls/${connectionId}`,
      landingPageUrl: `${world.service.url}/marketplace/landing/${connectionId}`,
      accountUrl: `${world.service.url}/account/${connectionId}`,
      testPurchaseUrl: null,
      createdAt: expect.any(String),
      lastCallAt: null,
      reconciliation: { state: 'Idle', askedAt: null, doneAt: null, result: null, failure: null },
      usageComparedAt: null,
      lastCheck: null,
      circuit: null,
    });
    expect((await user.call('GET', `${path}/${connectionId}`)).body).toEqual(connected.body);
    expect((await user.call('GET', path)).body).toEqual({
      items: [connected.body],
      next: null,
      total: { count: 1, isExact: true },
    });
    const entry = await user.lastAudit();
    expect(entry).toMatchObject({
      action: 'marketplace_connection.connected',
      subject: { kind: 'MarketplaceConnection', id: connectionId },
      before: null,
      after: { clientId: body.clientId, credentialKind: 'secret' },
    });
    expect(JSON.stringify([connected.body, entry])).not.toContain('hush-hush');
    expect((await opened()).credential).toEqual(secret);
  });

  it('409: a second connection of a source', async () => {
    const { connectionId } = (await connect()).body;
    const again = await connect({ sourceName: ' Shop ' });
    expect([again.status, again.body.code, again.body.args]).toEqual([
      409,
      'marketplace.source_connected',
      { connectionId },
    ]);
    expect((await connect({ sourceName: 'Bazaar' })).status).toBe(201);
    const first = await user.call('GET', `${path}?limit=1`);
    const rest = await user.call('GET', `${path}?limit=1&after=${first.body.next}`);
    expect([first.body.items[0].sourceName, rest.body.items[0].sourceName]).toEqual(['Bazaar', 'Shop']);
  });

  it('accepts a certificate and takes its expiry from it', async () => {
    const notAfterDate = new Date('2028-02-29T12:00:00Z');
    const name = [{ name: 'commonName', value: 'publisher' }];
    const pair = await generate(name, { keySize: 2048, notAfterDate });
    const certificate = { kind: 'certificate', privateKeyPem: pair.private, certificatePem: pair.cert };
    const connected = await connect({ credential: certificate });
    expect(connected.body.credential).toEqual({
      kind: 'certificate',
      endsAt: '2028-02-29T12:00:00.000Z',
    });
    expect((await opened()).credential).toEqual(certificate);
    const mixed = { ...certificate, certificatePem: inject('rsaKeys')[0].certificate };
    const refused = await change(connected.body.connectionId, { credential: mixed }, '*');
    expect([refused.status, refused.body.args.issues[0].path]).toEqual([400, 'credential.privateKeyPem']);
  });

  it('accepts unsigned notifications on loopback only', async () => {
    const connected = await connect({ acceptsUnsignedCalls: true });
    expect([connected.status, connected.body.acceptsUnsignedCalls]).toEqual([201, true]);
    const changed = await change(connected.body.connectionId, { acceptsUnsignedCalls: false }, '*');
    expect(changed.body.acceptsUnsignedCalls).toBe(false);
    expect((await user.lastAudit()).after).toMatchObject({ acceptsUnsignedCalls: false });
  });

  it.each([
    ['no credential', { credential: undefined }],
    ['an empty secret', { credential: { kind: 'secret', clientSecret: '' } }],
    ['an invalid key', { credential: { kind: 'certificate', privateKeyPem: 'x', certificatePem: 'y' } }],
    ['an invalid tenant', { tenantId: 'contoso' }],
    ['no source', { sourceName: ' ' }],
    ['an address without TLS', { marketplaceUrl: 'http://marketplace.example' }],
    ['a private address', { authUrl: 'https://10.0.0.1' }],
    ['an address with a query', { authUrl: 'https://login.example?x=1' }],
    ['an invalid expiry', { credentialEndsAt: 'soon' }],
  ])('400: %s', async (_, changes) => {
    expect((await connect(changes)).status).toBe(400);
    expect((await user.call('GET', path)).body.items).toEqual([]);
  });

  it('is changed in part, with a current ETag', async () => {
    const { connectionId } = (await connect({ credentialEndsAt: '2026-12-01T00:00:00Z' })).body;
    const clientId = randomUUID();
    const credentialEndsAt = '2026-12-01T00:00:00.000Z';
    const another = { clientId: clientId.toUpperCase(), credential: secret, credentialEndsAt };
    expect((await change(connectionId, another)).status).toBe(428);
    const changed = await change(connectionId, another, '"1"');
    expect([changed.status, changed.body.clientId, changed.headers.get('etag')]).toEqual([
      200,
      clientId,
      '"2"',
    ]);
    expect(changed.body.credential.endsAt).toBe(credentialEndsAt);
    expect((await change(connectionId, another, '"1"')).status).toBe(412);
    const credential = { kind: 'secret', clientSecret: 'another' };
    const replaced = await change(connectionId, { credential }, '"2"');
    expect(replaced.body.credential).toEqual({ kind: 'secret', endsAt: null });
    expect((await opened()).credential).toEqual(credential);
    const entry = await user.lastAudit();
    expect(entry).toMatchObject({
      action: 'marketplace_connection.changed',
      before: { credentialEndsAt: '2026-12-01T00:00:00.000Z' },
      after: { credentialEndsAt: null, newCredential: true },
    });
    expect(JSON.stringify(entry)).not.toContain('another');
  });

  it('204: is removed; 409 while a notification waits for it', async () => {
    const shopUser = await PortalUser.join(world, shop.workspaceId, 'Partner administrator');
    const id = await shop.bought();
    await shop.customer(id, 'suspend');
    await expect.poll(async () => (await shop.calls()).length).toBe(1);
    const refused = await shopUser.call('DELETE', `${path}/${shop.connectionId}`);
    expect([refused.status, refused.body.code, refused.body.args]).toEqual([
      409,
      'marketplace.connection_in_use',
      { waitingCalls: 1, waitingUsage: 0 },
    ]);
    const { connectionId } = (await connect()).body;
    expect((await user.call('DELETE', `${path}/${connectionId}`)).status).toBe(204);
    expect(await user.lastAudit()).toMatchObject({ action: 'marketplace_connection.removed', after: null });
    expect((await user.call('DELETE', `${path}/${connectionId}`)).status).toBe(404);
    expect((await shop.post({ id: 'o', subscriptionId: 's' })).status).toBe(401);
  });

  it('404: of another workspace', async () => {
    const one = `${path}/${shop.connectionId}`;
    const count = await user.auditCount();
    expect((await user.call('GET', path)).body.items).toEqual([]);
    for (const [method, address] of [
      ['GET', one],
      ['PATCH', one],
      ['DELETE', one],
      ['POST', `${one}/reconcile`],
    ] as const) {
      const body = method === 'PATCH' ? { body: {}, headers: { 'if-match': '*' } } : {};
      expect([method, (await user.call(method, address, body)).status]).toEqual([method, 404]);
    }
    expect(await user.auditCount()).toBe(count);
  });
});

describe('reconciliation', () => {
  it('202: is requested, and shown with its result or its error', async () => {
    const support = await PortalUser.join(world, shop.workspaceId, 'Subscription support');
    const one = `${path}/${shop.connectionId}`;
    const seen = async () => (await support.call('GET', one)).body;
    const run = async () => {
      world.clock.forward(20 * 60_000);
      const requested = await support.call('POST', `${one}/reconcile`);
      expect([requested.status, requested.body.reconciliation.state]).toEqual([202, 'Asked']);
      await shop
        .reconciler()()
        .catch(() => {});
      return seen();
    };
    // A person who asks again and again is slowed down.
    world.clock.forward(20 * 60_000);
    const asked = [];
    for (let count = 0; count < 7; count += 1)
      asked.push((await support.call('POST', `${one}/reconcile`)).status);
    expect(asked).toEqual([...Array(6).fill(202), 429]);
    // The connections of the other tests lead out of this machine.
    const others = world.database.deleteFrom('marketplace_connections');
    await others.where('workspace_id', '<>', shop.workspaceId).execute();
    // Differences that other tests left are repaired first.
    await run();
    await shop.reset();
    await shop.landed(shop.sold());
    const { reconciliation, state } = await run();
    expect([reconciliation, state]).toEqual([
      {
        state: 'Idle',
        askedAt: null,
        doneAt: world.clock.now().toISOString(),
        result: { compared: expect.any(Number), unreadable: 0, repaired: 1, unrepaired: 0 },
        failure: null,
      },
      'Fine',
    ]);
    expect(await support.lastAudit()).toMatchObject({
      action: 'marketplace_connection.reconciliation_asked',
      subject: { id: shop.connectionId },
      after: { sourceName },
    });
    const repaired = await support.call('GET', '/notices?kind=MarketplaceRepaired');
    expect(repaired.body.items).toHaveLength(1);

    shop.marketplace.setFault({ kind: 'failing' });
    const failed = await run();
    expect(failed).toMatchObject({
      state: 'Failing',
      reconciliation: { state: 'Idle', result: reconciliation.result, doneAt: reconciliation.doneAt },
    });
    expect(failed.reconciliation.failure).toContain('could not be compared');
    shop.marketplace.clearFaults();
    expect((await run()).reconciliation).toMatchObject({ failure: null, result: { repaired: 0 } });
  });
});

describe('marketplace notifications', () => {
  it('are listed with their results, filtered and in pages, including unknown actions', async () => {
    const viewer = await PortalUser.join(world, shop.workspaceId, 'Viewer');
    const id = await shop.bought();
    const token = await shop.callerToken();
    const { operationId } = await shop.customer(id, 'suspend');
    await expect.poll(async () => (await shop.calls()).length).toBe(1);
    world.clock.forward(1);
    const strange = { id: randomUUID(), subscriptionId: id, action: 'Upside', more: { than: 'we know' } };
    await shop.post(strange, token);
    await shop.applier().run();
    const list = async (query = '') => (await viewer.call('GET', `/marketplace-calls${query}`)).body;
    const { items } = await list();
    const ours = (await shop.ours(id))?.subscriptionId;
    expect(items).toMatchObject([
      {
        operationId: strange.id,
        action: 'Upside',
        isKnownAction: false,
        state: 'Ignored',
        subscriptionId: ours,
        tenantId: (await shop.ours(id))?.tenantId,
        organisation: null,
        moves: [],
      },
      {
        operationId,
        action: 'Suspend',
        isKnownAction: true,
        state: 'Applied',
        detail: 'suspend',
        moves: [{ move: 'suspend' }],
        dueAt: null,
        attempts: 1,
      },
    ]);
    const detail = await viewer.call('GET', `/marketplace-calls/${items[0].callId}`);
    expect(detail.body).toEqual({ ...items[0], body: strange });
    const operations = async (query: string) =>
      (await list(query)).items.map((call: { operationId: string }) => call.operationId);
    expect(await operations('?state=Applied')).toEqual([operationId]);
    expect(await operations('?action=Upside')).toEqual([strange.id]);
    expect(await operations(`?operationId=${operationId}&sourceName=${sourceName}`)).toEqual([operationId]);
    expect(await operations(`?marketplaceSubscriptionId=${randomUUID()}`)).toEqual([]);
    expect(await operations('?requestedBy=Publisher')).toEqual([]);
    const first = await list('?limit=1');
    expect(await operations(`?limit=1&after=${first.next}`)).toEqual([operationId]);
    expect((await viewer.call('GET', `${path}/${shop.connectionId}`)).body.lastCallAt).toBe(
      items[0].receivedAt,
    );

    expect((await user.call('GET', '/marketplace-calls')).body.items).toEqual([]);
    expect((await user.call('GET', `/marketplace-calls/${items[0].callId}`)).status).toBe(404);
  });
});

describe('changes requested at the marketplace', () => {
  const requestChange = async (support: PortalUser, id: string, body: object) => {
    const subscriptionId = (await shop.ours(id))?.subscriptionId ?? randomUUID();
    return support.call('POST', `/subscriptions/${subscriptionId}/marketplace-requests`, { body });
  };

  it('202: are pending until the marketplace succeeds, and audited', async () => {
    const support = await PortalUser.join(world, shop.workspaceId, 'Subscription support');
    shop.marketplace.changeSettings({ holdWebhooks: 1, autoAcceptMilliseconds: 30 });
    const id = await shop.bought({ planId: 'seats', quantity: 5 });
    const requested = await requestChange(support, id, { type: 'changeQuantity', quantity: 7 });
    const { operationId, followUrl } = requested.body;
    expect(requested.status).toBe(202);
    expect(await support.lastAudit()).toMatchObject({
      action: 'subscription.change_requested',
      after: { marketplaceSubscriptionId: id, sourceName, type: 'changeQuantity', quantity: 7, operationId },
    });
    const subscription = async () => {
      const { subscriptionId } = (await shop.ours(id)) ?? {};
      return (await support.call('GET', `/subscriptions/${subscriptionId}`)).body;
    };
    expect(await subscription()).toMatchObject({
      quantity: 5,
      marketplaceRequests: [{ operationId, action: 'ChangeQuantity', detail: null }],
    });
    const followed = async () =>
      (await support.callAdmin('GET', followUrl.replace('/api/admin/v1', ''))).body.items;
    expect(await followed()).toMatchObject([{ operationId, state: 'Received', requestedBy: 'Publisher' }]);
    await expect
      .poll(async () => {
        world.clock.forward(60_000);
        await shop.applier().run();
        return (await followed())[0].state;
      })
      .toBe('Applied');
    expect(await subscription()).toMatchObject({ quantity: 7, marketplaceRequests: [] });
  });

  it.each([
    ['400: no plan', { type: 'changePlan' }, 400],
    ['400: no quantity', { type: 'changeQuantity' }, 400],
    ['400: no seats', { type: 'changeQuantity', quantity: 0 }, 400],
    ['400: an unknown type', { type: 'refund' }, 400],
    ['404 plan.not_found', { type: 'changePlan', plan: 'silver' }, 404],
    ['409 marketplace.change_refused', { type: 'changePlan', plan: 'basic' }, 409],
  ])('%s', async (_, body, status) => {
    const support = await PortalUser.join(world, shop.workspaceId, 'Subscription support');
    const id = await shop.bought();
    const count = await support.auditCount();
    expect((await requestChange(support, id, body)).status).toBe(status);
    expect(await support.auditCount()).toBe(count);
    expect(await shop.calls()).toEqual([]);
  });

  it('404: of another workspace; 503 while the marketplace is unavailable', async () => {
    const id = await shop.bought();
    expect((await requestChange(user, id, { type: 'cancel' })).status).toBe(404);
    shop.marketplace.setFault({ kind: 'failing' });
    const support = await PortalUser.join(world, shop.workspaceId, 'Subscription support');
    expect((await requestChange(support, id, { type: 'cancel' })).status).toBe(503);
    expect(await shop.ours(id)).toMatchObject({ status: 'Active' });
  });
});
