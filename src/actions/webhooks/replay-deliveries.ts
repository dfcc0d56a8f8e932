import { isLeased } from '../../core/lease.ts';
import { type Refusal, refuse, refuseUnknown } from '../../core/refusal.ts';
import { changeDelivery, hasEnded } from '../../core/webhooks/delivery.ts';
import { insertDeliveries, lockDeliveries, updateDeliveries } from '../../storage/webhooks/deliveries.ts';
import {
  type EndpointKey,
  findWebhookEndpoint,
  lockWebhookEndpoint,
} from '../../storage/webhooks/endpoints.ts';
import { lockLanes } from '../../storage/webhooks/leases.ts';
import { storePastDeliveries } from '../../storage/webhooks/past-deliveries.ts';
import { findReplayable } from '../../storage/webhooks/replays.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { type ReplayRange, refuseRange, replayFilter } from './replay-range.ts';

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
