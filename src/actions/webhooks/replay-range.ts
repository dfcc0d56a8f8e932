import { lowestIdAt } from '../../core/identifiers.ts';
import { type Refusal, refuseInvalid } from '../../core/refusal.ts';
import { type EventType, eventTypes } from '../../core/webhooks/event-type.ts';
import { matchesFilter } from '../../core/webhooks/filter.ts';
import type { WebhookEndpoint } from '../../storage/webhooks/endpoints.ts';
import type { ReplayFilter } from '../../storage/webhooks/replays.ts';

export const replayableOutcomes = ['Delivered', 'Failed', 'Cancelled', 'Missed'] as const;
/** `Missed`: events that were never sent to the endpoint, from before it existed or while it was disabled. */
type ReplayableOutcome = (typeof replayableOutcomes)[number];

export interface ReplayRange {
  /** By the time the events were raised. */
  readonly from: Date;
  /** Exclusive. */
  readonly until: Date;
  readonly outcomes: readonly ReplayableOutcome[];
  readonly types?: readonly EventType[] | undefined;
  readonly tenantId?: string | undefined;
  /** Cursor of the previous call. */
  readonly after?: string | undefined;
}

/** The retention of the log. */
const maxReplayMilliseconds = 30 * 24 * 3_600_000;

export function refuseRange(range: ReplayRange, now: Date): Refusal | undefined {
  const issues = [];
  if (range.until <= range.from) {
    issues.push({ path: 'until', rule: 'range', message: 'must be later than from' });
  }
  if (now.getTime() - range.from.getTime() > maxReplayMilliseconds) {
    issues.push({ path: 'from', rule: 'range', message: 'must be within the last 30 days' });
  }
  if (range.outcomes.length === 0) {
    issues.push({ path: 'outcomes', rule: 'length', message: 'must name at least one' });
  }
  return issues.length > 0 ? refuseInvalid(issues) : undefined;
}

/** The events of the range that the endpoint would get. */
export function replayFilter(endpoint: WebhookEndpoint, range: ReplayRange): ReplayFilter {
  const { workspaceId, endpointId } = endpoint;
  const first = lowestIdAt(range.from);
  return {
    workspaceId,
    endpointId,
    afterEventId: range.after !== undefined && range.after > first ? range.after : first,
    toEventId: lowestIdAt(range.until),
    statuses: range.outcomes.flatMap((outcome) => (outcome === 'Missed' ? [] : [outcome])),
    missedTypes: range.outcomes.includes('Missed')
      ? eventTypes.filter((type) => matchesFilter(endpoint.eventTypes, type))
      : [],
    types: range.types ?? null,
    tenantId: range.tenantId ?? null,
  };
}
