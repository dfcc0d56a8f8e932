import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Books } from '../../../tests/support/worlds/books.ts';
import { usageStatuses } from '../../core/usage/report.ts';
import { usageStateOf } from '../../core/usage/state.ts';
import { reportState } from './queue.ts';

let books: Books;
beforeAll(async () => {
  books = await Books.open();
});
afterAll(() => books.close());

it('finds the same states as the core', async () => {
  const now = books.clock.now();
  const moments = [-1, 0, 1].map((offset) => books.in(offset));
  const reports = usageStatuses.flatMap((status) =>
    moments.flatMap((dueAt) =>
      [null, ...moments].flatMap((leasedUntil) =>
        [0, 2].map((attempts) => ({ status, dueAt, leasedUntil, attempts })),
      ),
    ),
  );
  const { rows } = await sql<{ state: string }>`
    select ${reportState(now)} as state
    from unnest(
      ${reports.map(({ status }) => status)}::text[], ${reports.map(({ dueAt }) => dueAt)}::timestamptz[],
      ${reports.map(({ leasedUntil }) => leasedUntil)}::timestamptz[],
      ${reports.map(({ attempts }) => attempts)}::integer[]
    ) with ordinality as report (status, due_at, leased_until, attempts, position)
    order by position`.execute(books.database);
  // A row does not count its lease.
  const leased = reports.map((report) => ({
    ...report,
    attempts: report.attempts + (report.leasedUntil ? 1 : 0),
  }));
  expect(rows.map(({ state }) => state)).toEqual(leased.map((report) => usageStateOf(report, now)));
});
