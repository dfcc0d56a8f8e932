import { type Aggregation, isAdditive } from '../../catalogue/meter.ts';
import { type Refusal, refuse, refuseInvalid } from '../../refusal.ts';
import { type Quantity, quantityToNumber } from '../../values/quantity.ts';
import { type ActivePeriod, isActiveInHour } from '../period.ts';
import type { UsageReport } from '../reports/report.ts';
import {
  expiresAt,
  isYoungEnough,
  oldestAllowed,
  refuseWindow,
  type UsageHour,
  usageHourOf,
  type WithKind,
} from '../reports/window.ts';
import type { MeterEvent } from './event.ts';
import type { QuantitySum } from './quantity-sum.ts';

const minute = 60_000;
const hourMilliseconds = 60 * minute;
/** Of events that are sent as they happen. */
export const eventMaxAge = 24 * hourMilliseconds;
const maxAhead = 5 * minute;
/** In the last hour there may be no time left to close the hour and send its report; a carried quantity has a later hour. */
const timeToSend = hourMilliseconds;

/** Null: the time of the event is accepted. */
export function refuseEventTime(
  { occurredAt }: Pick<MeterEvent, 'occurredAt'>,
  now: Date,
  maxAge = eventMaxAge,
): Refusal | null {
  const latest = new Date(now.getTime() + maxAhead);
  if (occurredAt > latest) {
    const latestAllowed = latest.toISOString();
    const detail = `The event is in the future; the latest accepted time is ${latestAllowed}. Check the clock.`;
    return refuse('metering.event_in_future', { latestAllowed }, detail);
  }
  return occurredAt.getTime() < now.getTime() - maxAge ? refuseOld(maxAge, now) : null;
}

/** What the aggregation needs of an event; null: it has it. */
export function refuseIncomplete(
  { quantity, uniqueKey }: Pick<MeterEvent, 'quantity' | 'uniqueKey'>,
  aggregation: Aggregation,
): Refusal | null {
  const [path, isMissing] =
    aggregation === 'Max'
      ? ['quantity', quantity === null]
      : ['uniqueKey', aggregation === 'Unique' && uniqueKey === null];
  if (!isMissing) return null;
  return refuseInvalid([
    { path, rule: 'required', message: `is required for the aggregation ${aggregation}` },
  ]);
}

/** The facts that decide in which hour an event of a subscription and dimension counts. */
export interface HourFacts extends WithKind {
  readonly aggregation: Aggregation;
  readonly activePeriods: readonly ActivePeriod[];
  /** Whether the hour's total was closed. An hour without events is not. */
  readonly isClosed: (hour: UsageHour) => boolean;
}

export interface EventHour {
  readonly hour: UsageHour;
  readonly isCarried: boolean;
  /** Beyond a limit that denies. */
  readonly isOverLimit?: true;
}

/**
 * An event counts in its own hour while that is open. After that `Sum` and `Count` are carried into the oldest open hour
 * after it in which the subscription was active; if there is none, because the subscription has ended, into the last open
 * hour before it. The total of a later hour cannot hold a maximum or unique keys of an earlier one. Null: no hour can take
 * the event.
 */
export function eventHour(occurredAt: Date, facts: HourFacts, now: Date): EventHour | null {
  const own = usageHourOf(occurredAt);
  const { aggregation, isClosed } = facts;
  if (!isAdditive(aggregation)) {
    return isYoungEnough(own, now, facts) && !isClosed(own) ? { hour: own, isCarried: false } : null;
  }
  if (isOpen(own, facts, now)) return { hour: own, isCarried: false };
  const hour = carryHour(own, facts, now);
  return hour ? { hour, isCarried: true } : null;
}

/** The hour that takes what an additive hour can no longer hold; undefined: none can. */
export function carryHour(
  from: UsageHour,
  facts: Omit<HourFacts, 'aggregation'>,
  now: Date,
): UsageHour | undefined {
  const oldest = oldestAllowed(new Date(now.getTime() + timeToSend), facts).getTime();
  const present = usageHourOf(now).getTime();
  const takes = (time: number) => {
    const hour = new Date(time);
    return isActiveInHour(facts.activePeriods, hour) && isOpen(hour, facts, now) ? hour : undefined;
  };
  for (
    let time = Math.max(from.getTime() + hourMilliseconds, oldest);
    time <= present;
    time += hourMilliseconds
  ) {
    const hour = takes(time);
    if (hour) return hour;
  }
  for (
    let time = Math.min(from.getTime() - hourMilliseconds, present);
    time >= oldest;
    time -= hourMilliseconds
  ) {
    const hour = takes(time);
    if (hour) return hour;
  }
  return undefined;
}

function isOpen(
  hour: UsageHour,
  facts: Omit<HourFacts, 'aggregation' | 'activePeriods'>,
  now: Date,
): boolean {
  return expiresAt(hour, facts).getTime() - timeToSend >= now.getTime() && !facts.isClosed(hour);
}

function refuseOld(maxAge: number, now: Date): Refusal {
  const oldest = new Date(now.getTime() - maxAge).toISOString();
  const detail = `The event is more than ${maxAge / hourMilliseconds} hours old; the oldest accepted time is ${oldest}.`;
  return refuse('metering.window_too_old', { oldestAllowed: oldest }, detail);
}

/** The refusal of an event that no hour can take; with the report of its own hour, if that has one. */
export function refuseClosed(
  hour: UsageHour,
  report: UsageReport | undefined,
  now: Date,
  source: WithKind = {},
): Refusal {
  const isMonthClosed = !isYoungEnough(hour, now, source) && isYoungEnough(hour, now);
  const tooOld = isMonthClosed ? refuseWindow(hour, now, source) : null;
  if (tooOld && !report) return tooOld;
  const detail = 'The hour of the event is closed, and no open hour can take the event.';
  const reported = {
    reportId: report?.reportId ?? null,
    reportedQuantity: report ? quantityToNumber(report.quantity) : null,
  };
  return refuse('metering.window_already_reported', { ...reported, hour: hour.toISOString() }, detail);
}

const oneUnit: QuantitySum = 1_000_000n;

/** An event as its hour counts it. */
export interface CountedEvent {
  /** Null: not stated. */
  readonly quantity: Quantity | null;
  readonly uniqueKey: string | null;
  readonly isReserved?: true;
}

/**
 * What the events of an hour amount to, in any order:
 *
 * | aggregation | total |
 * |---|---|
 * | `Sum` | the sum of the quantities; an event without one counts 1 |
 * | `Count` | the number of events, whatever their quantities; the commit of a reservation counts what was reserved |
 * | `Max` | the greatest quantity |
 * | `Unique` | the number of different unique keys |
 */
export function hourTotal(aggregation: Aggregation, events: readonly CountedEvent[]): QuantitySum {
  switch (aggregation) {
    case 'Sum':
      return events.reduce((sum, { quantity }) => sum + (quantity === null ? oneUnit : BigInt(quantity)), 0n);
    case 'Count':
      return events.reduce(
        (sum, { quantity, isReserved }) =>
          sum + (isReserved && quantity !== null ? BigInt(quantity) : oneUnit),
        0n,
      );
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
