import { type EventMeter, isEventMeter } from '../catalogue/meter.ts';
import { meterIn } from '../catalogue/meter-switch.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { ActivePeriod } from './active-period.ts';
import type { MeterEvent } from './event.ts';
import { refuseEventTime, refuseIncomplete } from './event-hour.ts';
import { type MeteredCandidate, meterOfTarget, type ReportAddress } from './meter-mapping.ts';
import type { Period } from './period.ts';
import type { UsageKey } from './report.ts';
import { findUsageTarget } from './target.ts';
import { type UsageHour, usageHourOf } from './window.ts';

/** The subscription and meter of events of one hour. */
export interface EventTarget extends UsageKey {
  readonly meter: EventMeter;
  readonly address: ReportAddress;
  readonly activePeriods: readonly ActivePeriod[];
  readonly terms: readonly Period[];
  /** Whether the dimension has the same aggregation in another hour. */
  readonly hasSameAggregation: (hour: UsageHour) => boolean;
}

/** An event that found its subscription and meter. */
export interface ResolvedEvent {
  readonly event: MeterEvent;
  readonly target: EventTarget;
}

/**
 * Resolves the events of one request. Events of the same meter and hour share their target, which is found once: requests
 * have hundreds of them.
 */
export class EventResolver {
  readonly #targets = new Map<string, EventTarget | Refusal>();
  readonly #now: Date;

  constructor(now: Date) {
    this.#now = now;
  }

  /** The first check that fails is the refusal: time, then subscription, then meter. */
  resolve(event: MeterEvent, candidates: readonly MeteredCandidate[]): ResolvedEvent | Refusal {
    const outside = refuseEventTime(event, this.#now);
    if (outside) return outside;
    const target = this.#target(event, candidates);
    if (isRefusal(target)) return target;
    return refuseIncomplete(event, target.meter.aggregation) ?? { event, target };
  }

  #target(event: MeterEvent, candidates: readonly MeteredCandidate[]): EventTarget | Refusal {
    const hour = usageHourOf(event.occurredAt);
    const { tenantId, product, plan, subscriptionId, dimension } = event;
    const key = `${hour.getTime()} ${tenantId} ${subscriptionId} ${product} ${plan} ${dimension}`;
    const known = this.#targets.get(key);
    if (known) return known;
    const target = findTarget(event, hour, candidates, this.#now);
    this.#targets.set(key, target);
    return target;
  }
}

function findTarget(
  { plan, subscriptionId, dimension }: MeterEvent,
  hour: UsageHour,
  candidates: readonly MeteredCandidate[],
  now: Date,
): EventTarget | Refusal {
  const target = findUsageTarget(
    candidates,
    { plan, subscriptionId, dimension, hour, intake: 'Events' },
    now,
  );
  if (isRefusal(target)) return target;
  const { address, meter: switched } = meterOfTarget(target, dimension);
  const meter = meterIn(switched, hour);
  if (!isEventMeter(meter)) return refuse('metering.fed_by_records', { dimension });
  return {
    subscriptionId: target.subscription.subscriptionId,
    dimension,
    hour,
    meter,
    address,
    activePeriods: target.activePeriods,
    terms: target.terms,
    hasSameAggregation: (other) => meterIn(switched, other).aggregation === meter.aggregation,
  };
}
