import { isRefusal, type Refusal } from '../../core/refusal.ts';
import { usageKeyText } from '../../core/usage/batch.ts';
import { type EventHour, eventHour, refuseClosed } from '../../core/usage/event-hour.ts';
import type { EventTarget, ResolvedEvent } from '../../core/usage/resolve-event.ts';
import { oldestAllowed, usageHourOf } from '../../core/usage/window.ts';
import type { Database } from '../../storage/database.ts';
import { loadClosedHours } from '../../storage/usage/hours.ts';
import { loadReports } from '../../storage/usage/reports.ts';

interface Intake {
  readonly workspaceId: string;
  readonly now: Date;
}

/**
 * The hour of each event, or why it has none. Closed hours are read only for meters with an event of a past hour, reports
 * only of events that no hour can take. Events that share a target are of one hour, and placed together.
 */
export async function placeEvents(
  transaction: Database,
  { workspaceId, now }: Intake,
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
    const hour = eventHour(occurredAt, { aggregation, activePeriods, isClosed }, now);
    if (hour) hours.set(target, hour);
    else unplaced.push(target);
  }
  const reports = await loadReports(transaction, workspaceId, unplaced);
  return events.map((resolved) => {
    if (isRefusal(resolved)) return resolved;
    const { target } = resolved;
    return hours.get(target) ?? refuseClosed(target.hour, reports.get(usageKeyText(target)));
  });
}
