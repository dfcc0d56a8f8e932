import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { done } from '../../../../tests/support/done.ts';
import { meteredProduct } from '../../../../tests/support/worlds/meter-books.ts';
import { move, newTenant, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import { type TestClient, World, withKey } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { closeHours } from '../../../actions/usage/close-hours.ts';

const hour = 3_600_000;

let world: World;
let user: PortalUser;
let stranger: PortalUser;
let client: TestClient;
let workspaceId: string;
let subscriptionId: string;
/** The hour in which the events occurred. */
let eventHour: string;
const tenantId = newTenant();

const buy = (tenant: string) =>
  subscribe(world, workspaceId, {
    tenantId: tenant,
    product: 'meters',
    source: 'Marketplace',
    marketplaceSubscriptionId: randomUUID(),
  });

async function send(events: readonly object[], occurredAt = world.clock.now()) {
  const { status, body } = await world.call('/api/v1/usage-events', {
    method: 'POST',
    headers: { ...withKey(client), 'content-type': 'application/json' },
    body: JSON.stringify({
      events: events.map((event) => ({
        tenantId,
        product: 'meters',
        dimension: 'calls',
        source: 'worker-1',
        occurredAt: occurredAt.toISOString(),
        ...event,
      })),
    }),
  });
  expect([status, body.refused]).toEqual([200, 0]);
}

beforeAll(async () => {
  world = await World.shared();
  workspaceId = await world.workspace();
  done(await addProduct(world.context, workspaceId, meteredProduct('meters')));
  client = await world.client(workspaceId);
  subscriptionId = await buy(tenantId);
  world.clock.forward(48 * hour);
  const first = world.clock.now();
  eventHour = new Date(Math.floor(first.getTime() / hour) * hour).toISOString();
  await send(Array.from({ length: 11 }, (_, index) => ({ id: `job-${index}` })));
  await send([{ id: 'job-3' }, { id: 'job-3', source: 'worker-2' }, { id: 'JOB-1' }, { id: '=1+1' }]);
  world.clock.forward(2 * hour);
  await closeHours(world.context);
  await send([{ id: 'late' }], first);
  user = await PortalUser.join(world, workspaceId, 'Viewer');
  stranger = await PortalUser.join(world, await world.workspace(), 'Viewer');
});
afterAll(() => world.close());

const list = async (query: string) => (await user.call('GET', `/usage-meters?${query}`)).body.items;
const meterPath = () => `/usage-meters/${subscriptionId}/calls`;
const eventsPath = () => `${meterPath()}/hours/${eventHour}/events`;
const events = async (query = '') => (await user.call('GET', `${eventsPath()}?${query}`)).body;
const ids = async (query = '') => (await events(query)).items.map(({ id }: { id: string }) => id);

interface Page {
  readonly items: { readonly subscriptionId: string; readonly dimension: string }[];
  readonly next: string | null;
  readonly total: object;
}

describe('the dimensions of a subscription', () => {
  it('200: have their use of the present period', async () => {
    const items = await list(`subscriptionId=${subscriptionId}`);
    expect(items.map(({ dimension }: { dimension: string }) => dimension)).toEqual([
      'calls',
      'peak',
      'posts',
      'rows',
      'users',
    ]);
    expect(items[0]).toEqual({
      subscriptionId,
      product: 'meters',
      productName: expect.any(String),
      plan: 'basic',
      planName: expect.any(String),
      dimension: 'calls',
      name: 'Calls',
      unit: 'call',
      intake: 'Events',
      aggregation: 'Count',
      included: { quantity: 10, per: 'Month' },
      period: { start: expect.any(String), end: expect.any(String) },
      used: 15,
      remaining: 0,
      overage: 5,
      isBilled: true,
      pending: 1,
      reported: 4,
      accepted: 0,
    });
    expect(items[2]).toMatchObject({ dimension: 'posts', intake: 'Records', included: null, used: 0 });
  });

  it('200: of a subscription without a marketplace, those that are fed by events', async () => {
    const tenant = newTenant();
    await subscribe(world, workspaceId, { tenantId: tenant, product: 'meters', source: 'Direct' });
    expect(await list(`tenantId=${tenant}`)).toMatchObject(
      ['calls', 'peak', 'rows', 'users'].map((dimension) => ({ dimension, isBilled: false })),
    );
  });

  it('200: of all subscriptions of a tenant, in pages, the ended ones too', async () => {
    const tenant = newTenant();
    const [first, second] = [await buy(tenant), await buy(tenant)];
    await move(world, workspaceId, first, { type: 'cancelNow' });
    const whole = await list(`tenantId=${tenant}`);
    const keys = (items: { subscriptionId: string; dimension: string }[]) =>
      items.map((item) => `${item.subscriptionId} ${item.dimension}`);
    expect(new Set(whole.map((item: { subscriptionId: string }) => item.subscriptionId))).toEqual(
      new Set([first, second]),
    );
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const query = new URLSearchParams({ tenantId: tenant, limit: '3', ...(after !== null && { after }) });
      const { body } = await user.call('GET', `/usage-meters?${query}`);
      seen.push(...keys(body.items));
      after = body.next;
    } while (after !== null);
    expect(seen).toEqual(keys(whole));
  });

  it.each([
    ['-createdAt', 'second', ['calls', 'peak', 'posts', 'rows', 'users']],
    ['createdAt', 'first', ['calls', 'peak', 'posts', 'rows', 'users']],
    ['name', 'first', ['calls', 'calls', 'peak', 'peak', 'posts']],
    ['-name', 'second', ['users', 'users', 'rows', 'rows', 'posts']],
    ['plan', 'first', ['calls', 'peak', 'posts', 'rows', 'users']],
    ['-plan', 'second', ['calls', 'peak', 'posts', 'rows', 'users']],
  ] as const)('200: sorted by %s across pages, with ties and a total', async (sort, of, expected) => {
    const tenant = newTenant();
    const [first, second] = [await buy(tenant), await buy(tenant)].toSorted();
    const bought = { first, second };
    const read = async (page: object): Promise<Page> => {
      const query = new URLSearchParams({ tenantId: tenant, sort, ...page });
      return (await user.call('GET', `/usage-meters?${query}`)).body;
    };
    const { items, total } = await read({});
    expect(total).toEqual({ count: 10, isExact: true });
    expect(items[0]?.subscriptionId).toBe(bought[of]);
    expect(items.slice(0, 5).map(({ dimension }) => dimension)).toEqual(expected);
    for (const limit of ['1', '3']) {
      const paged: Page['items'] = [];
      for (let after: string | null = ''; after !== null; ) {
        const page: Page = await read({ limit, ...(after && { after }) });
        paged.push(...page.items);
        after = page.next;
      }
      expect(paged).toEqual(items);
    }
  });

  it.each([
    '',
    'subscriptionId=x',
    `tenantId=${tenantId}&after=x`,
    `tenantId=${tenantId}&sort=used`,
    `tenantId=${tenantId}&sort=name&after=${randomUUID()}_calls`,
  ])('400: %s', async (query) => {
    expect((await user.call('GET', `/usage-meters?${query}`)).status).toBe(400);
  });
});

describe('the hours of a dimension', () => {
  it('200: have events, carried, duplicates and the report', async () => {
    const { items, next } = (await user.call('GET', `${meterPath()}/hours`)).body;
    expect(next).toBeNull();
    expect(items).toEqual([
      {
        hour: new Date(Date.parse(eventHour) + hour).toISOString(),
        aggregation: 'Count',
        total: 1,
        events: 1,
        carried: 1,
        duplicates: 0,
        closesAt: expect.any(String),
        closedAt: null,
        report: null,
      },
      {
        hour: eventHour,
        aggregation: 'Count',
        total: 14,
        events: 14,
        carried: 0,
        duplicates: 1,
        closesAt: expect.any(String),
        closedAt: world.clock.now().toISOString(),
        report: { reportId: expect.any(String), quantity: 4, state: expect.stringMatching(/held|due/) },
      },
    ]);
  });

  it('200: are filtered and paged', async () => {
    const hours = async (query: string) => (await user.call('GET', `${meterPath()}/hours?${query}`)).body;
    const page = await hours('limit=1');
    expect([page.items.length, page.next]).toEqual([1, page.items[0].hour]);
    expect((await hours(`limit=1&after=${page.next}`)).items[0].hour).toBe(eventHour);
    expect((await hours(`until=${page.next}`)).items.length).toBe(1);
    expect((await hours(`from=${page.next}`)).items[0].hour).toBe(page.next);
    expect((await user.call('GET', `${meterPath()}/hours?after=x`)).status).toBe(400);
  });

  it.each(['hour', '-hour', 'total', '-total', 'events', '-events'])('200: by %s, in pages', async (sort) => {
    const read = async (query: string) =>
      (await user.call('GET', `${meterPath()}/hours?sort=${sort}&${query}`)).body;
    const all = await read('');
    expect(all.total).toEqual({ count: all.items.length, isExact: true });
    const key = sort.replace('-', '');
    const values = all.items.map((item: Record<string, string | number>) => item[key]);
    const sorted = values.toSorted((a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0));
    expect(values).toEqual(sort.startsWith('-') ? sorted.toReversed() : sorted);
    expect(values.length).toBeGreaterThan(1);
    const paged = [];
    for (let after: string | null = ''; after !== null; ) {
      const page: { items: { hour: string }[]; next: string | null } = await read(
        `limit=1${after && `&after=${encodeURIComponent(after)}`}`,
      );
      paged.push(...page.items);
      after = page.next;
    }
    expect(paged).toEqual(all.items);
  });

  it('200: as CSV, recorded in the audit log', async () => {
    // Entries of one instant have no order.
    world.clock.forward(1_000);
    const { headers, text } = await user.call('GET', `${meterPath()}/hours.csv?until=${eventHour}`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(text).toBe(
      'hour,dimension,aggregation,total,events,carried,duplicates,closesAt,closedAt,reportId,reportQuantity,' +
        'reportState,subscriptionId\r\n',
    );
    const whole = (await user.call('GET', `${meterPath()}/hours.csv`)).text.split('\r\n');
    expect(whole).toHaveLength(4);
    expect(whole[2]).toMatch(`${eventHour},calls,Count,14,14,0,1,`);
    expect(await user.lastAudit()).toMatchObject({
      action: 'usage_hours.exported',
      after: { format: 'csv', subscriptionId, dimension: 'calls' },
    });
  });
});

describe('the events of an hour', () => {
  it('200: are listed by id, in byte order', async () => {
    const { items, next } = await events();
    expect([items.length, next]).toEqual([14, null]);
    expect(items[1]).toEqual({
      id: 'JOB-1',
      source: 'worker-1',
      occurredAt: expect.any(String),
      receivedAt: expect.any(String),
      quantity: null,
      uniqueKey: null,
      isCarried: false,
    });
  });

  it('200: are found by id and by prefix', async () => {
    expect(await ids('id=job-1')).toEqual(['job-1']);
    expect(await ids('idPrefix=job-1')).toEqual(['job-1', 'job-10']);
    expect(await ids('idPrefix=job_')).toEqual([]);
    expect(await ids('id=job')).toEqual([]);
    expect(await ids('idPrefix=late')).toEqual([]);
  });

  it('200: in pages, two of the same id included', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const query = new URLSearchParams({ idPrefix: 'job-', limit: '1', ...(after !== null && { after }) });
      const page: { items: { id: string; source: string }[]; next: string | null } = await events(`${query}`);
      seen.push(...page.items.map(({ id, source }) => `${id} ${source}`));
      after = page.next;
    } while (after !== null);
    expect(seen).toHaveLength(12);
    expect(seen.filter((event) => event.startsWith('job-3'))).toEqual(['job-3 worker-1', 'job-3 worker-2']);
  });

  it('200: in the reverse order and in pages, with their number', async () => {
    const all = await ids();
    expect(await ids('sort=-id')).toEqual(all.toReversed());
    expect((await events('limit=1')).total).toEqual({ count: all.length, isExact: true });
    expect((await events('idPrefix=job-1')).total).toEqual({
      count: (await ids('idPrefix=job-1')).length,
      isExact: true,
    });
    const paged: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page: { items: { id: string }[]; next: string | null } = await events(
        `sort=-id&limit=4${after && `&after=${encodeURIComponent(after)}`}`,
      );
      paged.push(...page.items.map(({ id }) => id));
      after = page.next;
    }
    expect(paged).toEqual(all.toReversed());
  });

  it('200: are read by an index', async () => {
    const { rows } = await world.database.transaction().execute(async (transaction) => {
      await sql`set local enable_seqscan = off`.execute(transaction);
      return sql<{ 'QUERY PLAN': string }>`
        explain select * from usage_events
        where workspace_id = ${workspaceId} and subscription_id = ${subscriptionId} and dimension = 'calls'
          and hour = ${eventHour} and event_id collate "C" >= 'job-1' and event_id collate "C" < 'job-2'
        order by event_id collate "C", source collate "C" limit 51`.execute(transaction);
    });
    const text = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toMatch(/Index Cond: .*dimension.*hour.*event_id/);
  });

  it('200: as CSV in which no cell is a formula', async () => {
    const { text } = await user.call('GET', `${eventsPath()}.csv`);
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(15);
    expect(lines[0]).toMatch(/^hour,id,source,occurredAt,receivedAt,quantity,uniqueKey,isCarried,/);
    expect(lines[1]).toMatch(`${eventHour},"'=1+1",worker-1,`);
    const found = await user.call('GET', `${eventsPath()}.csv?idPrefix=job-1`);
    expect(found.text.trimEnd().split('\r\n')).toHaveLength(3);
  });

  it.each(['after=x', 'after=WyJhIl0', 'id='])('400: %s', async (query) => {
    expect((await user.call('GET', `${eventsPath()}?${query}`)).status).toBe(400);
  });
});

it('404: the usage of another workspace', async () => {
  expect((await stranger.call('GET', `/usage-meters?tenantId=${tenantId}`)).body.items).toEqual([]);
  const paths = [`${meterPath()}/hours`, `${meterPath()}/hours.csv`, eventsPath(), `${eventsPath()}.csv`];
  for (const path of paths) expect((await stranger.call('GET', path)).status).toBe(404);
});
