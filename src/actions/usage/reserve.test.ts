import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countLockWaits } from '../../../tests/support/database/lock-waits.ts';
import { done } from '../../../tests/support/done.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { LimitBooks } from '../../../tests/support/worlds/limit-books.ts';
import { MeterBooks } from '../../../tests/support/worlds/meter-books.ts';
import { isRefusal } from '../../core/refusal.ts';
import { quantitySumToNumber } from '../../core/usage/events/quantity-sum.ts';
import { limitPeriodsOf } from '../../core/usage/limits/limit.ts';
import { loadLimits } from '../../storage/usage/limits.ts';
import { settleLapsedReservations } from './lapse-reservations.ts';

const second = 1_000;
const hour = 3_600_000;

let books: Books;
let meters: MeterBooks;
let limits: LimitBooks;
beforeAll(async () => {
  books = await Books.open(8);
});
afterAll(() => books.close());
beforeEach(async () => {
  meters = await MeterBooks.open(books);
  limits = new LimitBooks(meters, await meters.customer());
});

const parallel = (count: number, quantity = 1) =>
  Promise.all(Array.from({ length: count }, () => limits.reserve(quantity)));
const grantedOf = (answers: readonly unknown[]) => answers.filter((answer) => !isRefusal(answer)).length;

describe('a reservation', () => {
  it('is granted without a limit, and its commit is a usage event', async () => {
    expect(await limits.outcome(5)).toBeNull();
    const id = await limits.granted(2.5);
    expect(await limits.commit(id)).toEqual({ reservationId: id, state: 'Committed', quantity: 2.5 });
    expect((await meters.hours()).map(({ total }) => Number(total))).toEqual([2.5]);
    expect(await limits.counters()).toEqual([]);
  });

  it('is granted up to the limit, and refused with its figures beyond it', async () => {
    await limits.planLimit({ quantity: 20, per: 'Day' });
    await meters.send([meters.event(limits.customer, { quantity: 4 })]);
    expect(await limits.outcome(10)).toBe(6);
    expect(await limits.outcome(6)).toBe(0);
    expect(await limits.reserve(0.000001)).toMatchObject({
      code: 'metering.limit_reached',
      args: { limit: 20, used: 4, reserved: 16, remaining: 0, setBy: 'Plan' },
    });
    expect(await limits.reserve(21)).toMatchObject({
      code: 'metering.quantity_over_limit',
      args: { limit: 20, per: 'Day', setBy: 'Plan' },
    });
  });

  it('never exceeds the limit when many are asked for at once', async () => {
    await limits.planLimit({ quantity: 20 });
    expect(grantedOf(await parallel(60))).toBe(20);
    expect(await limits.counters()).toMatchObject([{ used: 0, reserved: 20 }]);
  });

  it('is granted in its group although a larger one before it is not', async () => {
    await limits.planLimit({ quantity: 20 });
    await limits.granted(10);
    const [large, small] = await Promise.all([limits.reserve(15), limits.reserve(10)]);
    expect(large).toMatchObject({ code: 'metering.limit_reached' });
    expect(small).toMatchObject({ remaining: 0 });
  });

  it('that is released or has lapsed is available at once', async () => {
    await limits.planLimit({ quantity: 20 });
    const id = await limits.granted(20, { ttlSeconds: 3_600 });
    expect(await limits.outcome(1)).toBe('metering.limit_reached');
    expect(await limits.release(id)).toBeUndefined();
    expect(await limits.release(id)).toBeUndefined();
    const lapsing = await limits.granted(20, { ttlSeconds: 5 });
    expect(await limits.outcome(20)).toBe('metering.limit_reached');
    books.clock.forward(5 * second);
    expect(await limits.commit(lapsing)).toMatchObject({ code: 'metering.reservation_lapsed' });
    expect(await limits.outcome(20)).toBe(0);
    expect(await limits.commit(lapsing)).toMatchObject({ code: 'metering.reservation_lapsed' });
    expect(await limits.commit(id)).toMatchObject({ code: 'metering.reservation_released' });
  });

  it('counts once however often it is committed, also at once', async () => {
    await limits.planLimit({ quantity: 20 });
    const id = await limits.granted(5);
    const answers = await Promise.all(Array.from({ length: 6 }, () => limits.commit(id, { quantity: 3 })));
    for (const answer of answers) {
      expect(answer).toEqual({ reservationId: id, state: 'Committed', quantity: 3 });
    }
    expect(await limits.counters()).toMatchObject([{ used: 3, reserved: 0, total: 3 }]);
    expect(await limits.release(id)).toMatchObject({ code: 'metering.reservation_committed' });
  });

  it('is committed up to its quantity; nothing of it is a release', async () => {
    await limits.planLimit({ quantity: 20 });
    const id = await limits.granted(5);
    expect(await limits.commit(id, { quantity: 5.5 })).toMatchObject({
      code: 'metering.reservation_exceeded',
      args: { reserved: 5, quantity: 5.5 },
    });
    expect(await limits.commit(id, { quantity: 0 })).toMatchObject({ state: 'Released', quantity: 0 });
    expect(await limits.counters()).toMatchObject([{ used: 0, reserved: 0 }]);
  });

  it('whose event was sent before frees its quantity and counts nothing', async () => {
    await limits.planLimit({ quantity: 20 });
    const id = await limits.granted(5);
    await meters.send([meters.event(limits.customer, { id: 'sent', quantity: 5 })]);
    expect(await limits.commit(id, { id: 'sent' })).toMatchObject({ state: 'Committed' });
    expect(await limits.counters()).toMatchObject([{ used: 5, reserved: 0, total: 5 }]);
  });

  it('of a count counts its quantity', async () => {
    await limits.planLimit({ quantity: 20 }, 'calls');
    const id = await limits.granted(7, { dimension: 'calls' });
    await limits.commit(id);
    expect(await limits.counters()).toMatchObject([{ used: 7, reserved: 0, total: 7 }]);
    expect(await limits.outcome(0.5, { dimension: 'calls' })).toBe('metering.quantity_not_whole');
    expect(await limits.outcome(1, { dimension: 'peak' })).toBe('metering.not_reservable');
    expect(await limits.outcome(1, { dimension: 'users' })).toBe('metering.not_reservable');
    expect(await limits.outcome(1, { dimension: 'posts' })).toBe('metering.fed_by_records');
    expect(await limits.outcome(1, { dimension: 'unknown' })).toBe('metering.unknown_dimension');
  });

  it("is not found by another client's", async () => {
    const id = await limits.granted(5);
    const other = new LimitBooks(await MeterBooks.open(books), limits.customer);
    expect(await other.commit(id)).toMatchObject({ code: 'metering.reservation_not_found' });
    expect(await other.release(id)).toMatchObject({ code: 'metering.reservation_not_found' });
  });
});

describe('reservations of several workspaces', () => {
  let others: LimitBooks;
  beforeEach(async () => {
    const otherMeters = await MeterBooks.open(books);
    others = new LimitBooks(otherMeters, await otherMeters.customer());
    for (const each of [limits, others]) await each.planLimit({ quantity: 20 });
  });

  it('never exceed any limit, and each counts for its own', async () => {
    const asked = Array.from({ length: 60 }, (_, index) => (index % 2 ? limits : others).reserve(1));
    expect(grantedOf(await Promise.all(asked))).toBe(40);
    expect(await limits.counters()).toMatchObject([{ reserved: 20 }]);
    expect(await others.counters()).toMatchObject([{ reserved: 20 }]);
  });

  it("do not wait for each other's locks", async () => {
    for (const each of [limits, others]) await each.granted(1);
    let waiting: ReturnType<typeof parallel> | undefined;
    await books.database.transaction().execute(async (transaction) => {
      await sql`select from usage_counters where workspace_id = ${meters.workspaceId} for update`.execute(
        transaction,
      );
      waiting = parallel(3);
      await expect.poll(() => countLockWaits(transaction)).toBeGreaterThan(0);
      for (let turn = 0; turn < 3; turn++) expect(await others.outcome(1)).toBe(18 - turn);
      expect(await limits.counters()).toMatchObject([{ reserved: 1 }]);
    });
    expect(grantedOf((await waiting) ?? [])).toBe(3);
  });

  it("do not fail with each other's errors", async () => {
    await limits.planLimit({ quantity: 20, action: 'Warn' });
    for (const each of [limits, others]) await each.granted(1);
    await sql`update usage_counters set reserved = 999999999999999999999999 where workspace_id = ${meters.workspaceId}`.execute(
      books.database,
    );
    const asked = Array.from({ length: 10 }, (_, index) => (index % 2 ? limits : others).reserve(1));
    const states = (await Promise.allSettled(asked)).map(({ status }) => status);
    expect(states).toEqual(states.map((_, index) => (index % 2 ? 'rejected' : 'fulfilled')));
    expect(await others.counters()).toMatchObject([{ reserved: 6 }]);
  });
});

describe('limits', () => {
  it("the partner's replaces the plan's until it ends, the customer's apply beside it", async () => {
    await limits.planLimit({ quantity: 10 });
    await limits.ownLimit('Partner', { quantity: 50 }, { endsAt: books.in(hour) });
    expect(await limits.outcome(20)).toBe(30);
    await limits.ownLimit('Customer', { quantity: 25 });
    expect(await limits.reserve(6)).toMatchObject({ args: { limit: 25, remaining: 5, setBy: 'Customer' } });
    await limits.ownLimit('Customer', { quantity: 3, per: 'Day' }, { subject: 'agent' });
    expect(await limits.outcome(4, { subject: 'agent' })).toBe('metering.quantity_over_limit');
    expect(await limits.outcome(2, { subject: 'agent' })).toBe(1);
    expect(await limits.reserve(2, { subject: 'agent' })).toMatchObject({ args: { limit: 3, reserved: 2 } });
    expect(await limits.outcome(2, { subject: 'person' })).toBe(1);
    await limits.ownLimit('Customer', null);
    books.clock.forward(hour);
    expect(await limits.outcome(6)).toBe(4);
  });

  it('that only warn never deny', async () => {
    await limits.planLimit({ quantity: 10, action: 'Warn' });
    expect(await limits.outcome(15)).toBeNull();
    expect(await limits.counters()).toMatchObject([{ reserved: 15 }]);
  });

  it('of a plan that is sold at several marketplaces are those of the mapping that meters the usage', async () => {
    const { workspaceId } = meters;
    await limits.planLimit({ quantity: 20 });
    await sql`
      insert into marketplace_mappings (workspace_id, mapping_id, plan_id, billing_model, source_name, offer_id, marketplace_plan_id)
      select workspace_id, gen_random_uuid(), plan_id, billing_model, 'Arcade', offer_id, marketplace_plan_id
      from marketplace_mappings where workspace_id = ${workspaceId}`.execute(books.database);
    await sql`
      insert into meter_dimensions (workspace_id, mapping_id, dimension_id, billing_model, name, unit, intake, aggregation,
        limit_quantity, limit_per, limit_action)
      select dimension.workspace_id, mapping.mapping_id, dimension.dimension_id, dimension.billing_model, dimension.name, dimension.unit,
        dimension.intake, dimension.aggregation, 3, 'Month', 'Deny'
      from meter_dimensions as dimension join marketplace_mappings as mapping
        on mapping.workspace_id = dimension.workspace_id and mapping.source_name = 'Arcade'
      where dimension.workspace_id = ${workspaceId} and dimension.dimension_id = 'rows'`.execute(
      books.database,
    );
    const { subscriptionId } = limits.customer;
    const { now } = books.context;
    const periods = limitPeriodsOf([{ start: now, end: null }], now);
    const meter = { subscriptionId, dimension: 'rows', subject: '', periods };
    const loaded = await loadLimits(
      books.database,
      workspaceId,
      ['Shop', 'Arcade'].map((sourceName) => ({ ...meter, sourceName })),
      now,
    );
    expect(loaded.map(({ quantity }) => quantitySumToNumber(quantity))).toEqual([20, 3]);
  });

  it('that come back count what was reserved meanwhile', async () => {
    await limits.planLimit({ quantity: 20, per: 'Month' });
    await limits.granted(1);
    await limits.planLimit({ quantity: 20, per: 'Day' });
    await limits.granted(9);
    await limits.planLimit(null);
    await limits.granted(5);
    await limits.planLimit({ quantity: 20, per: 'Month' });
    expect(await limits.outcome(6)).toBe('metering.limit_reached');
    expect(await limits.outcome(5)).toBe(0);
  });

  it('of a subject that come back count what it used meanwhile', async () => {
    const ofAgent = { subject: 'agent' };
    await limits.ownLimit('Customer', { quantity: 20 }, ofAgent);
    await limits.granted(1, ofAgent);
    await limits.ownLimit('Customer', null, ofAgent);
    await limits.commit(await limits.granted(9, ofAgent));
    await limits.ownLimit('Customer', { quantity: 20 }, ofAgent);
    expect(await limits.outcome(11, ofAgent)).toBe('metering.limit_reached');
    expect(await limits.outcome(10, ofAgent)).toBe(0);
  });

  it('that are set later count what is used and reserved already', async () => {
    await meters.send([meters.event(limits.customer, { quantity: 4 })]);
    const id = await limits.granted(5);
    await limits.planLimit({ quantity: 20 });
    expect(await limits.outcome(12)).toBe('metering.limit_reached');
    expect(await limits.outcome(11)).toBe(0);
    await limits.commit(id);
    expect(await limits.counters()).toMatchObject([{ used: 9, reserved: 11, total: 9 }]);
  });

  it('are free again in the next period, and a late commit counts in that of its reservation', async () => {
    await limits.planLimit({ quantity: 20, per: 'Day' });
    const passed = books.clock.now().getTime() % (24 * hour);
    books.clock.forward(24 * hour - passed - 60 * second);
    const id = await limits.granted(20, { ttlSeconds: 600 });
    books.clock.forward(2 * 60 * second);
    expect(await limits.outcome(20)).toBe(0);
    await limits.commit(id);
    expect(await limits.counters()).toMatchObject([
      { used: 20, reserved: 0, total: 20 },
      { used: 0, reserved: 20, total: 0 },
    ]);
  });

  it('hold although the clocks of the nodes differ', async () => {
    await limits.planLimit({ quantity: 20, per: 'Day' });
    const { context } = books;
    const nodeAt = (minutes: number) => ({ ...context, now: new Date(midnight + minutes * 60 * second) });
    const midnight = Math.ceil(context.now.getTime() / (24 * hour)) * 24 * hour;
    const [slow, fast] = [nodeAt(-5), nodeAt(5)];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        limits.reserve(1, { ttlSeconds: 3_600 }, index % 2 ? slow : fast),
      ),
    );
    expect(grantedOf(answers)).toBe(40);
    expect(await limits.counters()).toMatchObject([{ reserved: 20 }, { reserved: 20 }]);
    // They have lapsed by the clock of another node: what it grants instead cannot be committed twice.
    const held = answers.flatMap((answer, index) => (index % 2 === 0 && !isRefusal(answer) ? [answer] : []));
    const later = await Promise.all(Array.from({ length: 30 }, () => limits.reserve(1, {}, nodeAt(70))));
    expect(grantedOf(later)).toBe(20);
    for (const { reservationId } of held) {
      expect(await limits.commit(reservationId, {}, fast)).toMatchObject({
        code: 'metering.reservation_lapsed',
      });
    }
  });

  it('count what lapsed reservations of a worker give back', async () => {
    await limits.planLimit({ quantity: 20 });
    await limits.granted(20, { ttlSeconds: 1 });
    books.clock.forward(second);
    await settleLapsedReservations(books.context);
    expect(await limits.counters()).toMatchObject([{ reserved: 0 }]);
  });
});

describe('usage events', () => {
  it('beyond a limit that denies are stored and marked', async () => {
    await limits.planLimit({ quantity: 10 });
    const event = (quantity: number) => meters.event(limits.customer, { quantity });
    const answer = await meters.send([event(6), event(4), event(1), event(1)]);
    expect(answer).toMatchObject({ accepted: 4 });
    expect(answer.exceptions).toEqual([
      { index: 2, outcome: 'OverLimit', hour: null, error: null },
      { index: 3, outcome: 'OverLimit', hour: null, error: null },
    ]);
    expect(await limits.counters()).toMatchObject([{ used: 12, total: 12 }]);
    await limits.planLimit({ quantity: 10, action: 'Warn' });
    expect((await meters.send([event(1)])).exceptions).toEqual([]);
  });

  it('and commits announce the thresholds of a limit once', async () => {
    await limits.planLimit({ quantity: 10 });
    const thresholds = async () => {
      const { rows } = await sql<{ usage: { threshold: number; of: string; limit: number; setBy: string } }>`
        select data -> 'usage' as usage from events where workspace_id = ${meters.workspaceId}
          and type = 'usage.threshold_reached' order by event_id`.execute(books.database);
      return rows.map(({ usage }) => [usage.threshold, usage.of, usage.limit, usage.setBy]);
    };
    await limits.commit(await limits.granted(8));
    expect((await thresholds()).sort()).toEqual([
      [50, 'Limit', 10, 'Plan'],
      [80, 'Limit', 10, 'Plan'],
    ]);
    await meters.send([meters.event(limits.customer, { quantity: 1 })]);
    expect(await thresholds()).toHaveLength(2);
    await meters.send([meters.event(limits.customer, { quantity: 1 })]);
    expect(await thresholds()).toHaveLength(3);
  });

  it('are counted while the counter is made', async () => {
    await limits.planLimit({ quantity: 1_000 });
    await Promise.all([
      ...Array.from({ length: 6 }, () => meters.send([meters.event(limits.customer, { quantity: 1 })])),
      ...Array.from({ length: 6 }, async () => done(await limits.reserve(1))),
    ]);
    expect(await limits.counters()).toMatchObject([{ used: 6, reserved: 6, total: 6 }]);
  });
});
