import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countLockWaits } from '../../../tests/support/database/lock-waits.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { MeterBooks, type MeterCustomer } from '../../../tests/support/worlds/meter-books.ts';
import type { Database } from '../../storage/database.ts';
import { addToHours, lockHours } from '../../storage/usage/hours.ts';
import { closeHours } from './close-hours.ts';
import { expireUsage, takeUsage } from './sending.ts';

const minute = 60_000;
const hour = 60 * minute;

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

const event = (members?: object, minutesAgo?: number) => meters.event(customer, members, minutesAgo);
const calls = (number: number) => Array.from({ length: number }, () => event({ dimension: 'calls' }));
const reports = async () =>
  (await meters.reports()).map(({ dimension, quantity, status }) => [dimension, Number(quantity), status]);
const nextHour = async () => {
  books.clock.forward(hour);
  await meters.close();
};

describe('closing', () => {
  it('makes the report of an hour once, when its hold is over', async () => {
    await meters.send([event({ quantity: 12.5 })]);
    books.clock.forward(74 * minute);
    await meters.close();
    expect(await reports()).toEqual([]);
    books.clock.forward(minute);
    await Promise.all(Array.from({ length: 4 }, () => meters.close()));
    await meters.close();
    expect(await reports()).toEqual([['rows', 12.5, 'Pending']]);
    const [[report], [closed]] = [await meters.reports(), await meters.hours()];
    expect(report).toMatchObject({
      origin: 'Events',
      source_name: 'Shop',
      marketplace_plan_id: 'metered',
      report_id: closed?.report_id,
      due_at: books.clock.now(),
      attempts: 0,
    });
  });

  it('makes reports of a subscription without a marketplace that are never sent', async () => {
    const direct = await meters.customer('Direct');
    await meters.send([
      meters.event(direct, { quantity: 2.5 }),
      meters.event(direct, { dimension: 'calls' }),
    ]);
    books.clock.forward(75 * minute);
    await meters.close();
    expect(await reports()).toEqual([
      ['calls', 0, 'NotBilled'],
      ['rows', 2.5, 'NotBilled'],
    ]);
    expect((await meters.reports())[0]).toMatchObject({
      marketplace_subscription_id: null,
      decided_at: null,
    });
    const queue = { workspaceId: meters.workspaceId, sourceName: 'Shop' };
    const lease = { leaseId: randomUUID(), holder: randomUUID() };
    expect(await takeUsage(books.context, queue, lease, 10)).toEqual([]);
    books.clock.forward(48 * hour);
    await expireUsage(books.context);
    expect((await reports()).map(([, , status]) => status)).toEqual(['NotBilled', 'NotBilled']);
  });

  it('reports only what exceeds the included quantity', async () => {
    for (const number of [4, 4, 4, 3]) {
      await meters.send(calls(number));
      await nextHour();
    }
    books.clock.forward(15 * minute);
    await meters.close();
    expect(await reports()).toEqual([
      ['calls', 0, 'Skipped'],
      ['calls', 0, 'Skipped'],
      ['calls', 2, 'Pending'],
      ['calls', 3, 'Pending'],
    ]);
    const periods = await books.database
      .selectFrom('usage_periods')
      .select(['used', 'reported'])
      .where('workspace_id', '=', meters.workspaceId)
      .execute();
    expect(periods.map(({ used, reported }) => [Number(used), Number(reported)])).toEqual([[15, 5]]);
  });

  it('begins a new period a month after the activation', async () => {
    await meters.send(calls(12));
    books.clock.forward(2 * hour);
    await meters.close();
    books.clock.forward(32 * 24 * hour);
    await meters.send(calls(11));
    books.clock.forward(2 * hour);
    await meters.close();
    expect(await reports()).toEqual([
      ['calls', 2, 'Pending'],
      ['calls', 1, 'Pending'],
    ]);
  });

  it('begins with the hours of the term when the quantity is included per term', async () => {
    for (const days of [32, 32]) {
      await meters.send(calls(4));
      books.clock.forward(2 * hour);
      await meters.close();
      books.clock.forward(days * 24 * hour);
    }
    await sql`update meter_dimensions set included_per = 'Term'
      where workspace_id = ${meters.workspaceId} and dimension_id = 'calls'`.execute(books.database);
    await meters.send(calls(4));
    books.clock.forward(2 * hour);
    await meters.close();
    expect((await reports()).map(([, quantity]) => quantity)).toEqual([0, 0, 2]);
  });

  it('reports maxima and unique keys as they are', async () => {
    await meters.send([
      event({ dimension: 'peak', quantity: 2.5 }),
      event({ dimension: 'users', uniqueKey: 'a' }),
      event({ dimension: 'users', uniqueKey: 'b' }),
    ]);
    books.clock.forward(2 * hour);
    await meters.close();
    expect(await reports()).toEqual([
      ['peak', 2.5, 'Pending'],
      ['users', 2, 'Pending'],
    ]);
  });

  it('carries what one report cannot have', async () => {
    const most = 1_000_000_000;
    await meters.send([event({ quantity: most }), event({ quantity: most }), event({ quantity: 7 })]);
    for (let hours = 0; hours < 5; hours++) await nextHour();
    expect(await reports()).toEqual([
      ['rows', most, 'Pending'],
      ['rows', most, 'Pending'],
      ['rows', 7, 'Pending'],
    ]);
    const total = (await meters.hours()).reduce((sum, row) => sum + Number(row.total), 0);
    expect(total).toBe(2 * most + 7);
  });

  it('carries nothing into an hour that is fed in another way', async () => {
    const most = 1_000_000_000;
    await meters.send([event({ quantity: most }), event({ quantity: most }), event({ quantity: 7 })]);
    const [open] = await meters.hours();
    const switchedAt = new Date((open?.hour.getTime() ?? 0) + hour);
    const previous = JSON.stringify({ intake: 'Events', aggregation: 'Sum', included: null });
    await sql`update meter_dimensions
      set intake = 'Records', aggregation = null, previous_meter = ${previous}::jsonb, switched_at = ${switchedAt}
      where workspace_id = ${meters.workspaceId} and dimension_id = 'rows'`.execute(books.database);
    for (let hours = 0; hours < 5; hours++) await nextHour();
    expect((await reports()).map(([, quantity]) => quantity).sort()).toEqual([most, most, 7].sort());
    for (const { hour: reported } of await meters.reports()) {
      expect(reported.getTime()).toBeLessThan(switchedAt.getTime());
    }
  });

  it('carries nothing into an hour with another aggregation', async () => {
    const most = 1_000_000_000;
    await meters.send([event({ quantity: most }), event({ quantity: 7 })]);
    const [open] = await meters.hours();
    books.clock.forward(hour);
    await meters.send([event({ quantity: 1 })]);
    await sql`update usage_hours set aggregation = 'Count'
      where workspace_id = ${meters.workspaceId} and hour > ${open?.hour}`.execute(books.database);
    for (let hours = 0; hours < 4; hours++) await nextHour();
    expect((await reports()).map(([, quantity]) => quantity)).toEqual([most, 1, 7]);
  });

  it('carries an hour that a record has reported', async () => {
    await meters.send([event({ quantity: 5 })]);
    const [open] = await meters.hours();
    await sql`
      insert into usage_reports (workspace_id, hour, subscription_id, dimension, report_id, source_name,
        marketplace_subscription_id, marketplace_plan_id, quantity, status, first_recorded_at, due_at, attempts)
      values (${meters.workspaceId}, ${open?.hour}, ${customer.subscriptionId}, 'rows', ${randomUUID()}, 'Shop', 'm',
        'basic', 3, 'Pending', now(), now(), 1)`.execute(books.database);
    for (let hours = 0; hours < 4; hours++) await nextHour();
    expect((await reports()).map(([, quantity]) => quantity)).toEqual([3, 5]);
  });

  it('carries hours that were closed too late for the marketplace', async () => {
    await meters.send([event({ quantity: 5 }), event({ dimension: 'peak', quantity: 2 })]);
    books.clock.forward(30 * hour);
    await meters.close();
    books.clock.forward(15 * minute);
    await meters.close();
    expect(await reports()).toEqual([
      ['peak', 2, 'Pending'],
      ['rows', 5, 'Pending'],
    ]);
    const [report] = (await meters.reports()).filter(({ dimension }) => dimension === 'rows');
    expect(report?.hour.getTime()).toBeGreaterThan(books.in(-24 * hour).getTime());
  });

  it('takes the hours of the last day of a subscription that has ended', async () => {
    await meters.send([event({ quantity: 1 })]);
    books.clock.forward(90 * minute);
    await meters.close();
    await books.move({ workspaceId: meters.workspaceId, ...customer }, { type: 'cancelNow' });
    books.clock.forward(3 * hour);
    expect(await meters.send([event({ quantity: 2 }, 4.5 * 60)])).toMatchObject({
      accepted: 1,
      exceptions: [{ outcome: 'Carried' }],
    });
    await nextHour();
    expect((await reports()).map(([, quantity]) => quantity)).toEqual([1, 2]);
  });
});

describe('closing and intake at the same time', () => {
  /** Does its work in a transaction that stays open until `commit`. */
  async function open(work: (transaction: Database) => Promise<unknown>) {
    let commit = () => {};
    const isCommitted = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let worked = () => {};
    const hasWorked = new Promise<void>((resolve) => {
      worked = resolve;
    });
    const transaction = books.database.transaction().execute(async (database) => {
      await work(database);
      worked();
      await isCommitted;
    });
    await Promise.race([hasWorked, transaction]);
    return {
      async commit() {
        commit();
        await transaction;
      },
    };
  }
  const somebodyWaits = () => expect.poll(() => countLockWaits(books.database)).toBe(1);

  it('the closing first: the event waits, and is carried', async () => {
    await meters.send([event({ quantity: 1 })]);
    books.clock.forward(75 * minute);
    const [due] = await meters.hours();
    if (!due) throw new Error('There is no hour');
    const key = { hour: due.hour, subscriptionId: due.subscription_id, dimension: due.dimension };
    const closing = await open(async (transaction) => {
      await lockHours(transaction, meters.workspaceId, [key]);
      await sql`update usage_hours set closed_at = now() where hour = ${due.hour}
        and workspace_id = ${meters.workspaceId}`.execute(transaction);
    });
    const sending = meters.send([event({ quantity: 4 }, 75)]);
    await somebodyWaits();
    await closing.commit();
    expect(await sending).toMatchObject({ accepted: 1, exceptions: [{ outcome: 'Carried' }] });
    expect((await meters.hours()).map(({ total }) => Number(total))).toEqual([1, 4]);
  });

  it('the event first: the closing leaves the hour to the next pass, which counts the event', async () => {
    await meters.send([event({ quantity: 1 })]);
    books.clock.forward(75 * minute);
    const [due] = await meters.hours();
    if (!due) throw new Error('There is no hour');
    const adding = await open((transaction) =>
      addToHours(transaction, meters.workspaceId, [
        {
          hour: due.hour,
          subscriptionId: due.subscription_id,
          dimension: due.dimension,
          sourceName: 'Shop',
          marketplaceSubscriptionId: 'm',
          marketplacePlanId: 'basic',
          aggregation: 'Sum',
          included: null,
          per: 'Month',
          total: 4_000_000n,
          events: 1,
          carried: 0,
          closesAt: due.closes_at,
        },
      ]),
    );
    await closeHours(books.context);
    expect(await reports()).toEqual([]);
    await adding.commit();
    await meters.close();
    expect((await reports()).map(([, quantity]) => quantity)).toEqual([5]);
  });

  it('under load everything that was accepted is reported, exactly once', async () => {
    const hoursAgo = 5;
    let sent = 0;
    let isOver = false;
    const closing = (async () => {
      while (!isOver) await meters.close();
    })();
    await Promise.all(
      Array.from({ length: 3 }, async () => {
        for (let request = 0; request < 12; request++) {
          const events = Array.from({ length: 20 }, (_, index) => {
            const quantity = (index + 1) / 1_000;
            return event({ quantity }, 60 * (index % hoursAgo) + 60);
          });
          const answer = await meters.send(events);
          expect(answer.refused).toBe(0);
          await meters.send(events.slice(10));
          sent += 210;
          // Hours close while events for them are on their way; those that an intake has locked, after a later request.
          await sql`update usage_hours set closes_at = ${books.clock.now()} where ctid = any (array(
            select ctid from usage_hours where closed_at is null
              and workspace_id = ${meters.workspaceId} and hour < ${books.in(-hour)} for update skip locked
          ))`.execute(books.database);
        }
      }),
    ).finally(() => {
      isOver = true;
    });
    await closing;
    books.clock.forward(3 * hour);
    await meters.close();
    const reported = (await meters.reports()).reduce(
      (sum, row) => sum + Math.round(Number(row.quantity) * 1_000),
      0,
    );
    const totals = (await meters.hours()).reduce(
      (sum, row) => sum + Math.round(Number(row.total) * 1_000),
      0,
    );
    expect([reported, totals]).toEqual([sent, sent]);
  });
});
