import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Books, note } from '../../../tests/support/worlds/books.ts';
import { revisePlan } from '../../../tests/support/worlds/revise-plan.ts';
import { day } from '../../../tests/support/worlds/subscriptions.ts';
import { isRefusal, refuse, refuseInvalid } from '../../core/refusal.ts';
import { createSubscription, type NewSubscription } from './create-subscription.ts';

let books: Books;
let workspaceId: string;
beforeAll(async () => {
  books = await Books.open(12);
});
afterAll(() => books.close());
beforeEach(async () => {
  books.clock.forward(1);
  workspaceId = await books.workspace();
});

const create = (rest: Partial<NewSubscription> = {}) =>
  createSubscription(books.context, workspaceId, books.order(rest), note);

it('writes row, history, version and events in one transaction', async () => {
  const order = {
    plan: 'premium',
    source: 'Marketplace',
    marketplaceSubscriptionId: 'bought',
    quantity: 7,
    validUntil: books.in(30 * day),
    renewsItself: true,
  } as const;
  const result = await create(order);
  if (isRefusal(result)) throw new Error(result.detail);
  const { subscription } = result;
  const { tenantId, subscriptionId } = subscription;
  const now = books.clock.now();
  const { plan: _, ...facts } = order;
  expect(subscription).toMatchObject({ ...facts, workspaceId, status: 'Pending', createdAt: now });
  expect(result.version).toBe(1);
  expect(await books.stored(subscription)).toEqual({ subscription, revision: 1, nextChangeAt: null });
  expect(await books.history(subscription)).toEqual([
    { revision: 1, recordedAt: now, move: 'create', ...note, state: subscription },
  ]);
  expect(await books.versions(workspaceId, tenantId)).toEqual([{ version: 1, recordedAt: now }]);
  const data = {
    workspaceId,
    tenantId,
    product: { slug: 'forum', name: 'The forum' },
    subscriptionId,
    plan: { slug: 'premium', name: 'Plan premium' },
    editionSlug: 'premium',
    status: 'Pending',
    accessLevel: 'None',
    quantity: 7,
    version: 1,
    marketplace: { sourceName: 'Marketplace', offerId: 'forum-offer', kind: 'Microsoft' },
  };
  expect(await books.events(subscription)).toEqual([
    { type: 'subscription.created', occurredAt: now, data },
    { type: 'entitlement.changed', occurredAt: now, data },
  ]);
});

it.each([
  'tenants',
  'entitlements',
  'entitlement_versions',
  'subscriptions',
  'subscription_history',
  'events',
] as const)('writes nothing, not even the tenant, when %s cannot be written', async (book) => {
  const everything = await books.everything();
  await books.whileClosed(book, async () => {
    await expect(create()).rejects.toThrow('this book is closed');
  });
  expect(await books.everything()).toEqual(everything);
});

it('stores tenant ids in lower case', async () => {
  const tenantId = randomUUID();
  const first = await books.create(workspaceId, { tenantId: tenantId.toUpperCase() });
  expect(first.tenantId).toBe(tenantId);
  expect((await books.history(first))[0]?.state.tenantId).toBe(tenantId);
  expect((await books.events(first))[0]?.data.tenantId).toBe(tenantId);
});

describe('a refused subscription writes nothing', () => {
  it.each<[string, Partial<NewSubscription>, object]>([
    ['for an unknown plan', { plan: 'unheard-of' }, refuse('plan.not_found', { plan: 'unheard-of' })],
    ['for a draft', { plan: 'draft' }, refuse('plan.not_found', { plan: 'draft' })],
    ['for an unknown product', { product: 'unheard-of' }, refuse('plan.not_found', { plan: 'basic' })],
    [
      'for a quantity of 0',
      { quantity: 0 },
      refuseInvalid([
        {
          path: 'quantity',
          rule: 'seats',
          message: 'must be a whole number from 1 to 1000000000, or null',
        },
      ]),
    ],
  ])('%s', async (_case, rest, refusal) => {
    const everything = await books.everything();
    expect(await create(rest)).toEqual(refusal);
    expect(await books.everything()).toEqual(everything);
  });

  it("for a plan of another workspace's product", async () => {
    const elsewhere = await books.workspace();
    await books.sell(elsewhere, 'lantern');
    const everything = await books.everything();
    expect(await create({ product: 'lantern' })).toEqual(refuse('plan.not_found', { plan: 'basic' }));
    expect(await books.everything()).toEqual(everything);
  });
});

describe('the marketplace subscription id', () => {
  const marketplace = { source: 'Marketplace', marketplaceSubscriptionId: 'bought' } as const;
  const taken = refuseInvalid([
    {
      path: 'marketplaceSubscriptionId',
      rule: 'unique',
      message: 'belongs to another subscription of the workspace',
    },
  ]);

  it('is refused a second time, and writes nothing', async () => {
    await create(marketplace);
    const everything = await books.everything();
    expect(await create(marketplace)).toEqual(taken);
    expect(await books.everything()).toEqual(everything);
  });

  it.each([
    ['one tenant', () => randomUUID()],
    ['several tenants', () => undefined],
  ])('creates one subscription when it arrives concurrently for %s', async (_case, tenant) => {
    const tenantId = tenant();
    const orders = Array.from({ length: 8 }, () => ({ ...marketplace, ...(tenantId && { tenantId }) }));
    const results = await Promise.all(orders.map(create));
    expect(results.filter((result) => !isRefusal(result))).toHaveLength(1);
    expect(results.filter(isRefusal)).toEqual(Array.from({ length: 7 }, () => taken));
    const written = await books.everything(workspaceId);
    const count = (rows: unknown[]) => rows.length;
    expect(count(written.subscriptions)).toBe(1);
    expect(count(written.tenants)).toBe(1);
    expect(count(written.entitlement_versions)).toBe(1);
    expect(count(written.events)).toBe(2);
  });

  it('of another workspace is independent', async () => {
    await create(marketplace);
    const elsewhere = await books.workspace();
    const order = books.order(marketplace);
    expect(isRefusal(await createSubscription(books.context, elsewhere, order, note))).toBe(false);
  });
});

it('runs beside revisions of its plan without a deadlock', async () => {
  const { tenantId } = await books.create(workspaceId);
  const rounds = Array.from({ length: 12 }, (_, index) => index);
  await Promise.all(
    rounds.flatMap((index) => [
      create({ tenantId }),
      revisePlan(books.context, workspaceId, 'forum', 'basic', { name: `Basic ${index}` }),
    ]),
  );
  const versions = await books.versions(workspaceId, tenantId);
  expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
});
