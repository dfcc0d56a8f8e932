import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { done } from '../../../../tests/support/done.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { move, newTenant, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import { type TestClient, World, withKey } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { addOrganisation, saveMember } from '../../../actions/subscriptions/customers.ts';
import { assignSeat } from '../../../actions/subscriptions/seats.ts';

const day = 86_400_000;
let world: World;
let workspaceId: string;
let user: PortalUser;
let stranger: PortalUser;
let client: TestClient;
const tenantId = newTenant();
const sister = newTenant();
const ada = { tenantId, objectId: randomUUID(), email: 'ada@contoso.example', isActive: true };
let subscriptionId: string;

beforeAll(async () => {
  world = await World.shared();
  workspaceId = await world.workspace();
  user = await PortalUser.join(world, workspaceId, 'Subscription support');
  stranger = await PortalUser.join(world, await world.workspace(), 'Partner administrator');
  client = await world.client(workspaceId);
  const plans = [
    plan('basic', { licenceModel: 'Seats', billingModel: 'PerUser', capabilities: { search: true } }),
    plan('better', { capabilities: { search: true, archive: true } }),
  ];
  done(await addProduct(world.context, workspaceId, product('forum', { plans })));
  done(await addProduct(world.context, workspaceId, product('draft', { status: 'Draft' })));
  await addOrganisation(world.context, workspaceId, { name: 'Contoso', tenantIds: [tenantId, sister] });
  const { memberId } = await saveMember(world.context, workspaceId, ada);
  subscriptionId = await subscribe(world, workspaceId, { tenantId, quantity: 2 });
  done(await assignSeat(world.context, workspaceId, subscriptionId, memberId));
  world.clock.forward(60_000);
  await move(world, workspaceId, subscriptionId, { type: 'suspend' });
  world.clock.forward(60_000);
  await move(world, workspaceId, subscriptionId, { type: 'reinstate', term: undefined });
});
afterAll(() => world.close());

const readAsClient = (path: string) =>
  world.call(`/api/v1/entitlements/${path}`, { headers: withKey(client) });

describe('the entitlement inspector', () => {
  it("returns the API's current answer with its explanation", async () => {
    const inspected = await user.call('GET', `/tenants/${tenantId}/entitlements?product=forum`);
    expect(inspected.status).toBe(200);
    expect(inspected.body).toEqual((await readAsClient(`${tenantId}?product=forum&explain=true`)).body);
    const { explanation, ...answer } = inspected.body;
    expect(answer).toEqual((await readAsClient(`${tenantId}?product=forum`)).body);
    expect(explanation.subscriptions).toMatchObject([{ subscriptionId, reason: 'ActiveGivesFull' }]);
  });

  it("returns the API's answer as of every time of the history", async () => {
    const { body } = await user.call('GET', `/tenants/${tenantId}/history`);
    expect(
      body.items.map((moment: { move: string; status: string }) => [moment.move, moment.status]),
    ).toEqual([
      ['reinstate', 'Active'],
      ['suspend', 'Suspended'],
      ['activate', 'Active'],
      ['create', 'Pending'],
    ]);
    expect(body.items[1]).toMatchObject({ product: 'forum', plan: 'basic', quantity: 2, actor: 'test' });
    const asOf = body.items[1].recordedAt;
    const past = await user.call('GET', `/tenants/${tenantId}/entitlements?product=forum&asOf=${asOf}`);
    expect(past.body).toMatchObject({ status: 'Suspended', accessLevel: 'ReadOnly', isHistorical: true });
    expect(past.body).toEqual(
      (await readAsClient(`${tenantId}?product=forum&explain=true&asOf=${asOf}`)).body,
    );
  });

  it('returns the eligibility of a user with its decision path', async () => {
    for (const query of [
      `userObjectId=${ada.objectId}`,
      `email=${ada.email}`,
      `userObjectId=${randomUUID()}`,
    ]) {
      const question = `${tenantId}/eligibility?product=forum&${query}`;
      const inspected = await user.call('GET', `/tenants/${question}`);
      expect(inspected.body).toEqual((await readAsClient(`${question}&explain=true`)).body);
      expect(inspected.body.explanation.plans).toHaveLength(1);
    }
    const { body } = await user.call(
      'GET',
      `/tenants/${tenantId}/eligibility?product=forum&email=${ada.email}`,
    );
    expect([body.reason, body.isEligible, body.seats]).toEqual([
      'SeatAssigned',
      true,
      { total: 2, assigned: 1, available: 1, isAssigned: true },
    ]);
  });

  it.each([
    [404, 'product.not_found', 'entitlements?product=lantern'],
    [404, 'product.not_found', 'entitlements?product=draft'],
    [404, 'product.not_found', 'entitlements?product=lantern&asOf=yesterday'],
    [400, 'request.validation_failed', 'entitlements?product=forum&asOf=tomorrow'],
    [400, 'request.validation_failed', 'entitlements'],
    [400, 'request.validation_failed', 'eligibility?product=forum'],
    [404, 'plan.not_found', 'eligibility?product=forum&plan=golden&email=a@b.example'],
    [422, 'entitlement.user_not_resolved', 'eligibility?product=forum&email=nobody@contoso.example'],
  ])('%i %s: %s', async (status, code, words) => {
    const question = words
      .replace('yesterday', world.in(-day).toISOString())
      .replace('tomorrow', world.in(day).toISOString());
    const answer = await user.call('GET', `/tenants/${tenantId}/${question}`);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('returns None for an unknown tenant', async () => {
    const { body } = await user.call('GET', `/tenants/${randomUUID()}/entitlements?product=forum`);
    expect([body.status, body.version, body.explanation.subscriptions]).toEqual(['None', 0, []]);
  });
});

it('200: returns a tenant with its organisation, subscriptions and members', async () => {
  const { body } = await user.call('GET', `/tenants/${tenantId}`);
  expect(body).toMatchObject({
    tenantId,
    organisation: { name: 'Contoso' },
    otherTenants: [sister],
    products: [
      { product: { slug: 'forum' }, status: 'Active', accessLevel: 'Full', plan: { slug: 'basic' } },
    ],
    subscriptionCount: 1,
    subscriptions: [{ subscriptionId, status: 'Active' }],
    memberCount: 1,
    members: [{ objectId: ada.objectId, email: ada.email }],
  });
  const { body: answered } = await readAsClient(`${tenantId}?product=forum`);
  expect(body.products[0].version).toBe(answered.version);
});

it('the history is paged and filtered by product', async () => {
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const query = new URLSearchParams({ limit: '3', ...(after !== null && { after }) });
    const { body } = await user.call('GET', `/tenants/${tenantId}/history?${query}`);
    seen.push(...body.items.map((moment: { move: string }) => moment.move));
    after = body.next;
  } while (after !== null);
  expect(seen).toEqual(['reinstate', 'suspend', 'activate', 'create']);
  expect((await user.call('GET', `/tenants/${tenantId}/history?product=lantern`)).body.items).toEqual([]);
  expect((await user.call('GET', `/tenants/${tenantId}/history?after=nonsense`)).status).toBe(400);
});

it('another workspace gets 404, or a tenant without subscriptions', async () => {
  for (const path of ['', '/history']) {
    expect((await stranger.call('GET', `/tenants/${tenantId}${path}`)).status).toBe(404);
  }
  expect((await stranger.call('GET', `/tenants/${tenantId}/entitlements?product=forum`)).status).toBe(404);
  const body = { email: null, isActive: true };
  const path = `/customers/${tenantId}/members/${ada.objectId}`;
  expect((await stranger.call('PUT', path, { body })).status).toBe(404);
});

describe('customers', () => {
  it('201: adds an organisation, and audits the previous organisation of its tenants', async () => {
    const [known, fresh] = [newTenant(), newTenant()];
    const first = await user.call('POST', '/organisations', {
      body: { name: 'Fabrikam', tenantIds: [known] },
    });
    expect([first.status, first.body]).toMatchObject([201, { name: 'Fabrikam', tenantIds: [known] }]);
    const body = { name: 'Northwind', tenantIds: [known, fresh] };
    const audits = await user.auditCount();
    for (const moveTenants of [undefined, false]) {
      const held = await user.call('POST', '/organisations', { body: { ...body, moveTenants } });
      expect([held.status, held.body.code, held.body.args]).toEqual([
        409,
        'customer.tenants_held',
        { tenants: [{ tenantId: known, organisation: 'Fabrikam' }] },
      ]);
    }
    expect(await user.auditCount()).toBe(audits);
    expect((await user.call('GET', `/tenants/${fresh}`)).status).toBe(404);
    const second = await user.call('POST', '/organisations', { body: { ...body, moveTenants: true } });
    expect(await user.lastAudit()).toMatchObject({
      action: 'organisation.added',
      subject: { kind: 'Organisation', id: second.body.organisationId },
      before: { heldByOthers: [{ tenantId: known, organisationId: first.body.organisationId }] },
      after: body,
    });
    expect((await user.call('GET', `/tenants/${known}`)).body.organisation.name).toBe('Northwind');
    expect(
      (await user.call('POST', '/organisations', { body: { name: 'None', tenantIds: [] } })).status,
    ).toBe(400);
  });

  it('200: adds, changes and deactivates a member; repeating changes nothing', async () => {
    const objectId = randomUUID();
    const path = `/customers/${tenantId}/members/${objectId}`;
    const save = (email: string | null, isActive = true) =>
      user.call('PUT', path, { body: { email, isActive } });
    const added = await save('ben@contoso.example');
    expect([added.status, added.body]).toMatchObject([200, { objectId, email: 'ben@contoso.example' }]);
    expect((await user.lastAudit()).action).toBe('customer_member.added');
    const count = await user.auditCount();
    await save('ben@contoso.example');
    expect(await user.auditCount()).toBe(count);
    const left = await save('ben@contoso.example', false);
    expect(left.body).toMatchObject({ memberId: added.body.memberId, isActive: false });
    expect(await user.lastAudit()).toMatchObject({
      action: 'customer_member.changed',
      subject: { kind: 'CustomerMember', id: added.body.memberId },
      before: { isActive: true },
      after: { isActive: false },
    });
    const answer = await readAsClient(`${tenantId}/eligibility?product=forum&email=ben@contoso.example`);
    expect(answer.status).toBe(422);
    expect((await save('not an address')).status).toBe(400);
    const nowhere = `/customers/${randomUUID()}/members/${objectId}`;
    expect((await user.call('PUT', nowhere, { body: { email: null, isActive: true } })).status).toBe(404);
  });
});
