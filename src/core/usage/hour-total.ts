import type { Aggregation } from '../catalogue/meter.ts';
import type { Quantity } from '../quantity.ts';
import type { QuantitySum } from './quantity-sum.ts';

const oneUnit: QuantitySum = 1_000_000n;

/** An event as its hour counts it. */
export interface CountedEvent {
  /** Null: not stated. */
  readonly quantity: Quantity | null;
  readonly uniqueKey: string | null;
}

/**
 * What the events of an hour amount to, in any order:
 *
 * | aggregation | total |
 * |---|---|
 * | `Sum` | the sum of the quantities; an event without one counts 1 |
 * | `Count` | the number of events, whatever their quantities |
 * | `Max` | the greatest quantity |
 * | `Unique` | the number of different unique keys |
 */
export function hourTotal(aggregation: Aggregation, events: readonly CountedEvent[]): QuantitySum {
  switch (aggregation) {
    case 'Sum':
      return events.reduce((sum, { quantity }) => sum + (quantity === null ? oneUnit : BigInt(quantity)), 0n);
    case 'Count':
      return unitsOf(events.length);
    case 'Max':
      return BigInt(events.reduce((most, { quantity }) => Math.max(most, quantity ?? 0), 0));
    case 'Unique':
      return unitsOf(new Set(events.map(({ uniqueKey }) => uniqueKey)).size);
  }
}

/** A number of events or keys as a total. */
export function unitsOf(count: number): QuantitySum {
  return BigInt(count) * oneUnit;
}

/** The total of two groups of events; for `Unique` of groups that share no key. */
export function joinTotals(aggregation: Aggregation, one: QuantitySum, other: QuantitySum): QuantitySum {
  if (aggregation !== 'Max') return one + other;
  return one > other ? one : other;
}
