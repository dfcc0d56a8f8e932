import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Books } from '../../../tests/support/worlds/books.ts';
import { isCurrentLease, isLeased, type Leasable, leaseTerms, take } from '../../core/lease.ts';
import { type LeasableByHolder, mayRelease, takeAgain } from '../../core/lease-model.fixture.ts';
import { hasCurrentLease, isUnleased, mayReleaseLease, mayTake, mayTakeAgain, taken } from './lease-queue.ts';

let books: Books;
beforeAll(async () => {
  books = await Books.open();
});
afterAll(() => books.close());

const offsets = [-120_000, -1, 0, 1, 120_000];

it('leases exactly the rows that the core would lease', async () => {
  const now = books.clock.now();
  const terms = leaseTerms('usageReport', now);
  const rows: Leasable[] = offsets.flatMap((due) =>
    [null, ...offsets].flatMap((lease) =>
      [0, 3].map((attempts) => ({
        dueAt: books.in(due),
        attempts,
        leasedUntil: lease === null ? null : books.in(lease),
      })),
    ),
  );
  const column = <Value>(read: (row: Leasable) => Value) => rows.map(read);
  await sql`
    create table queue as
    select * from unnest(
      ${column((_row) => rows.indexOf(_row))}::integer[], ${column(({ dueAt }) => dueAt)}::timestamptz[],
      ${column(({ attempts }) => attempts)}::integer[], ${column(({ leasedUntil }) => leasedUntil)}::timestamptz[]
    ) as row (position, due_at, attempts, leased_until)`.execute(books.database);
  const { rows: answers } = await sql<{ may_take: boolean; unleased: boolean; current: boolean | null }>`
    select ${mayTake(terms)} as may_take, ${isUnleased(now)} as unleased,
      ${hasCurrentLease(3)} as current
    from queue order by position`.execute(books.database);
  expect(answers).toEqual(
    rows.map((row) => ({
      may_take: take(row, terms) !== null,
      unleased: !isLeased(row, now),
      current: isCurrentLease(row, 3),
    })),
  );
  await sql`update queue set ${taken(terms)} where ${mayTake(terms)}`.execute(books.database);
  const { rows: after } = await sql<Leasable>`
    select due_at as "dueAt", attempts, leased_until as "leasedUntil" from queue
    order by position`.execute(books.database);
  expect(after).toEqual(rows.map((row) => take(row, terms) ?? row));
});

it('takes again the rows that the core takes again', async () => {
  const now = books.clock.now();
  const terms = leaseTerms('notification', now);
  const [me, you] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
  const rows: LeasableByHolder[] = [null, me, you].flatMap((holder) =>
    offsets.flatMap((due) =>
      [null, ...offsets].map((lease) => ({
        dueAt: books.in(due),
        attempts: 1,
        leasedUntil: lease === null ? null : books.in(lease),
        holder,
      })),
    ),
  );
  const { rows: answers } = await sql<{ may_take: boolean }>`
    select (${mayTakeAgain(terms, 'row', me)}) is true as may_take from unnest(
      ${rows.map(({ dueAt }) => dueAt)}::timestamptz[], ${rows.map(({ leasedUntil }) => leasedUntil)}::timestamptz[],
      ${rows.map(({ holder }) => holder)}::uuid[]
    ) with ordinality as row (due_at, leased_until, holder, position) order by position`.execute(
    books.database,
  );
  expect(answers.map((row) => row.may_take)).toEqual(rows.map((row) => takeAgain(row, me, terms) !== null));
});

it('releases the batch leases that the core releases', async () => {
  const now = books.clock.now();
  const uuid = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
  const leases = [1, 2].flatMap((id) =>
    [3, 4].flatMap((holder) =>
      offsets.map((offset) => ({ leaseId: uuid(id), holder: uuid(holder), leasedUntil: books.in(offset) })),
    ),
  );
  for (const working of [new Set<string>(), new Set([uuid(1)])]) {
    const worker = { holder: uuid(3), working };
    const { rows } = await sql<{ released: boolean }>`
      select ${mayReleaseLease(worker, now)} as released
      from unnest(
        ${leases.map(({ leaseId }) => leaseId)}::uuid[], ${leases.map(({ holder }) => holder)}::uuid[],
        ${leases.map(({ leasedUntil }) => leasedUntil)}::timestamptz[]
      ) with ordinality as lease (lease_id, holder, leased_until, position)
      order by position`.execute(books.database);
    expect(rows.map(({ released }) => released)).toEqual(
      leases.map((lease) => mayRelease(lease, worker, now)),
    );
  }
});
