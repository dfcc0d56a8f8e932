import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Aggregation, aggregations } from '../../catalogue/meter.ts';
import type { Quantity } from '../../values/quantity.ts';
import { type CountedEvent, hourTotal } from './event-hour.ts';
import { joinTotals } from './join-totals.fixture.ts';
import { quantitySumToText } from './quantity-sum.ts';

const event = (quantity: number | null, uniqueKey: string | null = null): CountedEvent => ({
  quantity: quantity === null ? null : ((quantity * 1_000_000) as Quantity),
  uniqueKey,
});

describe('the total of an hour', () => {
  it.each<[Aggregation, CountedEvent[], string]>([
    ['Sum', [], '0'],
    ['Sum', [event(1.5), event(0.25), event(null)], '2.75'],
    ['Sum', [event(1_000_000_000), event(1_000_000_000)], '2000000000'],
    ['Count', [event(7), event(null), event(0)], '3'],
    ['Max', [event(2), event(7.5), event(3)], '7.5'],
    ['Max', [event(0)], '0'],
    ['Unique', [event(null, 'a'), event(9, 'b'), event(null, 'a')], '2'],
  ])('%s', (aggregation, events, expected) => {
    expect(quantitySumToText(hourTotal(aggregation, events))).toBe(expected);
  });

  const anyEvent = fc.record({
    quantity: fc.option(fc.integer({ min: 0, max: 10 ** 15 }).map((count) => count as Quantity)),
    uniqueKey: fc.constantFrom('a', 'b', 'c', 'd'),
  });
  const anyEvents = fc.array(anyEvent, { maxLength: 30 });

  it('does not depend on the order of events', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...aggregations),
        anyEvents,
        fc.infiniteStream(fc.nat()),
        (kind, events, keys) => {
          const shuffled = events
            .map((one) => ({ one, key: keys.next().value ?? 0 }))
            .sort((a, b) => a.key - b.key)
            .map(({ one }) => one);
          expect(hourTotal(kind, shuffled)).toBe(hourTotal(kind, events));
        },
      ),
    );
  });

  it('does not depend on how events are split into requests', () => {
    fc.assert(
      fc.property(fc.constantFrom('Sum', 'Count', 'Max'), anyEvents, anyEvents, (kind, one, other) => {
        const joined = joinTotals(kind, hourTotal(kind, one), hourTotal(kind, other));
        expect(joined).toBe(hourTotal(kind, [...one, ...other]));
      }),
    );
  });
});
