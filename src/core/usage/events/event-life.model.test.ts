import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Quantity } from '../../values/quantity.ts';
import { type Period, periodOf } from '../period.ts';
import { isYoungEnough, usageHourOf } from '../reports/window.ts';
import { closeHour, closesAt, overage, type PeriodUse, unusedPeriod } from './closing.ts';
import { carryHour, eventHour, hourTotal, refuseEventTime } from './event-hour.ts';
import { joinTotals } from './join-totals.fixture.ts';

/**
 * The life of one meter of a subscription: applications that send, retry and come late, a worker that closes hours in any
 * order and sometimes twice, and months that pass. The law: the reports add up to the overage of what was accepted.
 */
const minute = 60_000;
const included = 40_000_000n;
const holdMinutes = 15;
const activatedAt = new Date('2026-01-31T10:20:00.000Z');
const terms: readonly Period[] = [
  { start: activatedAt, end: new Date('2026-02-03T07:40:00.000Z') },
  { start: new Date('2026-02-03T07:40:00.000Z'), end: null },
];

interface Hour {
  total: bigint;
  readonly closesAt: Date;
  isClosed: boolean;
  report: Quantity | null;
}

class Life {
  now = new Date('2026-02-02T10:30:00.000Z');
  readonly events = new Map<number, Quantity>();
  readonly hours = new Map<number, Hour>();
  readonly periods = new Map<number, PeriodUse>();
  #until: Date | null = null;

  get facts() {
    return {
      activePeriods: [{ from: activatedAt, until: this.#until }],
      isClosed: (hour: Date) => this.hours.get(hour.getTime())?.isClosed ?? false,
    };
  }

  cancel() {
    this.#until ??= this.now;
  }

  send(id: number, minutesAgo: number, quantity: Quantity) {
    const occurredAt = new Date(this.now.getTime() - minutesAgo * minute);
    if (this.events.has(id) || refuseEventTime({ occurredAt }, this.now)) return;
    if (this.#until && usageHourOf(occurredAt) >= this.#until) return;
    const placed = eventHour(occurredAt, { aggregation: 'Sum', ...this.facts }, this.now);
    if (!placed) return;
    this.events.set(id, quantity);
    this.add(placed.hour, hourTotal('Sum', [{ quantity, uniqueKey: null }]));
  }

  add(hour: Date, total: bigint) {
    const known = this.hours.get(hour.getTime());
    expect(known?.isClosed ?? false).toBe(false);
    if (known) known.total = joinTotals('Sum', known.total, total);
    else {
      const closes = closesAt(hour, this.now, holdMinutes);
      this.hours.set(hour.getTime(), { total, closesAt: closes, isClosed: false, report: null });
    }
  }

  close(order: number) {
    const due = [...this.hours].filter(([, { closesAt: at }]) => at <= this.now);
    for (const [time, hour] of order % 2 === 0 ? due : due.reverse()) {
      if (hour.isClosed) continue;
      const start = new Date(time);
      const target = carryHour(
        start,
        { ...this.facts, isClosed: (at) => +at === time || this.facts.isClosed(at) },
        this.now,
      );
      const period = periodOf(terms, 'Month', start).start.getTime();
      const closed = closeHour(
        {
          aggregation: 'Sum',
          total: hour.total,
          included,
          isReported: false,
          isExpired: false,
          canCarry: target !== undefined,
        },
        this.periods.get(period) ?? unusedPeriod,
      );
      this.periods.set(period, closed.period);
      Object.assign(hour, { total: closed.kept, isClosed: true, report: closed.quantity });
      if (target && closed.carried > 0n) this.add(target, closed.carried);
      // Nothing that was accepted may come too late for the marketplace.
      expect(isYoungEnough(start, this.now)).toBe(true);
    }
  }

  check() {
    const accepted = [...this.events.values()].reduce((sum, quantity) => sum + BigInt(quantity), 0n);
    const hours = [...this.hours.values()];
    expect(hours.reduce((sum, { total }) => sum + total, 0n)).toBe(accepted);
    for (const { used, reported } of this.periods.values()) expect(reported).toBe(overage(used, included));
    const reported = hours.reduce((sum, { report }) => sum + BigInt(report ?? 0), 0n);
    expect([...this.periods.values()].reduce((sum, period) => sum + period.reported, 0n)).toBe(reported);
  }
}

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      id: fc.nat(25),
      minutesAgo: fc.integer({ min: -5, max: 26 * 60 }),
      quantity: fc.constantFrom(...[1, 500_000, 30_000_000, 10 ** 15].map((one) => one as Quantity)),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('close' as const), order: fc.nat(1) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.nat(90) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const) }) },
);

it('what is reported is the overage of what was accepted, whatever happens in which order', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const life = new Life();
      for (const one of steps) {
        if (one.kind === 'send') life.send(one.id, one.minutesAgo, one.quantity);
        else if (one.kind === 'cancel') life.cancel();
        else if (one.kind === 'close') life.close(one.order);
        // The worker closes hours within minutes.
        else
          for (let waited = 0; waited < one.minutes; waited += 10) {
            life.now = new Date(life.now.getTime() + Math.min(10, one.minutes - waited) * minute);
            life.close(waited);
          }
        life.check();
      }
    }),
  );
});
