import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { citusUrl } from '../../../tests/support/database/citus.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { LimitBooks } from '../../../tests/support/worlds/limit-books.ts';
import { MeterBooks } from '../../../tests/support/worlds/meter-books.ts';
import { limitPeriodsOf } from '../../core/usage/limits/limit.ts';
import type { Quantity } from '../../core/values/quantity.ts';
import type { Database } from '../database.ts';
import { lockIntakes } from './counters.ts';
import { grantReservations } from './grant-reservations.ts';

let books: Books;
let first: LimitBooks;
let second: LimitBooks;
beforeAll(async () => {
  books = await Books.open(4);
});
afterAll(() => books.close());
beforeEach(async () => {
  [first, second] = await Promise.all([openLimits(), openLimits()]);
});

async function openLimits(): Promise<LimitBooks> {
  const meters = await MeterBooks.open(books);
  return new LimitBooks(meters, await meters.customer());
}

interface Wish {
  readonly of: LimitBooks;
  readonly quantity: number;
  readonly subject?: string;
  /** That of its books unless set. */
  readonly workspaceId?: string;
}

/** One statement for all of them, each with a meter of its own. */
function grantShared(...wishes: readonly Wish[]) {
  const { now } = books.context;
  const periods = limitPeriodsOf([{ start: books.in(-1_000), end: null }], now);
  return grantReservations(
    books.database,
    wishes.map(({ of, workspaceId }) => workspaceId ?? of.meters.workspaceId),
    wishes.map(({ of, subject = '' }) => {
      const { subscriptionId } = of.customer;
      return { subscriptionId, dimension: 'rows', subject, sourceName: 'Shop', periods };
    }),
    wishes.map(({ of, quantity }, meter) => ({
      meter,
      reservationId: randomUUID(),
      apiClientId: of.meters.client.apiClientId,
      quantity: (quantity * 1_000_000) as Quantity,
      grantedAt: now,
      expiresAt: books.in(60_000),
    })),
    now,
  );
}

const answers = async (...wishes: readonly Wish[]) =>
  (await grantShared(...wishes)).map(({ isGranted }) => isGranted);

/** While another transaction has locked a counter of the workspace. */
async function whileLocked(limits: LimitBooks, subject: string, work: () => Promise<void>): Promise<void> {
  await books.database.transaction().execute(async (transaction: Database) => {
    const { rows } = await sql`
      select from usage_counters where workspace_id = ${limits.meters.workspaceId} and subject = ${subject}
      for update`.execute(transaction);
    expect(rows).toHaveLength(1);
    await work();
  });
}

// A cluster has no such statements.
describe.skipIf(citusUrl)('a statement of several workspaces', () => {
  it('grants each its own reservations, by its own limits and counters', async () => {
    await first.planLimit({ quantity: 5, per: 'Day' });
    await second.planLimit({ quantity: 10, per: 'Day' });
    await first.granted(1);
    await second.granted(1);
    const outcomes = await grantShared(
      { of: first, quantity: 3 },
      { of: second, quantity: 9 },
      { of: first, quantity: 2 },
      { of: first, quantity: 1 },
    );
    expect(outcomes.map(({ isGranted }) => isGranted)).toEqual([true, true, false, false]);
    expect(outcomes.map(({ limits }) => limits.map(({ quantity }) => quantity))).toEqual(
      [5n, 10n, 5n, 5n].map((quantity) => [quantity * 1_000_000n]),
    );
    expect(await first.counters()).toMatchObject([{ reserved: 4 }]);
    expect(await second.counters()).toMatchObject([{ reserved: 10 }]);
  });

  it('finds no subscription of another workspace', async () => {
    await first.planLimit({ quantity: 5, per: 'Day' });
    await first.granted(1);
    await second.granted(1);
    const foreign = { of: first, quantity: 1, workspaceId: second.meters.workspaceId };
    const [outcome] = await grantShared(foreign);
    expect(outcome).toEqual({ isGranted: false, isCurrent: true, limits: [], missing: [] });
    expect(await first.counters()).toMatchObject([{ reserved: 1 }]);
  });

  it('grants nothing while counters are made', async () => {
    await first.granted(1);
    await second.granted(1);
    await books.database.transaction().execute(async (transaction: Database) => {
      await lockIntakes(transaction, first.meters.workspaceId, '2026-01-01');
      const outcomes = await grantShared({ of: first, quantity: 1 }, { of: second, quantity: 1 });
      expect(outcomes.map(({ isGranted, isCurrent }) => [isGranted, isCurrent])).toEqual([
        [false, false],
        [true, true],
      ]);
    });
    expect(await answers({ of: first, quantity: 1 })).toEqual([true]);
  });

  it('waits for no lock, and grants nothing whose counter is locked', async () => {
    for (const limits of [first, second]) {
      await limits.planLimit({ quantity: 20, per: 'Day' });
      await limits.granted(1);
    }
    await whileLocked(first, '', async () => {
      expect(await answers({ of: first, quantity: 1 }, { of: second, quantity: 1 })).toEqual([false, true]);
    });
    expect(await answers({ of: first, quantity: 1 })).toEqual([true]);
    expect(await first.counters()).toMatchObject([{ reserved: 2 }]);
  });

  it('grants only with every counter, also of a limit that was removed', async () => {
    await first.planLimit({ quantity: 20, per: 'Day' });
    await first.granted(1);
    await first.planLimit(null);
    await whileLocked(first, '', async () => {
      expect(await answers({ of: first, quantity: 1 })).toEqual([false]);
    });
    expect(await answers({ of: first, quantity: 1 })).toEqual([true]);
    expect(await first.counters()).toMatchObject([{ reserved: 2 }]);
  });

  it.each([
    ["the plan's", ''],
    ["the customer's for the subject", 'agent'],
  ])('grants only with every counter, also of limits that warn: %s is locked', async (_, locked) => {
    await first.planLimit({ quantity: 20, per: 'Day', action: 'Warn' });
    await first.ownLimit('Customer', { quantity: 20, per: 'Day', action: 'Warn' }, { subject: 'agent' });
    await first.granted(1, { subject: 'agent' });
    await whileLocked(first, locked, async () => {
      const [ofAgent, other] = await answers(
        { of: first, quantity: 1, subject: 'agent' },
        { of: first, quantity: 1 },
      );
      expect(ofAgent).toBe(false);
      expect(other).toBe(locked !== '');
    });
    expect((await first.counters()).map(({ subject, reserved }) => [subject, reserved])).toEqual([
      ['', locked === '' ? 1 : 2],
      ['agent', 1],
    ]);
  });
});
