import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { countLockWaits } from '../../../../tests/support/database/lock-waits.ts';
import { withRowCounts } from '../../../../tests/support/database/rows-read.ts';
import { done } from '../../../../tests/support/done.ts';
import { plan, product } from '../../../../tests/support/worlds/products.ts';
import { newTenant, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import { World } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { addOrganisation } from '../../../actions/subscriptions/customers.ts';
import { submit, usageLeaseTerms } from '../../../core/usage/reports/report.ts';
import { readQuantity } from '../../../core/values/quantity.ts';
import type { Database } from '../../../storage/database.ts';
import { insertReports } from '../../../storage/usage/reports.ts';
import { takeDueReports } from '../../../storage/usage/sending.ts';
import { CustomerCache } from './read-reports.ts';

let world: World;
let user: PortalUser;
let support: PortalUser;
let workspaceId: string;
let subscriptionId: string;
const tenantId = newTenant();

beforeAll(async () => {
  world = await World.create();
  workspaceId = await world.workspace();
  support = await PortalUser.join(world, workspaceId, 'Subscription support');
  user = await PortalUser.join(world, workspaceId, 'Viewer');
  const marketplace = [
    {
      sourceName: 'Marketplace',
      offerId: 'forum',
      planId: 'P1',
      dimensions: [{ id: 'messages', name: 'Messages', unit: 'thousand messages' }],
    },
  ];
  const forum = product('forum', { plans: [plan('basic', { marketplace })] });
  done(await addProduct(world.context, workspaceId, forum));
  subscriptionId = await subscribe(world, workspaceId, { tenantId });
  await report(workspaceId, '2026-11-15T06:00:00.000Z', 'messages', 1.5);
  await report(workspaceId, '2026-11-15T07:00:00.000Z', 'messages', 0);
  await report(workspaceId, '2026-11-15T07:00:00.000Z', 'storage', 2);
  await report(await world.workspace(), '2026-11-15T07:00:00.000Z', 'messages', 3);
});
afterAll(() => world.close());

async function report(
  workspaceId: string,
  hour: string,
  dimension: string,
  amount: number,
  holdMinutes = 15,
): Promise<void> {
  const quantity = readQuantity(amount);
  if (typeof quantity !== 'number') throw new Error('no quantity');
  const key = { subscriptionId, dimension, hour: new Date(hour) };
  const submission = { ...key, reportId: randomUUID(), quantity, holdMinutes };
  const submitted = done(submit(null, submission, world.clock.now()));
  const address = { sourceName: 'Marketplace', marketplaceSubscriptionId: 'M1', marketplacePlanId: 'P1' };
  await insertReports(world.database, workspaceId, [{ ...address, report: submitted.report }]);
}

const list = async (query = '') => (await user.call('GET', `/usage-reports?${query}`)).body.items;
const keys = (items: { hour: string; dimension: string }[]) =>
  items.map(({ hour, dimension }) => `${hour.slice(11, 13)} ${dimension}`);

it('200: lists usage reports with their subscriptions and their deadline', async () => {
  const items = await list();
  expect(keys(items)).toEqual(['07 storage', '07 messages', '06 messages']);
  expect(keys(await list('sort=hour'))).toEqual(keys(items).toReversed());
  expect(items[2]).toEqual({
    reportId: expect.any(String),
    subscriptionId,
    customer: tenantId,
    product: 'forum',
    dimension: 'messages',
    dimensionName: 'Messages',
    unit: 'thousand messages',
    hour: '2026-11-15T06:00:00.000Z',
    quantity: 1.5,
    sentQuantity: null,
    origin: 'Records',
    status: 'Pending',
    state: 'held',
    isReplaceable: true,
    firstRecordedAt: '2026-11-15T09:00:00.000Z',
    dueAt: '2026-11-15T09:15:00.000Z',
    expiresAt: '2026-11-16T06:00:00.000Z',
    tries: 0,
    reason: null,
    decidedAt: null,
    reportedAs: null,
    mappingId: expect.any(String),
    marketplaceSubscriptionId: 'M1',
  });
});

it('usage reports are filtered and paged', async () => {
  expect(keys(await list('status=Skipped'))).toEqual(['07 messages']);
  expect(keys(await list('state=skipped'))).toEqual(['07 messages']);
  expect(keys(await list('state=held'))).toEqual(['07 storage', '06 messages']);
  expect(keys(await list('state=notSkipped'))).toEqual(['07 storage', '06 messages']);
  for (const state of ['due', 'failing', 'quantityMismatch'])
    expect(await list(`state=${state}`)).toEqual([]);
  expect(keys(await list('until=2026-11-15T07:00:00Z'))).toEqual(['06 messages']);
  expect(keys(await list('from=2026-11-15T07:00:00Z'))).toEqual(['07 storage', '07 messages']);
  expect(await list(`subscriptionId=${randomUUID()}`)).toEqual([]);
  expect(await list(`tenantId=${tenantId.toUpperCase()}&product=forum`)).toHaveLength(3);
  expect(await list(`tenantId=${tenantId}&product=aqueduct`)).toEqual([]);
  expect(await list(`tenantId=${newTenant()}`)).toEqual([]);
  expect(keys(await list('dimension=messages'))).toEqual(['07 messages', '06 messages']);
  expect(keys(await list(`dimension=storage&tenantId=${tenantId}`))).toEqual(['07 storage']);
  expect(await list(`product=forum&subscriptionId=${randomUUID()}`)).toEqual([]);
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const query = new URLSearchParams({ limit: '1', ...(after !== null && { after }) });
    const { body } = await user.call('GET', `/usage-reports?${query}`);
    seen.push(...keys(body.items));
    after = body.next;
  } while (after !== null);
  expect(seen).toEqual(['07 storage', '07 messages', '06 messages']);
});

it.each(['after=nonsense', 'after=W10', 'status=Lost'])('400: %s', async (query) => {
  expect((await user.call('GET', `/usage-reports?${query}`)).status).toBe(400);
});

const pathOf = (hour: string, dimension: string) =>
  `/usage-reports/${subscriptionId}/2026-11-15T${hour}:00:00.000Z/${dimension}`;

/** Leases the report as a sender does. */
const take = (transaction: Database) =>
  takeDueReports(
    transaction,
    { workspaceId, sourceName: 'Marketplace' },
    {
      leaseId: randomUUID(),
      holder: randomUUID(),
      terms: usageLeaseTerms(world.clock.now()),
      limit: 25,
      from: null,
    },
  );

describe('a report that is not leased', () => {
  it('is corrected, audited with old and new quantity', async () => {
    await report(workspaceId, '2026-11-15T05:00:00.000Z', 'messages', 4);
    const correct = (quantity: number, replaces: number) =>
      support.call('POST', `${pathOf('05', 'messages')}/correct`, { body: { quantity, replaces } });
    const corrected = await correct(6.25, 4);
    expect([corrected.status, corrected.body.quantity, corrected.body.status]).toEqual([
      200,
      6.25,
      'Pending',
    ]);
    expect(await support.lastAudit()).toMatchObject({
      action: 'usage_report.corrected',
      subject: { kind: 'UsageReport', id: corrected.body.reportId },
      before: { dimension: 'messages', quantity: 4 },
      after: { dimension: 'messages', quantity: 6.25 },
    });
    const count = await support.auditCount();
    expect((await correct(6.25, 4)).status).toBe(200);
    const stale = await correct(7, 4);
    expect([stale.status, stale.body.args]).toEqual([412, { quantity: 6.25 }]);
    expect((await correct(0.1234567, 6.25)).status).toBe(400);
    expect((await correct(-1, 6.25)).status).toBe(400);
    expect(await support.auditCount()).toBe(count);
    expect((await correct(0, 6.25)).body.status).toBe('Skipped');
  });

  it('is released: due at once', async () => {
    await report(workspaceId, '2026-11-15T05:00:00.000Z', 'storage', 4);
    const release = () => support.call('POST', `${pathOf('05', 'storage')}/release`);
    const released = await release();
    expect([released.status, released.body.dueAt]).toEqual([200, world.clock.now().toISOString()]);
    expect((await support.lastAudit()).action).toBe('usage_report.released');
    const count = await support.auditCount();
    expect((await release()).status).toBe(200);
    expect(await support.auditCount()).toBe(count);
  });

  it('is refused once a sender has leased it, also during the request', async () => {
    await report(workspaceId, '2026-11-15T04:00:00.000Z', 'messages', 4, 0);
    const body = { quantity: 5, replaces: 4 };
    let asked: ReturnType<PortalUser['call']> | undefined;
    await world.database.transaction().execute(async (transaction) => {
      await take(transaction);
      asked = support.call('POST', `${pathOf('04', 'messages')}/correct`, { body });
      await expect.poll(() => countLockWaits(world.database)).toBeGreaterThan(0);
    });
    const late = await asked;
    expect([late?.status, late?.body.code]).toEqual([409, 'metering.window_already_reported']);
    const release = await support.call('POST', `${pathOf('04', 'messages')}/release`);
    expect([release.status, release.body.code, release.body.args]).toEqual([
      409,
      'usage_report.not_held',
      { status: 'Pending', tries: 1 },
    ]);
    expect(keys(await list('state=claimed'))).toContain('04 messages');
  });

  it('404: an unknown report, or one of another workspace', async () => {
    const stranger = await PortalUser.join(world, await world.workspace(), 'Subscription support');
    const body = { quantity: 5, replaces: 1.5 };
    for (const [who, path] of [
      [support, pathOf('03', 'messages')],
      [stranger, pathOf('06', 'messages')],
    ] as const) {
      expect((await who.call('POST', `${path}/correct`, { body })).status).toBe(404);
      expect((await who.call('POST', `${path}/release`)).status).toBe(404);
    }
    expect((await stranger.call('GET', '/usage-hours')).body.hours).toEqual([]);
    expect((await stranger.call('GET', '/usage-summary')).body.items).toEqual([]);
    expect((await stranger.call('GET', '/usage-reports.csv')).text.split('\r\n')).toHaveLength(2);
  });
});

describe('usage figures', () => {
  it('200: counts by hour and state', async () => {
    const query = 'from=2026-11-15T06:00:00Z&until=2026-11-15T08:00:00Z';
    const { body } = await user.call('GET', `/usage-hours?${query}`);
    expect(body.hours).toMatchObject([
      { hour: '2026-11-15T06:00:00.000Z', held: 1, due: 0, skipped: 0, accepted: 0, failing: 0 },
      {
        hour: '2026-11-15T07:00:00.000Z',
        held: 1,
        skipped: 1,
        quantities: [
          { product: 'forum', dimension: 'storage', quantity: 2 },
          { product: 'forum', dimension: 'messages', quantity: 0 },
        ],
      },
    ]);
    expect(body.hours[0].quantities).toEqual([{ product: 'forum', dimension: 'messages', quantity: 1.5 }]);
    expect(body.dimensions).toEqual([
      { product: 'forum', dimension: 'messages', dimensionName: 'Messages', unit: 'thousand messages' },
      { product: 'forum', dimension: 'storage', dimensionName: 'storage', unit: null },
    ]);
    const everybody = await user.call('GET', `/usage-hours?${query}`);
    const ours = await user.call('GET', `/usage-hours?${query}&tenantId=${tenantId}&product=forum`);
    expect(ours.body).toEqual(everybody.body);
    const others = await user.call('GET', `/usage-hours?${query}&product=aqueduct`);
    expect(others.body.hours).toEqual([]);
    const nobody = await user.call('GET', `/usage-hours?${query}&subscriptionId=${randomUUID()}`);
    expect(nobody.body.hours).toEqual([]);
    expect((await user.call('GET', '/usage-hours?from=2026-01-01T00:00:00Z')).status).toBe(400);
  });

  it('200: compares reported, sent, accepted and marketplace quantities', async () => {
    const range = 'from=2026-11-14T00:00:00Z&until=2026-11-15T04:00:00Z';
    const sums = async (query = '') => (await user.call('GET', `/usage-summary?${range}${query}`)).body;
    await report(workspaceId, '2026-11-15T02:00:00.000Z', 'rows', 4);
    await report(workspaceId, '2026-11-15T03:00:00.000Z', 'rows', 6.5);
    await report(workspaceId, '2026-11-14T12:00:00.000Z', 'rows', 2);
    const decide = (hour: string, status: string) =>
      sql`
      update usage_reports set status = ${status}, attempts = 1, decided_at = ${'2026-11-15T04:10:00Z'}
      where workspace_id = ${workspaceId} and hour = ${hour} and dimension = 'rows'`.execute(world.database);
    await decide('2026-11-15T02:00:00Z', 'Accepted');
    expect((await sums()).items).toMatchObject([
      {
        subscriptionId,
        dimension: 'rows',
        reports: 3,
        reported: 12.5,
        sent: 4,
        accepted: 4,
        processed: null,
      },
    ]);
    for (const filter of [`tenantId=${tenantId}`, 'product=forum', 'dimension=rows']) {
      expect((await sums(`&${filter}`)).items).toHaveLength(1);
    }
    for (const filter of [`tenantId=${newTenant()}`, 'product=aqueduct', 'dimension=storage']) {
      expect((await sums(`&${filter}`)).items).toEqual([]);
    }
    await sql`
      insert into marketplace_connections (workspace_id, connection_id, source_name, auth_url, marketplace_url,
        tenant_id, client_id, credential_kind, sealed_client_secret, created_at, usage_reconciled_at)
      values (${workspaceId}, ${randomUUID()}, 'Marketplace', 'a', 'b', ${randomUUID()}, ${randomUUID()}, 'secret', '', now(),
        '2026-11-15T06:00:00Z')`.execute(world.database);
    // A day of which one report is undecided has not been compared.
    expect((await sums()).items[0]).toMatchObject({
      processed: null,
      comparedAt: '2026-11-15T06:00:00.000Z',
    });
    await decide('2026-11-15T03:00:00Z', 'Rejected');
    expect((await sums()).items[0]).toMatchObject({ sent: 10.5, accepted: 4, lost: 6.5, processed: 4 });
    await sql`
      insert into usage_drifts (workspace_id, source_name, marketplace_subscription_id, dimension, day, held_quantity,
        marketplace_quantity, first_seen_at, last_seen_at)
      values (${workspaceId}, 'Marketplace', 'm1', 'rows', '2026-11-15', 4, 3, now(), now())`.execute(
      world.database,
    );
    expect((await sums()).items[0]).toMatchObject({ processed: 3, differingDays: 1, customer: tenantId });
    expect((await user.call('GET', '/usage-summary?after=nonsense')).status).toBe(400);
    const paged = await user.call('GET', '/usage-summary?limit=1');
    const next = await user.call('GET', `/usage-summary?limit=1&after=${paged.body.next}`);
    expect(next.body.items).toHaveLength(1);
    const dimensions = async (sort: string, limit: number) => {
      const found: { dimension: string; reported: number; lost: number }[] = [];
      for (let after: string | null = ''; after !== null; ) {
        const asked = new URLSearchParams({ sort, limit: String(limit), ...(after && { after }) });
        const { body } = await user.call('GET', `/usage-summary?${asked}`);
        found.push(...body.items);
        after = body.next;
      }
      return found.map(({ dimension }) => dimension);
    };
    for (const limit of [1, 2, 50]) {
      expect(await dimensions('reported', limit)).toEqual(['messages', 'storage', 'rows']);
      expect(await dimensions('-reported', limit)).toEqual(['rows', 'storage', 'messages']);
      expect(await dimensions('-lost', limit)).toEqual(['rows', 'storage', 'messages']);
      expect(await dimensions('customer', limit)).toEqual(['messages', 'rows', 'storage']);
      expect((await dimensions('-differingDays', limit))[0]).toBe('rows');
    }
    expect((await user.call('GET', '/usage-summary?sort=lost&after=nonsense')).status).toBe(400);
  });
});

it('200: exports CSV in which no cell is a formula', async () => {
  await addOrganisation(world.context, workspaceId, { name: '=1+1 "Ltd"', tenantIds: [tenantId] });
  const query = 'status=Skipped&from=2026-11-15T07:00:00Z';
  const { headers, text } = await user.call('GET', `/usage-reports.csv?${query}`);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toContain('usage-reports.csv');
  const lines = text.split('\r\n');
  expect(lines[0]).toMatch(/^hour,customer,product,dimension,quantity,status,/);
  expect(lines[1]).toMatch(/^2026-11-15T07:00:00.000Z,"'=1\+1 ""Ltd""",forum,messages,0,Skipped,/);
  expect(lines).toHaveLength(3);
});

it('200: a file of several reads has every report once, the newest hour first', async () => {
  const other = await world.workspace();
  const reader = await PortalUser.join(world, other, 'Viewer');
  await sql`
    insert into usage_reports (workspace_id, hour, subscription_id, dimension, report_id, source_name,
      marketplace_subscription_id, marketplace_plan_id, quantity, status, first_recorded_at, due_at, attempts, decided_at)
    select ${other}, '2026-11-15T00:00Z'::timestamptz - number * interval '1 hour', gen_random_uuid(), 'rows',
      gen_random_uuid(), 'Marketplace', 'M1', 'P1', 1, 'Accepted', now(), now(), 1, now()
    from generate_series(1, 600) as number`.execute(world.database);
  const { text } = await reader.call('GET', '/usage-reports.csv');
  const [heading, ...lines] = text.trimEnd().split('\r\n');
  expect(heading).toMatch(/^hour,customer,/);
  const hours = lines.map((line) => line.split(',')[0]);
  expect(hours).toEqual([...new Set(hours)].sort().reverse());
  expect(hours).toHaveLength(600);
});

describe('the customers of an export', () => {
  it.each([
    { max: 10, rowsRead: [1, 1] },
    { max: 1, rowsRead: [1, 1, 1] },
    { max: 0, rowsRead: [1, 2, 1] },
  ])('are read once, as long as $max fit', async ({ max, rowsRead }) => {
    const other = await subscribe(world, workspaceId, { tenantId: newTenant() });
    const { database, rowCounts } = withRowCounts(world.database);
    const customers = new CustomerCache(database, workspaceId, max);
    const asked = [[subscriptionId], [subscriptionId, other], [other]];
    for (const ids of asked) {
      const loaded = await customers.load(ids);
      expect(ids.map((id) => loaded.get(id)?.product)).toEqual(ids.map(() => 'forum'));
    }
    expect(rowCounts).toEqual(rowsRead);
  });
});
