import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countLockWaits } from '../../../tests/support/database/lock-waits.ts';
import { done } from '../../../tests/support/done.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { type Quantity, readQuantity } from '../../core/quantity.ts';
import { submit, type UsageKey, usageLeaseTerms } from '../../core/usage/report.ts';
import { usageHourOf } from '../../core/usage/window.ts';
import type { Database } from '../../storage/database.ts';
import { insertReports, lockReports, type StoredReport, updateReports } from '../../storage/usage/reports.ts';
import { takeDueReports } from '../../storage/usage/sending.ts';
import { correctUsageReport } from './correct-report.ts';
import { expireUsage } from './expire.ts';
import { releaseUsage, takeUsage } from './lease.ts';
import { settleUsage } from './settle.ts';

/** Two connections, one of which pauses inside its transaction. */
const minute = 60_000;
const hour = 60 * minute;
const units = (count: number) => readQuantity(count) as Quantity;

let books: Books;
let queue: { readonly workspaceId: string; readonly sourceName: string };
beforeAll(async () => {
  books = await Books.open(6);
});
afterAll(() => books.close());
beforeEach(async () => {
  queue = { workspaceId: await books.workspace(), sourceName: 'Shop' };
  await sql`delete from usage_leases`.execute(books.database);
  await sql`delete from usage_reports`.execute(books.database);
});

async function addReport(holdMinutes = 0, hoursAgo = 2): Promise<UsageKey> {
  const now = books.clock.now();
  const key = {
    subscriptionId: randomUUID(),
    dimension: 'rows',
    hour: usageHourOf(books.in(-hoursAgo * hour)),
  };
  const submission = { ...key, reportId: randomUUID(), quantity: units(5), holdMinutes };
  const { report } = done(submit(null, submission, now));
  const address = { sourceName: 'Shop', marketplaceSubscriptionId: 'M', marketplacePlanId: 'P' };
  await insertReports(books.database, queue.workspaceId, [{ ...address, report }]);
  return key;
}

const correct = (key: UsageKey, count: number) =>
  correctUsageReport(books.context, queue.workspaceId, key, { quantity: units(count), replaces: units(5) });
const take = (lease = newLease()) => takeUsage(books.context, queue, lease, 25);
const newLease = (holder: string = randomUUID()) => ({ leaseId: randomUUID(), holder });
const worker = (holder: string, ...working: string[]) => ({ holder, working: new Set(working) });
const settle = (leaseId: string, reports: readonly StoredReport[]) =>
  settleUsage(
    books.context,
    { workspaceId: queue.workspaceId, leaseId },
    reports.map((sent) => ({ sent, outcome: { kind: 'accepted' } })),
  );
const stored = async () => {
  const [row] = await books.database.selectFrom('usage_reports').selectAll().execute();
  return row && { quantity: Number(row.quantity), status: row.status, attempts: row.attempts };
};

/** Works in a transaction that stays open until `commit`. */
async function open<Result>(work: (transaction: Database) => Promise<Result>) {
  let commit = () => {};
  const isCommitted = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let worked: (result: Result) => void = () => {};
  const result = new Promise<Result>((resolve) => {
    worked = resolve;
  });
  const transaction = books.database.transaction().execute(async (database) => {
    worked(await work(database));
    await isCommitted;
  });
  await Promise.race([result, transaction]);
  return {
    result: await result,
    async commit() {
      commit();
      await transaction;
    },
  };
}

const openTake = (lease = newLease()) =>
  open((transaction) =>
    takeDueReports(transaction, queue, {
      ...lease,
      terms: usageLeaseTerms(books.clock.now()),
      limit: 25,
      from: null,
    }),
  );

/** Waits until a statement waits for a lock. */
const isLockAwaited = () => expect.poll(() => countLockWaits(books.database)).toBe(1);

describe('a replacement and a take', () => {
  it('the take first: the replacement waits, and is refused', async () => {
    const key = await addReport();
    const taking = await openTake();
    const replacing = correct(key, 7);
    await isLockAwaited();
    await taking.commit();
    expect(await replacing).toMatchObject({ code: 'metering.window_already_reported' });
    expect(taking.result.map(({ report }) => report.quantity)).toEqual([units(5)]);
  });

  it('the replacement first: the take waits, and takes what was written', async () => {
    const key = await addReport();
    const replacing = await open(async (transaction) => {
      const now = books.clock.now();
      const [found] = await lockReports(transaction, queue.workspaceId, [key], now);
      if (!found) throw new Error('There is no report');
      await updateReports(transaction, queue.workspaceId, [
        { ...found, report: { ...found.report, quantity: units(7) } },
      ]);
    });
    const taking = take();
    await isLockAwaited();
    await replacing.commit();
    expect((await taking).map(({ report }) => report.quantity)).toEqual([units(7)]);
  });

  it('of a report on hold: nobody waits', async () => {
    await addReport();
    const held = await addReport(15);
    const taking = await openTake();
    expect(await correct(held, 7)).toMatchObject({ report: { quantity: units(7) } });
    await taking.commit();
    expect(taking.result).toHaveLength(1);
  });

  it('at the same instant, often: the quantity that was taken is the one that is stored', async () => {
    for (let round = 0; round < 40; round++) {
      await sql`delete from usage_leases`.execute(books.database);
      await sql`delete from usage_reports`.execute(books.database);
      const key = await addReport();
      const [, [taken]] = await Promise.all([correct(key, 7), take()]);
      expect(taken?.report.quantity).toBe(units((await stored())?.quantity ?? 0));
    }
  });
});

it('two takes share the queue: each report goes to one of them', async () => {
  await addReport();
  const first = await openTake();
  const second = take();
  await isLockAwaited();
  await addReport();
  await first.commit();
  expect([first.result.length, (await second).length]).toEqual([1, 1]);
});

describe('a lease that lapsed', () => {
  it('is released by anybody; its settle comes too late, and that of the next counts', async () => {
    await addReport();
    const stale = newLease();
    const sent = await take(stale);
    books.clock.forward(2 * minute);
    const other = randomUUID();
    await releaseUsage(books.context, worker(other));
    expect(await stored()).toEqual({ quantity: 5, status: 'Pending', attempts: 1 });
    const next = newLease(other);
    const again = await take(next);
    expect(again.map(({ report }) => report.attempts)).toEqual([2]);
    expect(await settle(stale.leaseId, sent)).toEqual([]);
    expect(await stored()).toEqual({ quantity: 5, status: 'Pending', attempts: 1 });
    expect(await settle(next.leaseId, again)).toHaveLength(1);
    expect(await settle(next.leaseId, again)).toEqual([]);
    expect(await stored()).toEqual({ quantity: 5, status: 'Accepted', attempts: 2 });
  });

  it('still settles while nobody has released it', async () => {
    await addReport();
    const lease = newLease();
    const sent = await take(lease);
    books.clock.forward(5 * minute);
    expect(await settle(lease.leaseId, sent)).toHaveLength(1);
  });

  it('freezes its reports, and lets time end them', async () => {
    const key = await addReport(0, 23);
    await take();
    books.clock.forward(3 * minute);
    expect(await correct(key, 7)).toMatchObject({ code: 'metering.window_already_reported' });
    books.clock.forward(hour);
    expect(await expireUsage(books.context)).toBe(1);
    expect(await stored()).toEqual({ quantity: 5, status: 'Expired', attempts: 1 });
    await releaseUsage(books.context, worker(randomUUID()));
    expect(await stored()).toEqual({ quantity: 5, status: 'Expired', attempts: 1 });
  });
});

it('a report that is being taken does not expire by the clock of another node', async () => {
  const key = await addReport(0, 23);
  const end = key.hour.getTime() + 24 * hour;
  books.clock.forward(end - minute / 2 - books.clock.now().getTime());
  const taking = await openTake();
  const expiring = expireUsage({ ...books.context, now: new Date(end + minute / 2) });
  await isLockAwaited();
  await taking.commit();
  expect(taking.result).toHaveLength(1);
  expect(await expiring).toBe(0);
});

describe('a take whose answer is lost', () => {
  it('is released by its holder at once, and by nobody else before it lapses', async () => {
    await addReport();
    const lease = newLease();
    await take(lease);
    await releaseUsage(books.context, worker(randomUUID()));
    await releaseUsage(books.context, worker(lease.holder, lease.leaseId));
    expect(await take()).toEqual([]);
    await releaseUsage(books.context, worker(lease.holder));
    expect((await take()).map(({ report }) => report.attempts)).toEqual([2]);
  });

  it('and that is committed only later is released then', async () => {
    await addReport();
    const lease = newLease();
    const taking = await openTake(lease);
    await releaseUsage(books.context, worker(lease.holder));
    await taking.commit();
    expect(await take()).toEqual([]);
    await releaseUsage(books.context, worker(lease.holder));
    expect(await take()).toHaveLength(1);
  });
});
