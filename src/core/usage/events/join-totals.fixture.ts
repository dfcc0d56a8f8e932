import type { Aggregation } from '../../catalogue/meter.ts';
import type { QuantitySum } from './quantity-sum.ts';

/** The total of two groups of events; for `Unique` of groups that share no key. */
export function joinTotals(aggregation: Aggregation, one: QuantitySum, other: QuantitySum): QuantitySum {
  if (aggregation !== 'Max') return one + other;
  return one > other ? one : other;
}
