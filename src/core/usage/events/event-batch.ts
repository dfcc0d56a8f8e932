import { type EventMeter, isEventMeter } from '../../catalogue/meter.ts';
import { meterIn } from '../../catalogue/meter-switch.ts';
import { isRefusal, type Refusal, type RefusalCode, refusalTable, refuse } from '../../refusal.ts';
import { type MeteredCandidate, meterOfTarget, type ReportAddress } from '../meter-mapping.ts';
import type { ActivePeriod, Period } from '../period.ts';
import type { UsageKey } from '../reports/report.ts';
import { findUsageTarget } from '../reports/target.ts';
import { type UsageHour, usageHourOf } from '../reports/window.ts';
import { type EventIdentity, identityText, type MeterEvent } from './event.ts';
import { type EventHour, eventMaxAge, refuseEventTime, refuseIncomplete } from './event-hour.ts';

/** What became of one event of a request. */
export type EventOutcome = EventHour | Refusal | 'Duplicate';

/** An event that was not plainly accepted, as in the API reference. */
interface EventException {
  /** The position in the request. */
  readonly index: number;
  readonly outcome: 'Duplicate' | 'Carried' | 'OverLimit' | 'Refused';
  /** The hour in which a carried event counts, also one beyond a limit. */
  readonly hour: string | null;
  readonly error: EventError | null;
}

interface EventError {
  readonly code: RefusalCode;
  readonly status: number;
  /** Empty if an earlier event of the request has the same error. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The position of the first event with the same error. */
  readonly sameAs?: number;
}

export interface EventsResponse {
  /** Events that were stored, carried ones and those beyond a limit included. */
  readonly accepted: number;
  readonly duplicates: number;
  readonly refused: number;
  readonly exceptions: readonly EventException[];
}

export function answerEvents(outcomes: readonly EventOutcome[]): EventsResponse {
  const errorOf = shortenEqualErrors();
  const exceptions = outcomes.flatMap((outcome, index): EventException[] => {
    if (outcome === 'Duplicate') return [{ index, outcome, hour: null, error: null }];
    if (isRefusal(outcome)) {
      return [{ index, outcome: 'Refused', hour: null, error: errorOf(outcome, index) }];
    }
    const { hour, isCarried, isOverLimit } = outcome;
    const carriedInto = isCarried ? hour.toISOString() : null;
    if (isOverLimit) return [{ index, outcome: 'OverLimit', hour: carriedInto, error: null }];
    return isCarried ? [{ index, outcome: 'Carried', hour: carriedInto, error: null }] : [];
  });
  const count = (outcome: EventException['outcome']) =>
    exceptions.filter((exception) => exception.outcome === outcome).length;
  const [duplicates, refused] = [count('Duplicate'), count('Refused')];
  return { accepted: outcomes.length - duplicates - refused, duplicates, refused, exceptions };
}

/** Bounds the response: a thousand short events may have the same long error. */
function shortenEqualErrors(): (refusal: Refusal, index: number) => EventError {
  const firstOf = new Map<string, number>();
  return ({ code, args }, index) => {
    const { status } = refusalTable[code];
    const text = `${code} ${JSON.stringify(args)}`;
    const first = firstOf.get(text);
    if (first === undefined) firstOf.set(text, index);
    return first === undefined ? { code, status, args } : { code, status, args: {}, sameAs: first };
  };
}

/** The positions of events that repeat an earlier one of the request that is not refused. */
export function repeatedEvents(
  events: readonly { readonly identity: EventIdentity | null; readonly isRefused: boolean }[],
): ReadonlySet<number> {
  const seen = new Set<string>();
  const repeated = new Set<number>();
  for (const [index, { identity, isRefused }] of events.entries()) {
    if (!identity) continue;
    const text = identityText(identity);
    if (seen.has(text)) repeated.add(index);
    else if (!isRefused) seen.add(text);
  }
  return repeated;
}

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
  readonly #maxAge: number;

  /** @param maxAge of an event, in milliseconds */
  constructor(now: Date, maxAge = eventMaxAge) {
    this.#now = now;
    this.#maxAge = maxAge;
  }

  /** The first check that fails is the refusal: time, then subscription, then meter. */
  resolve(event: MeterEvent, candidates: readonly MeteredCandidate[]): ResolvedEvent | Refusal {
    const outside = refuseEventTime(event, this.#now, this.#maxAge);
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
