import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../../tests/support/browser/portal-user.ts';
import { statementsOf } from '../../../../tests/support/database/statements.ts';
import { done } from '../../../../tests/support/done.ts';
import { meteredProduct } from '../../../../tests/support/worlds/meter-books.ts';
import { newTenant, subscribe } from '../../../../tests/support/worlds/subscribing.ts';
import { World } from '../../../../tests/support/worlds/world.ts';
import { addProduct } from '../../../actions/catalogue/change-catalogue.ts';
import { closeHours } from '../../../actions/usage/close-hours.ts';
import { quantitySumToText, readQuantitySum } from '../../../core/usage/events/quantity-sum.ts';
import { submit } from '../../../core/usage/reports/report.ts';
import { readQuantity } from '../../../core/values/quantity.ts';
import { addToHours } from '../../../storage/usage/hours.ts';
import { insertReports } from '../../../storage/usage/reports.ts';

const hour = 3_600_000;
const day = 24 * hour;

interface Series {
  readonly product: string;
  readonly dimension: string;
  readonly subscriptions: number;
  readonly total: number;
  readonly limit: number | null;
  readonly usageLimits: readonly object[];
  readonly days: readonly { day: string; quantity: number; periodTotal: number | null }[];
}

let world: World;
let user: PortalUser;
let workspaceId: string;
/** The first hour of the first subscription. */
let began: Date;
let subscriptionId: string;
let other: string;
const tenantId = newTenant();
const otherTenant = newTenant();

const address = { sourceName: 'Shop', marketplaceSubscriptionId: 'M1', marketplacePlanId: 'P1' };
const inHours = (count: number) => new Date(began.getTime() + count * hour);
const dayText = (instant: Date) => instant.toISOString().slice(0, 10);

/** The total of events in an hour. */
async function count(of: string, dimension: string, at: Date, quantity: string): Promise<void> {
  const included = dimension === 'calls' ? '10' : null;
  const counted = {
    ...address,
    subscriptionId: of,
    dimension,
    hour: at,
    aggregation: 'Sum' as const,
    included,
    per: 'Month' as const,
    total: readQuantitySum(quantity),
    events: 1,
    carried: 0,
    closesAt: new Date(at.getTime() + hour),
  };
  await addToHours(world.database, workspaceId, [counted]);
}

/** An hourly record. */
async function record(of: string, dimension: string, at: Date, amount: number): Promise<void> {
  const quantity = readQuantity(amount);
  if (typeof quantity !== 'number') throw new Error('no quantity');
  const submission = {
    subscriptionId: of,
    dimension,
    hour: at,
    reportId: randomUUID(),
    quantity,
    holdMinutes: 15,
  };
  const { report } = done(submit(null, submission, new Date(at.getTime() + 2 * hour)));
  await insertReports(world.database, workspaceId, [{ ...address, report }]);
}

beforeAll(async () => {
  world = await World.shared();
  workspaceId = await world.workspace();
  const limits = { calls: 500, posts: 40, peak: 3 };
  done(await addProduct(world.context, workspaceId, meteredProduct('meters', limits)));
  done(await addProduct(world.context, workspaceId, meteredProduct('gauges')));
  const bought = (tenant: string, product: string) => ({
    tenantId: tenant,
    product,
    source: 'Marketplace' as const,
    marketplaceSubscriptionId: randomUUID(),
  });
  began = new Date(Math.floor(world.clock.now().getTime() / hour) * hour);
  subscriptionId = await subscribe(world, workspaceId, bought(tenantId, 'meters'));
  other = await subscribe(world, workspaceId, bought(otherTenant, 'meters'));
  await subscribe(world, workspaceId, bought(otherTenant, 'gauges'));
  // From the third day on, over more than a month.
  for (const at of [48, 49, 60, 24 * 20 + 5, 24 * 45])
    await count(subscriptionId, 'calls', inHours(at), '3.25');
  await record(subscriptionId, 'posts', inHours(24 * 20 + 5), 7.5);
  await record(subscriptionId, 'posts', inHours(24 * 45 + 1), 0);
  await record(subscriptionId, 'posts', inHours(24 * 45 + 2), 1);
  await count(other, 'calls', inHours(24 * 45), '0.000001');
  await count(other, 'calls', inHours(24 * 45 + 1), '900000000000000');
  await count(subscriptionId, 'gone', inHours(24 * 45), '2');
  world.clock.forward(46 * day);
  user = await PortalUser.join(world, workspaceId, 'Viewer');
  // Reports of events: their usage is counted by its hours.
  await closeHours(world.context);
});
afterAll(() => world.close());

const read = async (query: string, who = user) =>
  (await who.call('GET', `/usage/by-day?${query}`)).body as {
    from: string;
    to: string;
    total: number;
    series: Series[];
  };
const find = async (query: string, dimension: string) => {
  const { series } = await read(query);
  const found = series.find((one) => one.dimension === dimension);
  if (!found) throw new Error(`no ${dimension}`);
  return found;
};
const range = () => `from=${dayText(inHours(0))}&to=${dayText(inHours(24 * 46))}`;
const used = ({ days }: Series) =>
  days.filter(({ quantity }) => quantity > 0).map(({ quantity }) => quantity);

describe('usage by day', () => {
  it('200: of a subscription has every dimension, with what is included and the limit', async () => {
    const { from, to, total, series } = await read(`subscriptionId=${subscriptionId}&${range()}`);
    expect([from, to, total]).toEqual([dayText(inHours(0)), dayText(inHours(24 * 46)), 6]);
    expect(series.map(({ dimension }) => dimension)).toEqual([
      'calls',
      'gone',
      'posts',
      'peak',
      'rows',
      'users',
    ]);
    expect(series[0]).toMatchObject({
      product: 'meters',
      dimension: 'calls',
      name: 'Calls',
      unit: 'call',
      subscriptions: 1,
      total: 16.25,
      included: { quantity: 10, per: 'Month' },
      limit: 500,
    });
    // The plan does not have it.
    expect(series[1]).toMatchObject({ name: 'gone', unit: null, included: null, limit: null, total: 2 });
    expect(series[2]).toMatchObject({ dimension: 'posts', included: null, limit: 40, total: 8.5 });
    // The peaks of hours are not added up.
    expect(series[3]).toMatchObject({ dimension: 'peak', limit: null, total: 0, subscriptions: 0 });
    expect(series.every(({ days }) => days.length === 47)).toBe(true);
  });

  it('200: has the usage limits in force of one subscription', async () => {
    const limit = { quantity: 12.5, per: 'Month', action: 'Deny' };
    const support = await PortalUser.join(world, workspaceId, 'Subscription support');
    const path = `/customers/${tenantId}/usage-limits/meters/calls`;
    expect((await support.call('PUT', path, { body: { ...limit, reason: 'A trial.' } })).status).toBe(200);
    const of = async (query: string, dimension: string) => (await find(query, dimension)).usageLimits;
    const query = `subscriptionId=${subscriptionId}&${range()}`;
    expect(await of(query, 'calls')).toEqual([{ ...limit, setBy: 'Partner' }]);
    expect(await of(query, 'posts')).toEqual([]);
    expect(await of(`product=meters&${range()}`, 'calls')).toEqual([]);
    expect((await support.call('DELETE', path)).status).toBe(204);
  });

  it('200: running totals begin with the period, also before the range', async () => {
    const calls = await find(`subscriptionId=${subscriptionId}&${range()}`, 'calls');
    const ofDay = (days: readonly Series['days'][number][], at: number) =>
      days.find((one) => one.day === dayText(inHours(at)));
    expect(ofDay(calls.days, 24 * 10)).toMatchObject({ quantity: 0, periodTotal: 9.75 });
    expect(ofDay(calls.days, 24 * 21)).toMatchObject({ periodTotal: 13 });
    // The second month.
    expect(ofDay(calls.days, 24 * 40)).toMatchObject({ quantity: 0, periodTotal: 0 });
    expect(ofDay(calls.days, 24 * 45)).toMatchObject({ quantity: 3.25, periodTotal: 3.25 });
    const later = `from=${dayText(inHours(24 * 22))}&to=${dayText(inHours(24 * 23))}`;
    const part = await find(`subscriptionId=${subscriptionId}&${later}`, 'calls');
    expect(part.days).toMatchObject([
      { quantity: 0, periodTotal: 13 },
      { quantity: 0, periodTotal: 13 },
    ]);
    expect(part).toMatchObject({ total: 0, subscriptions: 0 });
    const posts = await find(`subscriptionId=${subscriptionId}&${later}`, 'posts');
    expect(posts.days.map(({ periodTotal }) => periodTotal)).toEqual([7.5, 7.5]);
  });

  it('200: of a customer, a product and the workspace', async () => {
    expect(used(await find(`tenantId=${tenantId.toUpperCase()}&${range()}`, 'posts'))).toEqual([7.5, 1]);
    const calls = await find(`product=meters&${range()}`, 'calls');
    expect(calls).toMatchObject({
      subscriptions: 2,
      included: null,
      limit: null,
      name: 'Calls',
      unit: 'call',
    });
    expect(calls.days.every(({ periodTotal }) => periodTotal === null)).toBe(true);
    const { series } = await read(range());
    expect(series.map(({ product, dimension }) => `${product}/${dimension}`)).toEqual([
      'meters/calls',
      'meters/gone',
      'meters/posts',
    ]);
    expect((await read(`${range()}&limit=1`)).series).toHaveLength(1);
    expect((await read(`${range()}&dimension=posts&product=meters`)).series).toMatchObject([{ total: 8.5 }]);
    expect((await read(`${range()}&product=gauges`)).series).toEqual([]);
    // Metered plans without usage.
    const { series: idle } = await read(`tenantId=${otherTenant}&product=gauges&dimension=rows`);
    expect(idle).toMatchObject([{ product: 'gauges', total: 0, days: expect.any(Array) }]);
    expect(idle[0]?.days).toHaveLength(30);
  });

  it('days add up exactly to the hourly totals and the records', async () => {
    const { rows } = await sql<{ dimension: string; sum: string }>`
      select dimension, sum(quantity)::text as sum from (
        select dimension, total as quantity from usage_hours where workspace_id = ${workspaceId}
        union all
        select dimension, quantity from usage_reports where workspace_id = ${workspaceId} and origin = 'Records'
      ) as hours group by dimension order by dimension`.execute(world.database);
    const sumsOf = async (query: string) => {
      const { text } = await user.call('GET', `/usage/by-day.csv?${query}`);
      const sums = new Map<string, bigint>();
      for (const line of text.trim().split('\r\n').slice(1)) {
        const [, , dimension = '', , , quantity = ''] = line.split(',');
        sums.set(dimension, (sums.get(dimension) ?? 0n) + readQuantitySum(quantity));
      }
      return sums;
    };
    const whole = await sumsOf(range());
    expect([...whole].sort()).toEqual(rows.map(({ dimension, sum }) => [dimension, readQuantitySum(sum)]));
    const [first, second] = [
      await sumsOf(`tenantId=${tenantId}&${range()}`),
      await sumsOf(`tenantId=${otherTenant}&${range()}`),
    ];
    for (const [dimension, sum] of whole) {
      expect((first.get(dimension) ?? 0n) + (second.get(dimension) ?? 0n)).toBe(sum);
    }
    expect(quantitySumToText(second.get('calls') ?? 0n)).toBe('900000000000000.000001');
  });

  it('takes the same number of statements for any number of days and subscriptions', async () => {
    // Others may come between them, such as checks of a connection, or reads of the user after the cache was evicted.
    const count = async (query: string) =>
      (await statementsOf(() => read(query))).filter(({ text }) => /usage|subscriptions|plans/.test(text))
        .length;
    const last = dayText(inHours(24 * 45));
    const oneDay = `from=${last}&to=${last}`;
    const year = `from=${dayText(inHours(24 * -320))}&to=${dayText(inHours(24 * 46))}`;
    for (const scope of [`subscriptionId=${subscriptionId}`, `tenantId=${tenantId}`]) {
      const expected = await count(`${scope}&${oneDay}`);
      expect(expected).toBeGreaterThan(0);
      expect(await count(`${scope}&${year}`)).toBe(expected);
    }
    // Two subscriptions and their tenants.
    expect(await count(year)).toBe(await count(`product=meters&${oneDay}`));
  });

  it('200: the last 30 days by default', async () => {
    const { from, to } = await read('');
    const today = world.clock.now();
    expect([from, to]).toEqual([dayText(new Date(today.getTime() - 29 * day)), dayText(today)]);
  });

  it.each([
    ['from=2026-11-02&to=2026-11-01', 'from must not be after to, and the range has at most 400 days'],
    ['from=2025-01-01&to=2026-11-01', 'at most 400 days'],
    ['from=yesterday', 'must be a day, such as 2026-11-15'],
    ['to=2026-02-30', 'must be a day'],
    ['to=2026-11-15T00:00:00Z', 'must be a day'],
    ['subscriptionId=none', 'must be a UUID'],
    ['limit=101', 'must be 100 or less'],
  ])('400: %s', async (query, detail) => {
    for (const file of query.startsWith('limit') ? [''] : ['', '.csv']) {
      const { status, body } = await user.call('GET', `/usage/by-day${file}?${query}`);
      expect([status, body.detail]).toEqual([400, expect.stringContaining(detail)]);
    }
  });

  it('200: nothing of an unknown subscription or customer, and nothing in another workspace', async () => {
    for (const query of [`subscriptionId=${randomUUID()}`, `tenantId=${randomUUID()}`, 'product=none']) {
      expect((await read(`${query}&${range()}`)).series).toEqual([]);
    }
    const stranger = await PortalUser.join(world, await world.workspace(), 'Viewer');
    for (const query of ['', `subscriptionId=${subscriptionId}&`, `tenantId=${tenantId}&`]) {
      expect((await read(`${query}${range()}`, stranger)).series).toEqual([]);
    }
    const foreign = `/api/admin/v1/workspaces/${workspaceId}/usage/by-day`;
    expect((await world.call(foreign)).status).toBe(401);
  });

  it('200: as CSV, recorded in the audit log', async () => {
    world.clock.forward(1_000);
    const last = dayText(inHours(24 * 45));
    const query = `subscriptionId=${subscriptionId}&dimension=calls&from=${last}&to=${last}`;
    const { headers, text } = await user.call('GET', `/usage/by-day.csv?${query}`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(text).toBe(
      'day,product,dimension,name,unit,quantity,periodTotal,included,includedPer,limit\r\n' +
        `${last},meters,calls,Calls,call,3.25,3.25,10,Month,500\r\n`,
    );
    expect(await user.lastAudit()).toMatchObject({
      action: 'usage_days.exported',
      after: { format: 'csv', subscriptionId, dimension: 'calls', from: last, to: last },
    });
  });
});
