import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Books } from '../../../tests/support/worlds/books.ts';
import { listPartitionDays } from '../../storage/usage/partitions.ts';
import { keepPartitions } from './keep-partitions.ts';

const day = 24 * 3_600_000;

let books: Books;
beforeAll(async () => {
  books = await Books.open(4);
});
afterAll(() => books.close());

const keep = () => keepPartitions(2)(books.context);
const daysOf = (...offsets: number[]) =>
  offsets.map((offset) =>
    books
      .in(offset * day)
      .toISOString()
      .slice(0, 10),
  );

async function addEvent(receivedOn: Date): Promise<void> {
  await sql`
    insert into usage_events (workspace_id, received_on, source, event_id, subscription_id, dimension, hour, is_carried,
      occurred_at, received_at)
    values (gen_random_uuid(), ${receivedOn.toISOString().slice(0, 10)}, 's', gen_random_uuid()::text,
      gen_random_uuid(), 'd', date_trunc('hour', ${receivedOn}::timestamptz), false, ${receivedOn}, ${receivedOn})`.execute(
    books.database,
  );
}
const stored = async (table: string) => {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from ${sql.table(table)}`.execute(books.database);
  return rows[0]?.count;
};

it('partitions are added ahead, on several nodes at once, and dropped when their time is over', async () => {
  await Promise.all([keep(), keep(), keep()]);
  expect(await listPartitionDays(books.database, 'usage_events')).toEqual(daysOf(0, 1, 2, 3));
  expect(await listPartitionDays(books.database, 'usage_unique_keys')).toEqual(daysOf(0, 1, 2, 3));
  await addEvent(books.clock.now());
  expect([await stored('usage_events'), await stored('usage_events_default')]).toEqual([1, 0]);

  books.clock.forward(4 * day);
  await keep();
  expect(await stored('usage_events')).toBe(1);
  books.clock.forward(day);
  await keep();
  expect(await stored('usage_events')).toBe(0);
  expect((await listPartitionDays(books.database, 'usage_events'))[0]).toBe(daysOf(-4)[0]);
  expect((await listPartitionDays(books.database, 'usage_unique_keys'))[0]).toBe(daysOf(-2)[0]);
});

it('a day without a partition is kept in the default one, and deleted from there', async () => {
  const late = books.in(10 * day);
  await addEvent(late);
  expect(await stored('usage_events_default')).toBe(1);
  books.clock.forward(9 * day);
  await keep();
  expect(await listPartitionDays(books.database, 'usage_events')).not.toContain(daysOf(1)[0]);
  expect(await stored('usage_events_default')).toBe(1);
  books.clock.forward(7 * day);
  await keep();
  expect(await stored('usage_events_default')).toBe(0);
});
