import { refuseArgument } from '../errors.ts';
import { explainWrongMember, wrongMember } from '../tracking/event.ts';
import { roundQuantity } from '../tracking/quantity.ts';
import type { DimensionUsage, TrackOptions, UsageEvent } from '../types.ts';
import { type FakeHolding, usageOf } from './holding.ts';

/** Whose usage, of which product. */
interface Tracker {
  readonly tenantId: string;
  readonly product: string;
}

/** What the application under test has tracked. */
export class TrackedUsage {
  readonly #events: UsageEvent[] = [];
  #flushed = 0;

  /** Oldest first. */
  events(): readonly UsageEvent[] {
    return [...this.#events];
  }

  add(
    { tenantId, product }: Tracker,
    dimension: string,
    quantity: number | undefined,
    { id = `event-${this.#events.length + 1}`, occurredAt, ...rest }: TrackOptions & { occurredAt: Date },
  ): void {
    const event: UsageEvent = {
      id,
      tenantId,
      product,
      dimension,
      ...(quantity !== undefined && { quantity: roundQuantity(quantity) }),
      occurredAt: occurredAt.toISOString(),
      ...rest,
    };
    const wrong = wrongMember(event);
    if (wrong) throw refuseArgument(wrong, explainWrongMember(event, wrong));
    this.#events.push(event);
  }

  /** The number of events since the last flush. */
  flush(): number {
    const sent = this.#events.length - this.#flushed;
    this.#flushed = this.#events.length;
    return sent;
  }

  /** What the test said was used, and what was tracked since. */
  used(tracker: Tracker, dimension: string, holding: FakeHolding): number {
    const { used = 0 } = holding.usage?.[dimension] ?? {};
    return this.#eventsOf(tracker)
      .filter((event) => event.dimension === dimension)
      .reduce((sum, { quantity = 1 }) => sum + quantity, used);
  }

  /** The same of each dimension. */
  usage(tracker: Tracker, holding: FakeHolding): Record<string, DimensionUsage> {
    const dimensions = new Set([
      ...Object.keys(holding.usage ?? {}),
      ...this.#eventsOf(tracker).map(({ dimension }) => dimension),
    ]);
    const usages = [...dimensions].map((dimension) => {
      const { included = null } = holding.usage?.[dimension] ?? {};
      const total = this.used(tracker, dimension, holding);
      return [dimension, usageOf(dimension, holding.plan ?? '', total, included)] as const;
    });
    return Object.fromEntries(usages);
  }

  #eventsOf({ tenantId, product }: Tracker): readonly UsageEvent[] {
    return this.#events.filter((event) => event.tenantId === tenantId && event.product === product);
  }
}
