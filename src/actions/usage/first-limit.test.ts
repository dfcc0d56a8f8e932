import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countLockWaits } from '../../../tests/support/database/lock-waits.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { LimitBooks } from '../../../tests/support/worlds/limit-books.ts';
import { MeterBooks } from '../../../tests/support/worlds/meter-books.ts';
import { limitPeriodsOf } from '../../core/usage/limits/limit.ts';
import type { Quantity } from '../../core/values/quantity.ts';
import { grantStatement } from '../../storage/usage/grant-reservations.ts';
import { loadLimits } from '../../storage/usage/limits.ts';
import { makeMissingCounters } from './missing-counters.ts';

let books: Books;
let meters: MeterBooks;
let limits: LimitBooks;
/** Of another node. */
let other: pg.Client;
beforeAll(async () => {
  books = await Books.open(6);
  other = new pg.Client(books.url);
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await books.close();
});
beforeEach(async () => {
  meters = await MeterBooks.open(books);
  limits = new LimitBooks(meters, await meters.customer());
});

/** The customer's, who bought two days ago. */
const meter = () => ({
  subscriptionId: limits.customer.subscriptionId,
  dimension: 'rows',
  subject: '',
  sourceName: 'Shop',
  periods: limitPeriodsOf([{ start: books.in(-48 * 3_600_000), end: null }], books.clock.now()),
});
const untilOneWaits = () => expect.poll(() => countLockWaits(books.database)).toBe(1);

describe('a limit that is set for the first time', () => {
  it('counts a reservation that is being granted meanwhile', async () => {
    await limits.granted(1);
    await other.query('begin');
    const now = books.clock.now();
    const asked = {
      meter: 0,
      reservationId: randomUUID(),
      apiClientId: meters.client.apiClientId,
      quantity: 14_000_000 as Quantity,
      grantedAt: now,
      expiresAt: books.in(60_000),
    };
    const { text, values } = grantStatement(meters.workspaceId, [meter()], [asked], now);
    expect((await other.query(text, [...values])).rows).toMatchObject([{ is_granted: true }]);
    await limits.planLimit({ quantity: 20 });
    const next = limits.outcome(6);
    await untilOneWaits();
    await other.query('commit');
    expect(await next).toBe('metering.limit_reached');
    expect(await limits.counters()).toMatchObject([{ reserved: 15 }]);
    expect(await limits.outcome(5)).toBe(0);
  });

  it('counts a reservation whose statement began before it and goes on after it', async () => {
    await limits.planLimit({ quantity: 100, per: 'Day' });
    await limits.granted(1);
    await other.query('begin');
    await other.query('select from usage_counters where workspace_id = $1 for update', [meters.workspaceId]);
    const waiting = limits.outcome(14);
    await untilOneWaits();
    await limits.planLimit({ quantity: 20, per: 'Month' });
    const monthly = await loadLimits(books.database, meters.workspaceId, [meter()], books.clock.now());
    await makeMissingCounters(books.context, meters.workspaceId, monthly);
    await other.query('commit');
    expect(await waiting).toBe(5);
    expect(await limits.counters()).toMatchObject([
      { per: 'Month', reserved: 15 },
      { per: 'Day', reserved: 15 },
    ]);
    expect(await limits.outcome(6)).toBe('metering.limit_reached');
  });
});
