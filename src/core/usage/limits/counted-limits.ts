import type { QuantitySum } from '../events/quantity-sum.ts';
import type { LimitState } from './limit.ts';

/** A limit with the counter that it shares with others. */
export interface LimitOfCounter extends LimitState {
  readonly counterId: string | null;
  /** The position of its meter. */
  readonly meter: number;
}

/** What an event adds to the counters of its meter. */
export interface CountedUse {
  /** The position in the request. */
  readonly index: number;
  readonly meter: number;
  readonly quantity: QuantitySum;
}

/**
 * The positions of the events with which more is used and reserved than a limit of the subscription allows, in the order sent.
 *
 * @param limits with the use after all the events
 */
export function eventsBeyond(
  events: readonly CountedUse[],
  limits: readonly LimitOfCounter[],
): readonly number[] {
  const beyond = new Set<number>();
  const denying = limits.filter(({ action, subject }) => action === 'Deny' && subject === '');
  for (const [limit, ...others] of groupsOf(denying, ({ counterId, setBy }) => `${counterId} ${setBy}`)) {
    const meters = new Set([limit, ...others].map(({ meter }) => meter));
    const own = events.filter(({ meter }) => meters.has(meter));
    let left = limit.quantity - limit.used - limit.reserved;
    for (const { quantity } of own) left += quantity;
    for (const { index, quantity } of own) {
      left -= quantity;
      if (left < 0n) beyond.add(index);
    }
  }
  return [...beyond].sort((one, other) => one - other);
}

/** The lowest limit of each counter: its thresholds are announced. */
export function lowestLimits<Limit extends LimitOfCounter>(limits: readonly Limit[]): readonly Limit[] {
  return groupsOf(limits, ({ counterId }) => counterId ?? '').map(([first, ...others]) =>
    others.reduce((low, other) => (other.quantity < low.quantity ? other : low), first),
  );
}

function groupsOf<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): readonly (readonly [Item, ...Item[]])[] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return [...groups.values()];
}
