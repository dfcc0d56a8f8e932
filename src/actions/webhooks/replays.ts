import { lowestIdAt } from '../../core/identifiers.ts';
import { isLeased } from '../../core/lease.ts';
import { type Refusal, refuse, refuseInvalid, refuseUnknown } from '../../core/refusal.ts';
import type { Total } from '../../core/values/total.ts';
import { changeDelivery, hasEnded } from '../../core/webhooks/delivery.ts';
import { type EventType, eventTypes, matchesFilter } from '../../core/webhooks/event.ts';
import {
  type DeliveryKey,
  insertDeliveries,
  lockDeliveries,
  updateDeliveries,
} from '../../storage/webhooks/deliveries.ts';
import {
  type EndpointKey,
  findWebhookEndpoint,
  lockWebhookEndpoint,
  type WebhookEndpoint,
} from '../../storage/webhooks/endpoints.ts';
import { lockLanes } from '../../storage/webhooks/leases.ts';
import {
  countReplayable,
  findReplayable,
  type ReplayFilter,
  storePastDeliveries,
} from '../../storage/webhooks/replays.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/**
 * Delivers the event again under the same id, as a new delivery; the old one stays in the log. A pending delivery
 * becomes due now, and one that is being sent continues.
 */
export async function replayDelivery(
  context: ActionContext,
  key: DeliveryKey,
): Promise<{ readonly eventId: string } | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const endpoint = await lockWebhookEndpoint(database, key);
    if (!endpoint) return refuseUnknown('endpointId', 'webhook endpoint');
    if (endpoint.health.disabled) return refuse('webhook.endpoint_disabled');
    const { workspaceId, endpointId, eventId } = key;
    const lane = (await lockLanes(database, workspaceId, [endpointId])).get(endpointId);
    const [stored] = await lockDeliveries(database, key, [eventId]);
    if (!stored) return refuseUnknown('eventId', 'delivery');
    const replay = { type: 'replay', isLeased: lane !== undefined && isLeased(lane, context.now) } as const;
    const delivery = changeDelivery(stored.delivery, replay, context.now);
    if (!delivery) return { eventId };
    if (hasEnded(stored.delivery)) await storePastDeliveries(database, key, [eventId]);
    await updateDeliveries(database, key, [{ ...stored, delivery }]);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'webhook_endpoint.replayed',
      subject: { kind: 'WebhookEndpoint', id: endpointId },
      before: { eventId, status: stored.delivery.status },
      after: { eventId, status: delivery.status },
    });
    return { eventId };
  });
}

export const replayableOutcomes = ['Delivered', 'Failed', 'Cancelled', 'Missed'] as const;
/** `Missed`: events that were never sent to the endpoint, from before it existed or while it was disabled. */
type ReplayableOutcome = (typeof replayableOutcomes)[number];

interface ReplayRange {
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

function refuseRange(range: ReplayRange, now: Date): Refusal | undefined {
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
function replayFilter(endpoint: WebhookEndpoint, range: ReplayRange): ReplayFilter {
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

const batchSize = 1_000;

/**
 * Replays the deliveries of a time range, oldest first, each as a new delivery under its event's id. One call replays
 * up to a thousand and returns a cursor; null at the end.
 */
export async function replayDeliveries(
  context: ActionContext,
  key: EndpointKey,
  range: ReplayRange,
): Promise<{ readonly replayed: number; readonly next: string | null } | Refusal> {
  const { now } = context;
  const invalid = refuseRange(range, now);
  if (invalid) return invalid;

  return context.database.transaction().execute(async (database) => {
    const locked = await lockWebhookEndpoint(database, key);
    const endpoint = await findWebhookEndpoint(database, key);
    if (!locked || !endpoint) return refuseUnknown('endpointId', 'webhook endpoint');
    if (endpoint.health.disabled) return refuse('webhook.endpoint_disabled');
    const found = await findReplayable(database, replayFilter(endpoint, range), batchSize);
    const idsOf = (isMissed: boolean) =>
      found.flatMap((event) => (event.isMissed === isMissed ? [event.eventId] : []));
    const lane = (await lockLanes(database, key.workspaceId, [key.endpointId])).get(key.endpointId);
    const replay = { type: 'replay', isLeased: lane !== undefined && isLeased(lane, now) } as const;
    const stored = await lockDeliveries(database, key, idsOf(false));
    const replayed = stored.flatMap((one) => {
      const delivery = changeDelivery(one.delivery, replay, now);
      return delivery ? [{ ...one, delivery }] : [];
    });
    const ids = new Set(replayed.map(({ eventId }) => eventId));
    const ended = stored.filter(({ eventId, delivery }) => ids.has(eventId) && hasEnded(delivery));
    await storePastDeliveries(
      database,
      key,
      ended.map(({ eventId }) => eventId),
    );
    await updateDeliveries(database, key, replayed);
    await insertDeliveries(database, key, idsOf(true), now);
    const count = replayed.length + idsOf(true).length;
    if (count > 0) {
      const { from, until, outcomes, types = null, tenantId = null } = range;
      await recordAudit({ ...context, database }, key.workspaceId, {
        action: 'webhook_endpoint.replayed',
        subject: { kind: 'WebhookEndpoint', id: key.endpointId },
        before: null,
        after: { from, until, outcomes, types, tenantId, replayed: count },
      });
    }
    const isEnd = found.length < batchSize;
    return {
      replayed: count,
      next: isEnd ? null : (found.at(-1)?.eventId ?? null),
    };
  });
}

/** The number of deliveries that a replay of the range would send now. */
export async function countReplayableDeliveries(
  { database, now }: ActionContext,
  key: EndpointKey,
  range: ReplayRange,
): Promise<Total | Refusal> {
  const invalid = refuseRange(range, now);
  if (invalid) return invalid;
  const endpoint = await findWebhookEndpoint(database, key);
  if (!endpoint) return refuseUnknown('endpointId', 'webhook endpoint');
  if (endpoint.health.disabled) return refuse('webhook.endpoint_disabled');
  return countReplayable(database, replayFilter(endpoint, range));
}
