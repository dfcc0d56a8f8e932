import { isRefusal, type Refusal } from '../../core/refusal.ts';
import { closesAt } from '../../core/usage/events/closing.ts';
import type { EventOutcome, EventTarget, ResolvedEvent } from '../../core/usage/events/event-batch.ts';
import {
  type EventHour,
  eventHour,
  hourTotal,
  refuseClosed,
  unitsOf,
} from '../../core/usage/events/event-hour.ts';
import { quantitySumToText, readQuantitySum } from '../../core/usage/events/quantity-sum.ts';
import { periodOf } from '../../core/usage/period.ts';
import { usageKeyText } from '../../core/usage/reports/batch.ts';
import type { UsageKey } from '../../core/usage/reports/report.ts';
import { oldestAllowed, type UsageHour, usageHourOf } from '../../core/usage/reports/window.ts';
import { readQuantity } from '../../core/values/quantity.ts';
import type { Day, EventRow, KeyOfHour } from '../../storage/usage/events.ts';
import { type HourAddition, loadClosedHours } from '../../storage/usage/hours.ts';
import type { PeriodAddition } from '../../storage/usage/period-counts.ts';
import { periodText } from '../../storage/usage/periods.ts';
import { loadReports } from '../../storage/usage/reports.ts';
import type { ActionContext } from '../context.ts';

/** The transaction of an intake. */
export interface Intake extends ActionContext {
  readonly workspaceId: string;
  /** The day under which the events are filed. */
  readonly day: Day;
  /** False: nothing is counted against limits. */
  readonly hasLimits: boolean;
  readonly holdMinutes: number;
}

/**
 * The hour of each event, or why it has none. Closed hours are read only for meters with an event of a past hour, reports
 * only of events that no hour can take. Events that share a target are of one hour, and placed together.
 */
export async function placeEvents(
  { database: transaction, workspaceId, now }: Intake,
  events: readonly (ResolvedEvent | Refusal)[],
): Promise<readonly (EventHour | Refusal)[]> {
  const firsts = new Map<EventTarget, Date>();
  for (const resolved of events) {
    if (!isRefusal(resolved)) firsts.set(resolved.target, resolved.event.occurredAt);
  }
  const present = usageHourOf(now);
  const late = new Map<string, EventTarget>();
  for (const target of firsts.keys()) {
    if (target.hour < present) late.set(`${target.subscriptionId} ${target.dimension}`, target);
  }
  const closed = await loadClosedHours(transaction, workspaceId, [...late.values()], oldestAllowed(now));
  const closedKeys = new Set(closed.map(usageKeyText));

  const hours = new Map<EventTarget, EventHour>();
  const unplaced: EventTarget[] = [];
  for (const [target, occurredAt] of firsts) {
    const { subscriptionId, dimension, activePeriods, hasSameAggregation } = target;
    const isClosed = (hour: Date) =>
      closedKeys.has(usageKeyText({ hour, subscriptionId, dimension })) || !hasSameAggregation(hour);
    const { aggregation } = target.meter;
    const { kind } = target.address;
    const facts = { aggregation, activePeriods, isClosed, ...(kind && { kind }) };
    const hour = eventHour(occurredAt, facts, now);
    if (hour) hours.set(target, hour);
    else unplaced.push(target);
  }
  const reports = await loadReports(transaction, workspaceId, unplaced);
  return events.map((resolved) => {
    if (isRefusal(resolved)) return resolved;
    const { target } = resolved;
    return (
      hours.get(target) ?? refuseClosed(target.hour, reports.get(usageKeyText(target)), now, target.address)
    );
  });
}

/** An event with its meter and the hour in which it counts. */
export interface PlacedEvent extends EventRow {
  /** The position in the request. */
  readonly index: number;
  readonly target: EventTarget;
  readonly isReserved?: true;
}

/** The events that have an hour, as they are stored. */
export function placedEvents(
  events: readonly (ResolvedEvent | Refusal)[],
  outcomes: readonly EventOutcome[],
): readonly PlacedEvent[] {
  const placed: PlacedEvent[] = [];
  for (const [index, resolved] of events.entries()) {
    const outcome = outcomes[index];
    if (isRefusal(resolved) || outcome === undefined || outcome === 'Duplicate' || isRefusal(outcome))
      continue;
    const { event, target } = resolved;
    placed.push({
      index,
      target,
      source: event.source,
      id: event.id,
      subscriptionId: target.subscriptionId,
      dimension: target.dimension,
      hour: outcome.hour,
      isCarried: outcome.isCarried,
      occurredAt: event.occurredAt,
      quantity: event.quantity,
      uniqueKey: event.uniqueKey,
      ...(event.isReserved && { isReserved: true }),
    });
  }
  return placed;
}

/** What the events add to each hour. `newKeys`: how many unique keys each hour got. */
export function additionsOf(
  events: readonly PlacedEvent[],
  newKeys: readonly (UsageKey & { readonly count: number })[],
  { now, holdMinutes }: { readonly now: Date; readonly holdMinutes: number },
): readonly HourAddition[] {
  const countOf = new Map(newKeys.map((hour) => [usageKeyText(hour), hour.count]));
  return groupsOf(events, ({ hour }) => hour).map(([key, group]) => {
    const [{ target }] = group;
    const { aggregation, included } = target.meter;
    const total =
      aggregation === 'Unique' ? unitsOf(countOf.get(usageKeyText(key)) ?? 0) : hourTotal(aggregation, group);
    return {
      ...target.address,
      ...key,
      aggregation,
      included: included && quantitySumToText(BigInt(Number(readQuantity(included.quantity)))),
      per: included?.per ?? 'Month',
      total,
      events: group.length,
      carried: group.filter(({ isCarried }) => isCarried).length,
      closesAt: closesAt(key.hour, now, holdMinutes, target.address),
    };
  });
}

/** What the events add to the periods of meters with an included quantity. */
export function periodAdditionsOf(
  events: readonly PlacedEvent[],
  additions: readonly HourAddition[],
): readonly PeriodAddition[] {
  // Events that share a target share their hour.
  const firsts = new Map(events.map((event) => [event.target, event]));
  const targets = new Map([...firsts].map(([target, event]) => [usageKeyText(event), target]));
  return foldByPeriod(
    additions.flatMap(({ subscriptionId, dimension, hour, included, per, total }) => {
      const target = targets.get(usageKeyText({ subscriptionId, dimension, hour }));
      if (!target || included === null) return [];
      const period = periodOf(target.terms, per, hour);
      const { alertPercents } = target.meter;
      const use = { added: total, included: readQuantitySum(included), alertPercents };
      return [{ subscriptionId, dimension, ...period, ...use }];
    }),
  );
}

/** One addition for each period. The included quantity of its last hour counts. */
export function foldByPeriod(additions: readonly PeriodAddition[]): readonly PeriodAddition[] {
  const folded = new Map<string, PeriodAddition>();
  for (const addition of additions) {
    const key = periodText(addition);
    folded.set(key, { ...addition, added: addition.added + (folded.get(key)?.added ?? 0n) });
  }
  return [...folded.values()];
}

export function uniqueKeysOf(events: readonly PlacedEvent[]): readonly KeyOfHour[] {
  return events.flatMap(({ target, subscriptionId, dimension, hour, uniqueKey }) =>
    target.meter.aggregation === 'Unique' && uniqueKey !== null
      ? [{ subscriptionId, dimension, hour, uniqueKey }]
      : [],
  );
}

/** Duplicates count in the hours in which their events occurred. */
export function countDuplicatesByHour(events: readonly PlacedEvent[]) {
  const groups = groupsOf(events, ({ occurredAt }) => usageHourOf(occurredAt));
  return groups.map(([key, group]) => ({ ...key, duplicates: group.length }));
}

type Group = [PlacedEvent, ...PlacedEvent[]];

/** The events of each subscription, dimension and hour. */
function groupsOf(
  events: readonly PlacedEvent[],
  hourOf: (event: PlacedEvent) => UsageHour,
): readonly (readonly [UsageKey, Group])[] {
  const groups = new Map<string, readonly [UsageKey, Group]>();
  for (const placed of events) {
    const { subscriptionId, dimension } = placed;
    const key = { subscriptionId, dimension, hour: hourOf(placed) };
    const text = usageKeyText(key);
    const group = groups.get(text);
    if (group) group[1].push(placed);
    else groups.set(text, [key, [placed]]);
  }
  return [...groups.values()];
}
