import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Books } from '../../../tests/support/worlds/books.ts';
import { standardRetention } from '../../core/operations/retention.ts';
import { deleteOldRows } from '../operations/delete-old-rows.ts';

const day = 24 * 3_600_000;

let books: Books;
beforeAll(async () => {
  books = await Books.open();
});
afterAll(() => books.close());

it('deletes drifts of old days in batches', async () => {
  const workspaceId = await books.workspace();
  const store = (count: number, at: Date) =>
    sql`
      insert into usage_drifts (workspace_id, source_name, marketplace_subscription_id, dimension, day, held_quantity,
        marketplace_quantity, first_seen_at, last_seen_at)
      select ${workspaceId}, 'Shop', number::text, 'posts', (${at}::timestamptz at time zone 'UTC')::date, 1, 2, ${at}, ${at}
      from generate_series(1, ${count}::integer) as number`.execute(books.database);
  await store(1_200, books.in(-401 * day));
  await store(4, books.in(-400 * day));
  const pass = deleteOldRows('usage-drifts', { ...standardRetention, usageReportDays: 400 });
  expect(await pass(books.context)).toBe(1_200);
  expect(await pass(books.context)).toBe(0);
  books.clock.forward(day);
  expect(await pass(books.context)).toBe(4);
});
