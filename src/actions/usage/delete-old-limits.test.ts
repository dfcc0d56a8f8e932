import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Books } from '../../../tests/support/worlds/books.ts';
import { LimitBooks } from '../../../tests/support/worlds/limit-books.ts';
import { MeterBooks } from '../../../tests/support/worlds/meter-books.ts';
import { standardRetention } from '../../core/operations/retention.ts';
import type { RetainedKind } from '../../storage/retention/retention-table.ts';
import { deleteOldRows } from '../operations/delete-old-rows.ts';
import { settleLapsedReservations } from './lapse-reservations.ts';

const day = 24 * 3_600_000;

let books: Books;
let meters: MeterBooks;
let limits: LimitBooks;
beforeAll(async () => {
  books = await Books.open(6);
});
afterAll(() => books.close());
beforeEach(async () => {
  meters = await MeterBooks.open(books);
  limits = new LimitBooks(meters, await meters.customer());
});

const deleted = (kind: RetainedKind) => deleteOldRows(kind, standardRetention)(books.context);

it('deletes reservations a day after they are settled, so that a repeated commit is answered until then', async () => {
  const states = async () => {
    const { rows } = await sql<{ state: string }>`
      select state from usage_reservations where workspace_id = ${meters.workspaceId} order by granted_at`.execute(
      books.database,
    );
    return rows.map(({ state }) => state);
  };
  const id = await limits.granted(1);
  const committed = { state: 'Committed', quantity: 1 };
  expect(await limits.commit(id)).toMatchObject(committed);
  books.clock.forward(1);
  await limits.granted(1, { ttlSeconds: 86_400 });
  books.clock.forward(day - 1);
  expect(await deleted('usage-reservations')).toBe(0);
  expect(await limits.commit(id)).toMatchObject(committed);
  books.clock.forward(1);
  expect(await deleted('usage-reservations')).toBe(1);
  expect(await limits.commit(id)).toMatchObject({ code: 'metering.reservation_not_found' });
  expect(await states()).toEqual(['Held']);
  await settleLapsedReservations(books.context);
  books.clock.forward(day);
  expect(await deleted('usage-reservations')).toBe(0);
  books.clock.forward(1);
  expect(await deleted('usage-reservations')).toBe(1);
  expect(await states()).toEqual([]);
});

it('deletes counters 7 days after their period, or the subscription if no end is known', async () => {
  for (const per of ['Term', 'Day'] as const) {
    await limits.planLimit({ quantity: 20, per });
    await limits.release(await limits.granted(1));
  }
  const left = async () => (await limits.counters()).map(({ per }) => per);
  books.clock.forward(7 * day);
  expect(await deleted('usage-counters')).toBe(0);
  books.clock.forward(day);
  expect(await deleted('usage-counters')).toBe(1);
  expect(await left()).toEqual(['Term']);
  const { workspaceId } = meters;
  await books.move({ workspaceId, subscriptionId: limits.customer.subscriptionId }, { type: 'cancelNow' });
  books.clock.forward(7 * day);
  expect(await deleted('usage-counters')).toBe(0);
  books.clock.forward(1);
  expect(await deleted('usage-counters')).toBe(1);
  expect(await left()).toEqual([]);
});
