import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Books, type WrittenEvent } from '../../../tests/support/worlds/books.ts';
import { MeterBooks, type MeterCustomer } from '../../../tests/support/worlds/meter-books.ts';
import { closePeriods } from './close-periods.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let books: Books;
let meters: MeterBooks;
let customer: MeterCustomer;
beforeAll(async () => {
  books = await Books.open(8);
});
afterAll(() => books.close());
beforeEach(async () => {
  meters = await MeterBooks.open(books);
  customer = await meters.customer();
});

/** Calls of the customer; 10 are included in each month. */
const calls = (number: number, hoursAgo = 0, of = customer) =>
  Array.from({ length: number }, () => meters.event(of, { dimension: 'calls' }, 60 * hoursAgo));
const announced = async (type: string) => {
  const { rows } = await sql<Pick<WrittenEvent, 'data'>>`
    select data from events where workspace_id = ${meters.workspaceId} and type = ${type}
    order by occurred_at, (data -> 'usage' ->> 'threshold')::integer`.execute(books.database);
  return rows;
};
const thresholds = async () =>
  (await announced('usage.threshold_reached')).map(({ data }) => [data.usage.threshold, data.usage.used]);
const closeAll = async () => {
  await meters.close();
  while ((await closePeriods(books.context)) > 0);
};

describe('usage.threshold_reached', () => {
  it('is sent when the events arrive, for each threshold once', async () => {
    await meters.send(calls(4));
    expect(await thresholds()).toEqual([]);
    await meters.send(calls(1));
    expect(await thresholds()).toEqual([[50, 5]]);
    await meters.send(calls(2));
    books.clock.forward(3 * hour);
    await meters.close();
    await meters.send(calls(4));
    await meters.send(calls(20));
    expect(await thresholds()).toEqual([
      [50, 5],
      [80, 11],
      [100, 11],
    ]);
    const [first] = await announced('usage.threshold_reached');
    expect(first?.data).toMatchObject({
      tenantId: customer.tenantId,
      subscriptionId: customer.subscriptionId,
      product: { slug: 'forum' },
      plan: { slug: 'basic' },
      accessLevel: 'Full',
      usage: { dimension: 'calls', threshold: 50, used: 5, included: 10, overage: 0 },
    });
    const period = first?.data.usage.period;
    expect(Date.parse(period.end) - Date.parse(period.start)).toBeGreaterThan(27 * day);
  });

  it("is sent at the dimension's own percentages", async () => {
    await sql`update meter_dimensions set alert_percents = '{20, 90}'
      where workspace_id = ${meters.workspaceId} and dimension_id = 'calls'`.execute(books.database);
    await meters.send(calls(2));
    await meters.send(calls(8));
    expect(await thresholds()).toEqual([
      [20, 2],
      [90, 10],
    ]);
  });

  it('counts no duplicates', async () => {
    const events = calls(4);
    await Promise.all(Array.from({ length: 4 }, () => meters.send(events)));
    await meters.send(events);
    expect(await thresholds()).toEqual([]);
  });

  it('is sent once by many requests at the same time, in different hours', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, index) => meters.send(calls(1, index))));
    expect((await thresholds()).map(([, used]) => used).sort()).toEqual([10, 5, 8]);
  });

  it('is decided for each subscription of a request, in a constant number of statements', async () => {
    const others = [await meters.customer(), await meters.customer()];
    await meters.send([...calls(5), ...others.flatMap((other) => calls(8, 0, other))]);
    const found = await announced('usage.threshold_reached');
    expect(found.map(({ data }) => `${data.subscriptionId} ${data.usage.threshold}`).sort()).toEqual(
      [
        `${customer.subscriptionId} 50`,
        ...others.flatMap(({ subscriptionId }) => [`${subscriptionId} 50`, `${subscriptionId} 80`]),
      ].sort(),
    );
  });

  it('counts usage from before the quantity was included', async () => {
    const include = (quantity: number | null) =>
      sql`update meter_dimensions set included_quantity = ${quantity}, included_per = ${quantity && 'Month'}
        where workspace_id = ${meters.workspaceId} and dimension_id = 'calls'`.execute(books.database);
    await meters.send(calls(4));
    await include(null);
    books.clock.forward(2 * hour);
    await meters.close();
    await meters.send(calls(3));
    books.clock.forward(2 * hour);
    await meters.close();
    expect(await thresholds()).toEqual([]);
    await include(10);
    await meters.send(calls(1));
    expect(await thresholds()).toEqual([
      [50, 8],
      [80, 8],
    ]);
  });

  it('is sent again in the next period', async () => {
    await meters.send(calls(5));
    books.clock.forward(32 * day);
    await meters.send(calls(6));
    expect((await thresholds()).map(([threshold]) => threshold)).toEqual([50, 50]);
  });

  it('is not sent for dimensions without an included quantity', async () => {
    await meters.send(calls(50).map((event) => ({ ...event, dimension: 'rows' })));
    expect(await thresholds()).toEqual([]);
  });
});

describe('usage.period_closed', () => {
  const toEndOfPeriod = async () => {
    const { rows } = await sql<{ end: Date }>`
      select period_end as end from usage_periods where workspace_id = ${meters.workspaceId}`.execute(
      books.database,
    );
    books.clock.forward((rows[0]?.end.getTime() ?? 0) - books.clock.now().getTime());
  };

  it('is sent once, when the use of the period is final', async () => {
    await meters.send(calls(12));
    books.clock.forward(2 * hour);
    await closeAll();
    await toEndOfPeriod();
    await meters.send(calls(1, 1));
    await closeAll();
    expect(await announced('usage.period_closed')).toEqual([]);
    books.clock.forward(20 * hour);
    await closeAll();
    // An event of an hour that had none until now.
    expect(await meters.send(calls(1, 22))).toMatchObject({ accepted: 1, exceptions: [] });
    await closeAll();
    books.clock.forward(5 * hour - minute);
    await closeAll();
    expect(await announced('usage.period_closed')).toEqual([]);
    books.clock.forward(minute);
    await meters.close();
    await Promise.all(Array.from({ length: 4 }, () => closePeriods(books.context)));
    await closeAll();
    const [closed, ...others] = await announced('usage.period_closed');
    expect(others).toEqual([]);
    expect(closed?.data).toMatchObject({
      subscriptionId: customer.subscriptionId,
      usage: { dimension: 'calls', used: 14, included: 10, overage: 4, reported: 4 },
    });
  });

  it('waits for open hours', async () => {
    await meters.send(calls(3));
    books.clock.forward(40 * day);
    while ((await closePeriods(books.context)) > 0);
    expect(await announced('usage.period_closed')).toEqual([]);
    await closeAll();
    books.clock.forward(2 * hour);
    await closeAll();
    // Closed too late for the marketplace, the hour was carried into the present period.
    expect((await announced('usage.period_closed')).map(({ data }) => data.usage.used)).toEqual([0]);
    expect(await thresholds()).toEqual([]);
  });

  it('has what was used and reported without an included quantity', async () => {
    await meters.send(calls(3).map((event) => ({ ...event, dimension: 'rows', quantity: 0.5 })));
    books.clock.forward(2 * hour);
    await closeAll();
    books.clock.forward(33 * day);
    await closeAll();
    const [closed] = await announced('usage.period_closed');
    expect(closed?.data.usage).toMatchObject({ used: 1.5, included: null, overage: 1.5, reported: 1.5 });
  });
});
