import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { done } from '../../../../tests/support/done.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { move, newTenant, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import { World } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { addOrganisation } from '../../../actions/subscriptions/customers.ts';

let world: World;
let workspaceId: string;
let user: PortalUser;
let stranger: PortalUser;
const names = new Map<string, string>();
const subscriptionIds: string[] = [];

beforeAll(async () => {
  world = await World.shared();
  workspaceId = await world.workspace();
  const elsewhere = await world.workspace();
  user = await PortalUser.join(world, workspaceId, 'Subscription support');
  stranger = await PortalUser.join(world, elsewhere, 'Subscription support');
  for (const id of [workspaceId, elsewhere]) {
    done(await addProduct(world.context, id, product('forum', { plans: [plan('basic')] })));
  }
  await addOrganisation(world.context, elsewhere, { name: 'Elsewhere', tenantIds: [newTenant()] });
  // Ties in name, in organisation and in time; names that differ in case; a name that is a formula.
  const organisations: [string, number][] = [
    ['zebra', 1],
    ['Aqueduct', 3],
    ['aqueduct', 1],
    ['=1+1, "Ltd"', 1],
    ['Contoso', 2],
  ];
  for (const [index, [name, count]] of organisations.entries()) {
    if (index % 2 === 0) world.clock.forward(1_000);
    const tenantIds = Array.from({ length: count }, newTenant);
    for (const tenantId of tenantIds) names.set(tenantId, name);
    await addOrganisation(world.context, workspaceId, { name, tenantIds });
  }
  for (const tenantId of [newTenant(), newTenant(), ...names.keys()].slice(0, 5)) {
    subscriptionIds.push(await subscribe(world, workspaceId, { tenantId }));
    if (subscriptionIds.length % 2 === 0) world.clock.forward(1_000);
  }
  world.clock.forward(1_000);
  for (const id of [subscriptionIds[3] ?? '', subscriptionIds[0] ?? '']) {
    await move(world, workspaceId, id, { type: 'suspend' });
  }
});
afterAll(() => world.close());

interface Page {
  readonly items: readonly Record<string, never>[];
  readonly next: string | null;
  readonly total: object;
}

async function pagesOf(list: string, query: Record<string, string>, limit = 2) {
  const items: Page['items'][number][] = [];
  for (let after: string | null = ''; after !== null; ) {
    const asked = new URLSearchParams({ ...query, limit: String(limit), ...(after && { after }) });
    const { status, body } = await user.call('GET', `/${list}?${asked}`);
    expect([status, body.code]).toEqual([200, undefined]);
    const page = body as Page;
    items.push(...page.items);
    after = page.next;
  }
  return items;
}

type Customer = {
  tenantId: string;
  createdAt: string;
  organisation: { organisationId: string; name: string };
};
type Subscription = { subscriptionId: string; createdAt: string; changedAt: string };

const compare = (a: readonly string[], b: readonly string[]): number => {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at === -1 ? 0 : (a[at] ?? '') < (b[at] ?? '') ? -1 : 1;
};

const read = (reader: PortalUser, path: string) => {
  // Entries of the same millisecond have no order.
  world.clock.forward(1);
  return reader.call('GET', `/${path}`);
};

describe('customers', () => {
  it.each(['createdAt', '-createdAt'])('are sorted by %s across pages, with ties', async (sort) => {
    const found = (await pagesOf('customers', { sort })) as unknown as Customer[];
    expect(new Set(found.map(({ tenantId }) => tenantId)).size).toBe(10);
    const keys = found.map(({ createdAt, tenantId }) => [createdAt, tenantId]);
    const sorted = keys.toSorted(compare);
    expect(keys).toEqual(sort === 'createdAt' ? sorted : sorted.toReversed());
  });

  it.each(['name', '-name', undefined])('are sorted by %s, without a name last', async (sort) => {
    const found = (await pagesOf('customers', sort ? { sort } : {})) as unknown as Customer[];
    expect(new Set(found.map(({ tenantId }) => tenantId)).size).toBe(10);
    expect(found.map(({ organisation }) => organisation?.name ?? null).slice(-2)).toEqual([null, null]);
    const named = found.slice(0, -2);
    expect(named.map(({ tenantId, organisation }) => [tenantId, organisation.name])).toEqual(
      named.map(({ tenantId }) => [tenantId, names.get(tenantId)]),
    );
    const { rows } = await sql<{ tenant_id: string }>`
      select tenant_id from tenants join organisations using (workspace_id, organisation_id)
      where workspace_id = ${workspaceId} order by lower(name), organisation_id, tenant_id`.execute(
      world.context.database,
    );
    const sorted = rows.map((row) => row.tenant_id);
    expect(named.map(({ tenantId }) => tenantId)).toEqual(sort === '-name' ? sorted.toReversed() : sorted);
  });

  it('the next page begins at the same place after a rename', async () => {
    const first = (await user.call('GET', '/customers?limit=4')).body;
    const last = first.items.at(-1) as Customer;
    const expected = (await user.call('GET', `/customers?limit=4&after=${first.next}`)).body.items;
    const rename = (name: string) =>
      sql`update organisations set name = ${name}
        where workspace_id = ${workspaceId} and organisation_id = ${last.organisation.organisationId}`.execute(
        world.context.database,
      );
    await rename('0');
    const renamed = (await user.call('GET', `/customers?limit=4&after=${first.next}`)).body.items;
    await rename(last.organisation.name);
    const idsOf = (items: readonly Customer[]) => items.map(({ tenantId }) => tenantId);
    const moved = idsOf(
      expected.filter((one: Customer) => one.organisation?.name !== last.organisation.name),
    );
    expect(idsOf(renamed)).toEqual(expect.arrayContaining(moved));
  });

  it('are counted with their filter', async () => {
    const totalOf = async (query: string) =>
      (await user.call('GET', `/customers?limit=1&${query}`)).body.total;
    expect(await totalOf('')).toEqual({ count: 10, isExact: true });
    expect(await totalOf('search=aque')).toEqual({ count: 4, isExact: true });
    expect((await pagesOf('customers', { search: 'aque', sort: '-name' })).length).toBe(4);
  });
});

describe('subscriptions', () => {
  it.each(['createdAt', '-createdAt', 'changedAt', '-changedAt'] as const)(
    'are sorted by %s across pages, with ties',
    async (sort) => {
      const found = (await pagesOf('subscriptions', { sort })) as unknown as Subscription[];
      expect(new Set(found.map(({ subscriptionId }) => subscriptionId)).size).toBe(5);
      const time = sort.replace('-', '') as 'createdAt' | 'changedAt';
      const keys = found.map((one) => [one[time], one.subscriptionId]);
      const sorted = keys.toSorted(compare);
      expect(keys).toEqual(sort.startsWith('-') ? sorted.toReversed() : sorted);
    },
  );

  it('are newest first without a sort, and counted with their filters', async () => {
    expect(await pagesOf('subscriptions', {})).toEqual(
      await pagesOf('subscriptions', { sort: '-createdAt' }),
    );
    const totalOf = async (query: string) => (await user.call('GET', `/subscriptions?${query}`)).body.total;
    expect(await totalOf('limit=1')).toEqual({ count: 5, isExact: true });
    expect(await totalOf('status=Suspended&product=forum')).toEqual({ count: 2, isExact: true });
    expect(await totalOf('product=lantern')).toEqual({ count: 0, isExact: true });
  });
});

it.each([
  ['customers?sort=tenantId', 'sort'],
  ['subscriptions?sort=name', 'sort'],
  ['customers.csv?sort=size', 'sort'],
  ['customers?after=nonsense', 'after'],
  [`customers?after=${randomUUID()}`, 'after'],
  ['subscriptions?after=nonsense', 'after'],
  [`subscriptions?sort=changedAt&after=${randomUUID()}`, 'after'],
  [`subscriptions?after=2026-01-01T00:00:00Z_${randomUUID()}`, 'after'],
])('400: %s', async (path, member) => {
  const { status, body } = await user.call('GET', `/${path}`);
  expect([status, body.args.issues[0].path]).toEqual([400, member]);
  if (member === 'sort') expect(body.args.issues[0].message).toContain('createdAt, -createdAt');
});

describe('a CSV file', () => {
  it('has all customers in their order, safe for spreadsheets', async () => {
    const { headers, text } = await read(user, 'customers.csv?sort=-name');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      'tenantId,organisation,subscriptionCount,memberCount,createdAt,organisationId,status,plans,usageDimension,usagePercent,lastCallAt,risks,owner,accounts',
    );
    const listed = (await pagesOf('customers', { sort: '-name' }, 200)) as unknown as Customer[];
    expect(lines.slice(1).map((line) => line.slice(0, 36))).toEqual(listed.map(({ tenantId }) => tenantId));
    expect(text).toContain(`,"'=1+1, ""Ltd""",`);
    expect((await read(user, 'customers.csv?search=aque')).text.trimEnd().split('\r\n')).toHaveLength(5);
    expect(await user.lastAudit()).toMatchObject({
      action: 'customer.exported',
      after: { file: 'customers.csv', isSearch: true },
    });
  });

  it('has the subscriptions that match the filters', async () => {
    const { text } = await read(user, 'subscriptions.csv?status=Suspended&sort=changedAt');
    const [heading, ...lines] = text.trimEnd().split('\r\n');
    expect(heading).toMatch(/^subscriptionId,tenantId,organisation,product,plan,status,/);
    expect(lines.map((line) => line.slice(0, 36))).toEqual(
      [subscriptionIds[0], subscriptionIds[3]].toSorted(),
    );
    expect(lines[0]).toContain(',forum,basic,Suspended,Direct,');
    expect(await user.lastAudit()).toMatchObject({
      action: 'customer.exported',
      after: { file: 'subscriptions.csv', status: 'Suspended', sort: 'changedAt' },
    });
  });
});

it('another workspace sees none of them', async () => {
  const customers = (await stranger.call('GET', '/customers?sort=name')).body;
  expect([customers.items.length, customers.items[0].organisation.name]).toEqual([1, 'Elsewhere']);
  expect(customers.total).toEqual({ count: 1, isExact: true });
  const subscriptions = (await stranger.call('GET', '/subscriptions?sort=changedAt')).body;
  expect([subscriptions.items, subscriptions.total.count]).toEqual([[], 0]);
  expect((await read(stranger, 'subscriptions.csv')).text.trimEnd().split('\r\n')).toHaveLength(1);
  expect((await read(stranger, 'customers.csv')).text.trimEnd().split('\r\n')).toHaveLength(2);
  expect((await user.call('GET', '/customers')).body.items).toHaveLength(10);
});
