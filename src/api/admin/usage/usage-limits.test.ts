import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { done } from '../../../../tests/support/done.ts';
import { meterDimensions } from '../../../../tests/support/worlds/meter-books.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { newTenant, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import { World } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { saveCustomerLimit } from '../../../storage/usage/customer-limits.ts';

let world: World;
let user: PortalUser;
let viewer: PortalUser;
let stranger: PortalUser;
let workspaceId: string;
let subscriptionId: string;
let productId: string;
const tenantId = newTenant();
const planLimit = { quantity: 20, per: 'Month', action: 'Deny' } as const;
const wanted = { quantity: 50, per: 'Month', action: 'Warn', reason: 'More for the migration.' };

beforeAll(async () => {
  world = await World.shared();
  workspaceId = await world.workspace();
  const dimensions = meterDimensions.map((dimension) =>
    dimension.id === 'calls' ? { ...dimension, limit: planLimit } : dimension,
  );
  const marketplace = [{ sourceName: 'Shop', offerId: 'meters', planId: 'metered', dimensions }];
  const meters = product('meters', { plans: [plan('basic', { marketplace })] });
  done(await addProduct(world.context, workspaceId, meters));
  subscriptionId = await subscribe(world, workspaceId, {
    tenantId,
    product: 'meters',
    source: 'Marketplace',
    marketplaceSubscriptionId: randomUUID(),
  });
  ({ product_id: productId } = await world.database
    .selectFrom('products')
    .select('product_id')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow());
  user = await PortalUser.join(world, workspaceId, 'Subscription support');
  viewer = await PortalUser.join(world, workspaceId, 'Viewer');
  stranger = await PortalUser.join(world, await world.workspace(), 'Partner administrator');
});
afterAll(() => world.close());

const limitsPath = (tenant = tenantId) => `/customers/${tenant}/usage-limits`;
const set = (body: object, { dimension = 'calls', by = user, tenant = tenantId, of = 'meters' } = {}) =>
  by.call('PUT', `${limitsPath(tenant)}/${of}/${dimension}`, { body });
const remove = (dimension = 'calls') => user.call('DELETE', `${limitsPath()}/meters/${dimension}`);
const list = async (query = '') => (await user.call('GET', `${limitsPath()}?${query}`)).body;

it('200: lists the dimensions that can have a limit, with that of the plan', async () => {
  const { items, total } = await list();
  expect(items.map(({ dimension }: { dimension: string }) => dimension)).toEqual(['calls', 'rows']);
  expect(total).toMatchObject({ count: 2 });
  expect(items[0]).toEqual({
    subscriptionId,
    product: 'meters',
    productName: expect.any(String),
    plan: 'basic',
    planName: expect.any(String),
    dimension: 'calls',
    name: 'Calls',
    unit: 'call',
    planLimit,
    partnerLimit: null,
    ceilings: [],
    inForce: [{ setBy: 'Plan', subject: null, ...planLimit, use: null }],
    reservations: [],
  });
  expect(items[1]).toMatchObject({ planLimit: null, inForce: [] });
  const first = await list('limit=1');
  expect((await list(`limit=1&after=${first.next}`)).items).toEqual([items[1]]);
});

it('200: sets a limit of the customer, which replaces that of the plan until it ends', async () => {
  const endsAt = new Date(world.clock.now().getTime() + 60_000).toISOString();
  const answer = await set({ ...wanted, endsAt });
  expect(answer.status).toBe(200);
  const limit = { ...wanted, endsAt, setAt: world.clock.now().toISOString(), actor: expect.any(String) };
  expect(answer.body).toEqual(limit);
  const audited = { product: 'meters', dimension: 'calls', setBy: 'Partner', ...wanted, endsAt };
  expect(await user.lastAudit()).toMatchObject({
    action: 'usage_limit.set',
    subject: { kind: 'Customer', id: tenantId },
    before: null,
    after: audited,
  });
  const { reason: _, ...inForce } = wanted;
  expect((await list()).items[0]).toMatchObject({
    partnerLimit: limit,
    inForce: [{ setBy: 'Partner', ...inForce }],
  });
  world.clock.forward(60_000);
  expect((await list()).items[0]).toMatchObject({
    partnerLimit: { endsAt },
    inForce: [{ setBy: 'Plan' }],
  });
  await set({ ...wanted, quantity: 0 });
  expect((await user.lastAudit()).before).toMatchObject({ quantity: 50, endsAt });
  expect((await remove()).status).toBe(204);
  expect(await user.lastAudit()).toMatchObject({
    action: 'usage_limit.removed',
    before: { quantity: 0, endsAt: null },
    after: null,
  });
  expect((await remove()).status).toBe(204);
  expect((await list()).items[0].partnerLimit).toBeNull();
});

it('200: shows ceilings of the customer, the use of the period and reservations in flight', async () => {
  const now = world.clock.now();
  const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  const ceiling = { quantity: 5, per: 'Day', action: 'Deny', setBy: 'Customer', subject: 'agent-7' } as const;
  const set = { reason: null, endsAt: null, setAt: now, actor: 'Lee Gu' };
  const limited = { tenantId, productId, dimension: 'calls' };
  await saveCustomerLimit(world.database, workspaceId, limited, { ...ceiling, ...set });
  const counter = { workspace_id: workspaceId, subscription_id: subscriptionId, dimension: 'calls' };
  const period = { period_start: later(-60_000), period_end: later(60_000) };
  await world.database
    .insertInto('usage_counters')
    .values([
      { ...counter, ...period, subject: '', per: 'Month', counter_id: randomUUID(), used: 14, reserved: 2 },
      {
        ...counter,
        period_start: later(-120_000),
        period_end: later(-60_000),
        subject: '',
        per: 'Month',
        counter_id: randomUUID(),
        used: 20,
        reserved: 0,
      },
    ])
    .execute();
  const reservation = (expiresAt: Date, dimension = 'calls') => ({
    workspace_id: workspaceId,
    reservation_id: randomUUID(),
    api_client_id: randomUUID(),
    tenant_id: tenantId,
    product_id: productId,
    subscription_id: subscriptionId,
    dimension,
    subject: 'agent-7',
    quantity: 2,
    counter_ids: [],
    granted_at: now,
    expires_at: expiresAt,
    state: 'Held',
  });
  await world.database
    .insertInto('usage_reservations')
    .values([
      reservation(later(30_000)),
      reservation(later(-1)),
      ...Array.from({ length: 101 }, () => reservation(later(20_000), 'rows')),
    ])
    .execute();
  const [calls, rows] = (await list()).items;
  expect(rows.reservations).toHaveLength(100);
  expect(calls.ceilings).toEqual([
    {
      subject: 'agent-7',
      quantity: 5,
      per: 'Day',
      action: 'Deny',
      setAt: now.toISOString(),
      actor: 'Lee Gu',
    },
  ]);
  expect(calls.inForce).toMatchObject([
    { setBy: 'Plan', use: { used: 14, reserved: 2, percent: 80 } },
    { setBy: 'Customer', subject: 'agent-7', use: null },
  ]);
  const near = await user.call('GET', '/customers?atRisk=NearLimit');
  expect(near.body.items).toMatchObject([
    {
      tenantId,
      risks: [{ kind: 'NearLimit', text: expect.stringContaining('80 % of the usage limit of Calls') }],
    },
  ]);
  expect((await user.call('GET', '/customers-at-risk')).body.kinds).toContainEqual({
    kind: 'NearLimit',
    count: 1,
  });
  expect(calls.reservations).toMatchObject([
    { subject: 'agent-7', quantity: 2, expiresAt: later(30_000).toISOString() },
  ]);
});

describe('refused', () => {
  it.each<[string, object, string]>([
    ['a negative quantity', { quantity: -1 }, 'quantity'],
    ['more than any quantity', { quantity: 1_000_000_001 }, 'quantity'],
    ['seven decimals', { quantity: 0.0000001 }, 'quantity'],
    ['another period', { per: 'Week' }, 'per'],
    ['another action', { action: 'Stop' }, 'action'],
    ['no reason', { reason: '' }, 'reason'],
    ['a blank reason', { reason: ' ' }, 'reason'],
    ['an end in the past', { endsAt: '2020-01-01T00:00:00.000Z' }, 'endsAt'],
  ])('400: %s', async (_case, members, path) => {
    const answer = await set({ ...wanted, ...members });
    expect([answer.status, answer.body.args.issues[0].path]).toEqual([400, path]);
  });

  it('a dimension that the customer does not have, or that cannot be limited', async () => {
    const unknown = await set(wanted, { dimension: 'none' });
    expect([unknown.status, unknown.body.code]).toEqual([422, 'metering.unknown_dimension']);
    expect(unknown.body.args.dimensions).toEqual(['calls', 'peak', 'posts', 'rows', 'users']);
    for (const dimension of ['peak', 'posts']) {
      const answer = await set(wanted, { dimension });
      expect([answer.status, answer.body.args.issues[0].rule]).toEqual([400, 'aggregation']);
    }
    const other = await set(wanted, { of: 'none' });
    expect([other.status, other.body.code]).toEqual([404, 'product.not_found']);
  });

  it("another workspace's customer, and a member who may not change customers", async () => {
    expect((await set(wanted, { by: stranger })).status).toBe(404);
    expect((await stranger.call('GET', limitsPath())).status).toBe(404);
    expect((await set(wanted, { tenant: newTenant() })).status).toBe(404);
    expect((await set(wanted, { by: viewer })).status).toBe(403);
    expect((await viewer.call('GET', limitsPath())).status).toBe(200);
  });
});
