import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Books } from '../../../tests/support/worlds/books.ts';
import { MeterBooks } from '../../../tests/support/worlds/meter-books.ts';
import { closePeriods } from './close-periods.ts';
import { deleteOldHours } from './delete-old-hours.ts';
import { deleteOldReports } from './delete-old-reports.ts';

const day = 24 * 3_600_000;
const days = 400;

let books: Books;
let meters: MeterBooks;
beforeAll(async () => {
  books = await Books.open(6);
  meters = await MeterBooks.open(books);
});
afterAll(() => books.close());

const nodes = [1, 2, 3];
const deleteHours = () => Promise.all(nodes.map(() => deleteOldHours(days)(books.context)));
const deleteReports = () => Promise.all(nodes.map(() => deleteOldReports(days)(books.context)));
const left = async () => ({
  hours: (await meters.hours()).map(({ dimension }) => dimension),
  reports: (await meters.reports()).map(({ dimension, status }) => `${dimension} ${status}`),
});
const settle = () =>
  sql`
    update usage_reports set status = 'Accepted', decided_at = ${books.clock.now()}
    where status = 'Pending' and dimension <> 'waiting'`.execute(books.database);
/** Each hour is closed, and each period that is over. */
async function close(): Promise<void> {
  books.clock.forward(2 * 3_600_000);
  await meters.close();
  await settle();
}

it('deletes hours with their closed periods, then reports; never what is open, pending or young', async () => {
  const customer = await meters.customer();
  const sendAll = () =>
    meters.send([
      meters.event(customer, { dimension: 'rows', quantity: 3 }),
      ...Array.from({ length: 12 }, () => meters.event(customer, { dimension: 'calls' })),
      meters.event(customer, { dimension: 'peak', quantity: 7 }),
    ]);
  await sendAll();
  await close();
  // Nothing has happened in two other hours: one report failed to be settled, one was made by records.
  await sql`
    insert into usage_reports (workspace_id, hour, subscription_id, dimension, report_id, source_name,
      marketplace_subscription_id, marketplace_plan_id, quantity, status, first_recorded_at, due_at, attempts, decided_at)
    select workspace_id, hour - interval '1 hour', subscription_id, name, gen_random_uuid(), source_name,
      marketplace_subscription_id, marketplace_plan_id, 1, more.status, first_recorded_at, due_at, 0,
      case when more.status = 'Accepted' then decided_at end
    from usage_reports cross join (values ('posts', 'Accepted'), ('waiting', 'Pending')) as more (name, status)
    where dimension = 'rows'`.execute(books.database);
  books.clock.forward(40 * day);
  while ((await closePeriods(books.context)) > 0);
  await sendAll();
  await close();
  const everything = await left();
  expect([everything.hours.length, everything.reports.length]).toEqual([6, 8]);

  books.clock.forward((days - 45) * day);
  await deleteHours();
  await deleteReports();
  expect(await left()).toEqual(everything);
  // The hours are old, and their month is not yet. Reports of events stay as long as their hours.
  books.clock.forward(30 * day);
  await deleteHours();
  await deleteReports();
  expect((await left()).reports).not.toContain('posts Accepted');
  expect((await left()).reports).toHaveLength(7);

  books.clock.forward(5 * day);
  // A term was divided in another way: an open period has the hours of a closed one.
  await sql`
    insert into usage_periods (workspace_id, subscription_id, dimension, period_start, used, reported)
    select workspace_id, subscription_id, dimension, hour - interval '1 hour', 0, 0 from usage_hours
    where dimension = 'peak' order by hour limit 1`.execute(books.database);
  await deleteHours();
  await deleteReports();
  expect(await left()).toEqual({
    hours: ['peak', 'calls', 'peak', 'rows'],
    reports: ['waiting Pending', 'peak Accepted', 'calls Accepted', 'peak Accepted', 'rows Accepted'],
  });
  const periods = books.database.selectFrom('usage_periods').select(['dimension', 'closed_at']);
  expect((await periods.execute()).filter(({ closed_at }) => closed_at !== null)).toEqual([
    expect.objectContaining({ dimension: 'peak' }),
  ]);
  expect([...(await deleteHours()), ...(await deleteReports())]).toEqual([0, 0, 0, 0, 0, 0]);
});
