import { setTimeout as delay } from 'node:timers/promises';
import { type ClaimedDelivery, claimDeliveries } from '../actions/claim-deliveries.ts';
import type { ActionContext } from '../actions/context.ts';
import { settleDeliveries, type TriedDelivery } from '../actions/settle-deliveries.ts';
import type { PartnerEndpoints, RateLimiter, WebhookMeasurements } from '../core/ports.ts';
import { isSuccess, type WebhookDelivery } from '../core/webhook-delivery.ts';
import { type DueEndpoint, findDueEndpoints } from '../storage/webhook-deliveries.ts';
import { DeliveryLanes, mostHeldOf } from './delivery-lanes.ts';
import { tryDelivery } from './try-delivery.ts';

/** How long after it became due a delivery waits for a sender at most. */
export const deliveryPause = 250;

/** So many results are written down at once. */
const mostSettledAtOnce = 500;
const secondsToFinish = 10;

export interface DeliveryOptions {
  readonly context: () => ActionContext;
  readonly partnerEndpoints: PartnerEndpoints;
  readonly rateLimiter: RateLimiter;
  readonly encryptionKey: Uint8Array;
  readonly measurements: WebhookMeasurements;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Sends due deliveries, each endpoint in a lane of its own. Claims and results go to the database in batches: while one
 * batch of results is written, the next one gathers.
 */
export function deliverWebhooks(options: DeliveryOptions) {
  const { context, onFailure } = options;
  const lanes = new DeliveryLanes(send);
  let tried: TriedDelivery[] = [];
  let settling: Promise<void> | null = null;
  let isStopped = false;
  let tellSettled = () => {};
  let settled = Promise.resolve();
  const expectSettling = () => {
    settled = new Promise((done) => {
      tellSettled = done;
    });
  };
  expectSettling();

  async function send(claimed: ClaimedDelivery): Promise<void> {
    const result = await tryDelivery(claimed, options);
    if (isStopped) return;
    tried.push(result);
    settling ??= settleAll().finally(() => {
      settling = null;
    });
  }

  async function settleAll(): Promise<void> {
    while (tried.length > 0) {
      const batch = tried.slice(0, mostSettledAtOnce);
      tried = tried.slice(mostSettledAtOnce);
      try {
        const changed = await settleDeliveries(context(), batch);
        measure(batch, new Map(changed.map((one) => [one.eventId + one.endpointId, one.delivery])));
      } catch (error) {
        // The claims lapse, and what was sent is sent again.
        onFailure(error);
      }
      for (const one of batch) lanes.release(one);
      tellSettled();
      expectSettling();
    }
  }

  function measure(batch: readonly TriedDelivery[], changed: ReadonlyMap<string, WebhookDelivery>): void {
    for (const { outcome, durationMilliseconds, eventId, endpointId } of batch) {
      const isOver = changed.get(eventId + endpointId)?.status === 'Failed';
      const word = isSuccess(outcome) ? 'delivered' : isOver ? 'failed' : 'retried';
      options.measurements.webhookTried(word, durationMilliseconds / 1_000);
    }
  }

  /** How much to take of each endpoint now: no lane more than it has room for, all together a fair share. */
  async function wantedOf(due: readonly DueEndpoint[]) {
    const share = Math.max(1, Math.floor(lanes.room / due.length));
    let room = lanes.room;
    const wanted = [];
    for (const endpoint of due) {
      const isFailing = endpoint.failingSince !== null;
      const most = Math.min(endpoint.dueCount, lanes.roomOf(endpoint, isFailing), share, room);
      const allowed = await allowance(endpoint, most);
      room -= allowed;
      if (allowed > 0) wanted.push({ ...endpoint, most: allowed });
    }
    return wanted;
  }

  async function allowance(endpoint: DueEndpoint, most: number): Promise<number> {
    const { rateLimitPerMinute } = endpoint;
    if (rateLimitPerMinute === null) return most;
    for (let taken = 0; taken < most; taken++) {
      const name = `webhook ${endpoint.endpointId}`;
      const { allowed } = await options.rateLimiter.take(name, rateLimitPerMinute);
      if (!allowed) return taken;
    }
    return most;
  }

  return {
    /** Claims what there is room for, and sets it going. */
    async work(): Promise<boolean> {
      const hasSettled = settled;
      const { database, now } = context();
      const due = lanes.room === 0 ? [] : await findDueEndpoints(database, now, mostHeldOf(false));
      const wanted = await wantedOf(due);
      if (wanted.length > 0) {
        for (const claimed of await claimDeliveries(context(), wanted)) lanes.add(claimed);
      }
      if (lanes.held === 0) return wanted.length > 0;
      // More may be due than there was room for: whatever is settled next makes some.
      await Promise.race([hasSettled, delay(deliveryPause, undefined, { ref: false })]);
      return true;
    },
    /** Sends nothing more, and waits for what is under way, but not for ever. */
    async finish(): Promise<void> {
      lanes.close();
      const patience = delay(secondsToFinish * 1_000, undefined, { ref: false });
      const finished = lanes.idle().then(() => settling);
      await Promise.race([finished, patience]);
      isStopped = true;
      await settling;
    },
  };
}
