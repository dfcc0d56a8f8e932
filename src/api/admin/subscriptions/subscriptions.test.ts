import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { done } from '../../../../tests/support/done.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { newTenant, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import { World } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { addOrganisation, saveMember } from '../../../actions/subscriptions/customers.ts';

let world: World;
let workspaceId: string;
let user: PortalUser;
let tenantId: string;
beforeAll(async () => {
  world = await World.shared();
});
afterAll(() => world.close());
beforeEach(async () => {
  workspaceId = await world.workspace();
  const plans = [plan('basic'), plan('better')];
  done(await addProduct(world.context, workspaceId, product('forum', { plans })));
  user = await PortalUser.join(world, workspaceId, 'Subscription support');
  tenantId = newTenant();
});

const move = (subscriptionId: string, body: object, ifMatch = '*') =>
  user.call('POST', `/subscriptions/${subscriptionId}/moves`, { body, headers: { 'if-match': ifMatch } });

describe('a subscription', () => {
  it('200: has names, allowed moves and history', async () => {
    await addOrganisation(world.context, workspaceId, { name: 'Contoso', tenantIds: [tenantId] });
    const subscriptionId = await subscribe(world, workspaceId, { tenantId });
    const { status, body, headers } = await user.call('GET', `/subscriptions/${subscriptionId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      subscriptionId,
      tenantId,
      organisation: { name: 'Contoso' },
      product: { slug: 'forum' },
      plan: { slug: 'basic' },
      source: 'Direct',
      status: 'Active',
      allowedMoves: ['changePlan', 'changeQuantity', 'suspend', 'renew', 'cancelNow'],
    });
    expect(body.history.map((step: { move: string; status: string }) => [step.move, step.status])).toEqual([
      ['activate', 'Active'],
      ['create', 'Pending'],
    ]);
    expect(headers.get('etag')).toBe('"2"');
  });

  it('shows its current status before a sweep', async () => {
    const validUntil = new Date(world.clock.now().getTime() + 60_000);
    const subscriptionId = await subscribe(world, workspaceId, { tenantId, validUntil });
    world.clock.forward(60_000);
    const { body } = await user.call('GET', `/subscriptions/${subscriptionId}`);
    expect([body.status, body.allowedMoves]).toEqual(['Expired', []]);
  });

  it('is moved, with user and reason in its history and the audit log', async () => {
    const subscriptionId = await subscribe(world, workspaceId, { tenantId });
    const suspended = await move(subscriptionId, { type: 'suspend', reason: 'unpaid' }, '"2"');
    expect([suspended.status, suspended.body.status]).toEqual([200, 'Suspended']);
    expect(suspended.headers.get('etag')).toBe('"3"');
    expect(suspended.body.history[0]).toMatchObject({
      move: 'suspend',
      actor: user.identity.name,
      reason: 'unpaid',
    });
    expect(await user.lastAudit()).toMatchObject({
      action: 'subscription.moved',
      subject: { kind: 'Subscription', id: subscriptionId },
      before: { tenantId, status: 'Active' },
      after: { tenantId, status: 'Suspended', move: 'suspend', reason: 'unpaid' },
    });
    const stale = await move(subscriptionId, { type: 'reinstate' }, '"2"');
    expect(stale.status).toBe(412);
    expect((await move(subscriptionId, { type: 'reinstate' }, '"3"')).body.status).toBe('Active');
    expect((await move(subscriptionId, { type: 'changePlan', plan: 'better' })).body.plan.slug).toBe(
      'better',
    );
    const validUntil = world.in(365 * 86_400_000).toISOString();
    expect((await move(subscriptionId, { type: 'renew', validUntil })).body.validUntil).toBe(validUntil);
    expect((await move(subscriptionId, { type: 'cancelAtTermEnd' })).body.cancelledAt).not.toBeNull();
    expect((await move(subscriptionId, { type: 'cancelNow' })).body.status).toBe('Cancelled');
  });

  it.each([
    ['409 subscription.move_not_allowed', { type: 'reinstate', validUntil: '2130-01-01T00:00:00Z' }, 409],
    ['404 plan.not_found', { type: 'changePlan', plan: 'golden' }, 404],
    ['400: no plan', { type: 'changePlan' }, 400],
    ['400: no quantity', { type: 'changeQuantity' }, 400],
    ['400: no end', { type: 'renew' }, 400],
    ['400: a move of the clock', { type: 'expire' }, 400],
  ])('%s', async (_, body, status) => {
    const subscriptionId = await subscribe(world, workspaceId, { tenantId });
    const count = await user.auditCount();
    expect((await move(subscriptionId, body)).status).toBe(status);
    expect(await user.auditCount()).toBe(count);
  });

  it('409: of the marketplace can only be moved there', async () => {
    const marketplaceSubscriptionId = randomUUID();
    const facts = { tenantId, source: 'Marketplace', marketplaceSubscriptionId } as const;
    const subscriptionId = await subscribe(world, workspaceId, facts);
    expect((await user.call('GET', `/subscriptions/${subscriptionId}`)).body.allowedMoves).toEqual([]);
    const answer = await move(subscriptionId, { type: 'cancelNow' });
    expect([answer.status, answer.body.code]).toEqual([409, 'subscription.move_not_allowed']);
  });

  it('404: of another workspace', async () => {
    const elsewhere = await world.workspace();
    done(await addProduct(world.context, elsewhere, product('forum', { plans: [plan('basic')] })));
    const subscriptionId = await subscribe(world, elsewhere, { tenantId });
    expect((await user.call('GET', `/subscriptions/${subscriptionId}`)).status).toBe(404);
    expect((await move(subscriptionId, { type: 'suspend' })).status).toBe(404);
    expect((await user.call('GET', '/subscriptions')).body.items).toEqual([]);
    expect((await user.call('GET', `/customers/${tenantId}`)).status).toBe(404);
  });
});

it('lists subscriptions in pages and by filter', async () => {
  const marketplaceSubscriptionId = randomUUID();
  const ids: string[] = [];
  for (const facts of [
    {},
    { source: 'Reseller' as const },
    { source: 'Marketplace' as const, marketplaceSubscriptionId },
  ]) {
    world.clock.forward(1);
    ids.push(await subscribe(world, workspaceId, { tenantId: newTenant(), ...facts }));
  }
  const list = async (query: string) =>
    (await user.call('GET', `/subscriptions?${query}`)).body.items.map(
      ({ subscriptionId }: { subscriptionId: string }) => subscriptionId,
    );
  expect(await list('')).toEqual(ids.toReversed());
  expect(await list('source=Reseller')).toEqual([ids[1]]);
  expect(await list(`marketplaceSubscriptionId=${marketplaceSubscriptionId}`)).toEqual([ids[2]]);
  expect(await list('status=Suspended')).toEqual([]);
  expect(await list('product=lantern')).toEqual([]);
  const first = await user.call('GET', '/subscriptions?limit=2');
  expect(await list(`limit=2&after=${first.body.next}`)).toEqual([ids[0]]);
});

describe('customers', () => {
  it("are found by tenant, organisation, a member's address and marketplace subscription", async () => {
    const marketplaceSubscriptionId = randomUUID();
    await subscribe(world, workspaceId, { tenantId, source: 'Marketplace', marketplaceSubscriptionId });
    await addOrganisation(world.context, workspaceId, { name: 'Contoso 100%', tenantIds: [tenantId] });
    const member = { tenantId, objectId: randomUUID(), email: 'Ada@Contoso.example', isActive: true };
    await saveMember(world.context, workspaceId, member);
    await subscribe(world, workspaceId, { tenantId: newTenant() });
    const found = async (search: string) =>
      (await user.call('GET', `/customers?${new URLSearchParams({ search })}`)).body.items;
    const customer = {
      tenantId,
      organisation: { organisationId: expect.any(String), name: 'Contoso 100%' },
      subscriptionCount: 1,
      memberCount: 1,
      createdAt: expect.any(String),
    };
    for (const search of [tenantId, 'toso', '100%', 'ada@contoso.example', marketplaceSubscriptionId]) {
      expect([search, await found(search)]).toMatchObject([search, [customer]]);
    }
    for (const search of ['nobody', '_%', randomUUID()]) expect(await found(search)).toEqual([]);
    expect((await user.call('GET', '/customers')).body.items).toHaveLength(2);
    const first = await user.call('GET', '/customers?limit=1');
    const rest = await user.call('GET', `/customers?limit=1&after=${first.body.next}`);
    expect(new Set([...first.body.items, ...rest.body.items].map((one) => one.tenantId)).size).toBe(2);
    expect((await user.call('GET', `/customers/${tenantId}`)).body).toMatchObject(customer);
    const members = await user.call('GET', `/customers/${tenantId}/members`);
    expect(members.body.items).toMatchObject([
      { objectId: member.objectId, email: member.email, isActive: true },
    ]);
  });
});
