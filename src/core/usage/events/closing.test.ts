import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Aggregation } from '../../catalogue/meter.ts';
import { maxQuantity } from '../../values/quantity.ts';
import { closeHour, closesAt, type HourToClose, mayNeedCarrying, overage, unusedPeriod } from './closing.ts';

const units = (count: number) => BigInt(Math.round(count * 1_000_000));
const hourOf = (total: number, rest: Partial<HourToClose> = {}): HourToClose => ({
  aggregation: 'Sum',
  total: units(total),
  included: 0n,
  isReported: false,
  isExpired: false,
  canCarry: true,
  ...rest,
});

describe('closing an hour', () => {
  const max = 1_000_000_000;
  it.each<[string, HourToClose, number, number | null, number]>([
    ['all is reported without an included quantity', hourOf(12.5), 100, 12.5, 0],
    ['nothing below the included quantity', hourOf(10, { included: units(100) }), 50, 0, 0],
    ['what exceeds it', hourOf(60, { included: units(100) }), 50, 10, 0],
    ['exactly the included quantity', hourOf(50, { included: units(100) }), 50, 0, 0],
    ['all after it is used up', hourOf(60, { included: units(100) }), 200, 60, 0],
    ['a total of nothing', hourOf(0), 5, 0, 0],
    ['more than a report can have', hourOf(max + 1), 0, max, 1],
    ['more than that, some of it included', hourOf(max + 11, { included: units(10) }), 0, max, 1],
    ['no hour to carry into', hourOf(max + 1, { canCarry: false }), 0, max, 0],
    ['an hour that a record has reported', hourOf(7, { isReported: true }), 0, null, 7],
    ['such an hour, and no other', hourOf(7, { isReported: true, canCarry: false }), 0, null, 0],
    ['an hour that was closed too late', hourOf(7, { isExpired: true }), 0, null, 7],
    ['such an hour, and no other', hourOf(7, { isExpired: true, canCarry: false }), 0, 7, 0],
    ['a maximum that was closed too late', hourOf(7, { aggregation: 'Max', isExpired: true }), 0, 7, 0],
    ['a maximum', hourOf(7, { aggregation: 'Max' }), 100, 7, 0],
    ['unique keys', hourOf(3, { aggregation: 'Unique' }), 100, 3, 0],
    ['a maximum that a record has reported', hourOf(7, { aggregation: 'Max', isReported: true }), 0, null, 0],
  ])('%s', (_case, hour, used, quantity, carried) => {
    const closed = closeHour(hour, { used: units(used), reported: 0n });
    expect([closed.quantity, closed.carried]).toEqual([
      quantity === null ? null : Number(units(quantity)),
      units(carried),
    ]);
    expect(closed.kept + closed.carried).toBe(hour.total);
    expect(closed.period).toEqual({
      used: units(used) + closed.kept,
      reported: BigInt(closed.quantity ?? 0),
    });
  });

  it('the reports of a period add up to its overage, however usage is split over hours', () => {
    const totals = fc.array(fc.bigInt({ min: 0n, max: 2_000n }), { maxLength: 40 });
    fc.assert(
      fc.property(
        totals,
        fc.nat(5_000),
        fc.constantFrom<Aggregation>('Sum', 'Count'),
        (hours, count, aggregation) => {
          const included = BigInt(count);
          const period = hours.reduce(
            (use, total) => closeHour(hourOf(0, { aggregation, total, included }), use).period,
            unusedPeriod,
          );
          const used = hours.reduce((sum, total) => sum + total, 0n);
          expect(period).toEqual({ used, reported: overage(used, included) });
        },
      ),
    );
  });

  it('carries until everything is reported', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n * BigInt(maxQuantity) }), fc.nat(), (total, count) => {
        const included = BigInt(count);
        let left = total;
        let use = unusedPeriod;
        for (let hours = 0; hours < 12; hours++) {
          const closed = closeHour(hourOf(0, { total: left, included }), use);
          expect(closed.quantity).toBeLessThanOrEqual(maxQuantity);
          left = closed.carried;
          use = closed.period;
        }
        expect([left, use]).toEqual([0n, { used: total, reported: overage(total, included) }]);
      }),
    );
  });

  it('another included quantity never reports usage again', () => {
    const hours = fc.array(
      fc.tuple(fc.bigInt({ min: 0n, max: 2_000n }), fc.bigInt({ min: 0n, max: 5_000n })),
    );
    fc.assert(
      fc.property(hours, (changes) => {
        let use = unusedPeriod;
        for (const [total, included] of changes) {
          const closed = closeHour(hourOf(0, { total, included }), use);
          expect(BigInt(closed.quantity ?? -1)).toBeGreaterThanOrEqual(0n);
          expect(BigInt(closed.quantity ?? 0)).toBeLessThanOrEqual(total);
          use = closed.period;
        }
      }),
    );
  });
});

describe('the time of closing', () => {
  const at = (text: string) => new Date(`2026-11-${text}:00Z`);
  it.each([
    ['after the end and the hold', '16T09:20', 15, '16T10:15'],
    ['without a hold', '16T09:20', 0, '16T10:00'],
    ['after a late first event', '16T14:10', 15, '16T14:25'],
    ['22 hours after the start at the latest', '17T06:55', 15, '17T07:00'],
    ['at once when that has passed', '17T08:30', 15, '17T07:00'],
  ])('%s', (_case, firstEvent, hold, expected) => {
    expect(closesAt(at('16T09:00'), at(firstEvent), hold)).toEqual(at(expected));
  });
});

it('property: an hour carries only if it may need to', () => {
  const total = fc.constantFrom(0, 7, 1_000_000_000, 1_000_000_001, 3_000_000_000);
  fc.assert(
    fc.property(
      fc.constantFrom<Aggregation>('Sum', 'Count', 'Max', 'Unique'),
      total,
      total,
      fc.boolean(),
      fc.boolean(),
      (aggregation, amount, used, isReported, isExpired) => {
        const hour = hourOf(amount, { aggregation, isReported, isExpired });
        const { carried } = closeHour(hour, { used: units(used), reported: 0n });
        if (carried > 0n) expect(mayNeedCarrying(hour)).toBe(true);
      },
    ),
  );
  expect(mayNeedCarrying(hourOf(7))).toBe(false);
});
