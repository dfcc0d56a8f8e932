import { setTimeout as delay } from 'node:timers/promises';
import type { ActionContext } from '../../actions/context.ts';
import type { LeasedDelivery } from '../../actions/webhooks/lease-deliveries.ts';
import type { HealthChange, SettledDeliveries } from '../../actions/webhooks/settle-deliveries.ts';
import { withDeadline } from '../../async/deadline.ts';
import type { RateLimiter } from '../../core/clients/ports.ts';
import type { CircuitChange } from '../../core/operations/circuit-change.ts';
import { isSuccess } from '../../core/webhooks/delivery.ts';
import { isFailing } from '../../core/webhooks/health.ts';
import type { PartnerEndpoints, WebhookMeasurements } from '../../core/webhooks/ports.ts';
import type { EncryptionKey } from '../../secrets/seal.ts';
import { type DueEndpoint, findDueEndpoints } from '../../storage/webhooks/due-endpoints.ts';
import type { AttemptedDelivery } from '../../storage/webhooks/settle.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { DeliveryLanes, laneName } from './delivery-lanes.ts';
import { LaneLeases } from './lane-leases.ts';

/** The maximum time from a delivery's due time to its lease. */
export const deliveryPause = 250;

/** Results settled in one batch; a smaller batch waits a moment for more. */
const maxSettleBatch = 1_000;
const millisecondsToGather = 40;
/** Due deliveries are counted up to this number. */
const countTo = 128;
const secondsToFinish = 10;

export interface DeliveryOptions {
  readonly context: () => ActionContext;
  readonly partnerEndpoints: PartnerEndpoints;
  readonly rateLimiter: RateLimiter;
  readonly encryptionKey: EncryptionKey;
  readonly measurements: WebhookMeasurements;
  readonly onCircuit: (change: CircuitChange) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Sends due deliveries, each endpoint in a lane of its own. Leases and results go to the database in batches: while one
 * batch of results is written, the next one gathers.
 */
export function deliverWebhooks(options: DeliveryOptions) {
  const { context, onFailure } = options;
  let attempted: AttemptedDelivery[] = [];
  let settling: Promise<void> | null = null;
  let isStopped = false;
  let polledAt = Number.NEGATIVE_INFINITY;
  /** Endpoints with a known backlog: the last poll found more deliveries than were taken. */
  let busy: readonly DueEndpoint[] = [];
  let resumeWork = () => {};
  let capacitySignal = Promise.resolve();
  const signalCapacity = () => {
    resumeWork();
    capacitySignal = new Promise((done) => {
      resumeWork = done;
    });
  };
  signalCapacity();
  const lanes = new DeliveryLanes(send, signalCapacity);
  const leases = new LaneLeases(context, lanes);

  async function send(leased: LeasedDelivery): Promise<boolean> {
    const result = await attemptDelivery(leased, options);
    const isAccepted = isSuccess(result.outcome);
    if (isStopped) return isAccepted;
    attempted.push(result);
    settling ??= settleAll().finally(() => {
      settling = null;
    });
    return isAccepted;
  }

  async function settleAll(): Promise<void> {
    while (attempted.length > 0) {
      if (attempted.length < maxSettleBatch) await delay(millisecondsToGather);
      const batch = attempted.slice(0, maxSettleBatch);
      attempted = attempted.slice(maxSettleBatch);
      await leases.settle(batch, finishAttempts, onFailure);
    }
  }

  /** Removes each from its lane, whether it was written or not. */
  function finishAttempts(batch: readonly AttemptedDelivery[], settled: SettledDeliveries): void {
    const failed = new Set(
      settled.written.flatMap((one) =>
        one.delivery.status === 'Failed' ? [one.eventId + one.endpointId] : [],
      ),
    );
    for (const { outcome, durationMilliseconds, eventId, endpointId } of batch) {
      const isOver = failed.has(eventId + endpointId);
      const result = isSuccess(outcome) ? 'delivered' : isOver ? 'failed' : 'retried';
      options.measurements.webhookTried(result, durationMilliseconds / 1_000);
    }
    for (const change of settled.changed) reportChange(batch, change);
    const haveCapacity = batch.map((one) => lanes.remove(one));
    if (haveCapacity.includes(true)) signalCapacity();
  }

  function reportChange(
    batch: readonly AttemptedDelivery[],
    { endpointId, before, after }: HealthChange,
  ): void {
    if (isFailing(before) === isFailing(after)) return;
    const last = batch.findLast((one) => one.endpointId === endpointId);
    if (last) options.onCircuit(circuitChange(last, isFailing(after)));
  }

  /** Polling scans deliveries in flight; skip it while endpoints have a known backlog. */
  async function dueEndpoints(): Promise<readonly DueEndpoint[]> {
    if (lanes.capacity === 0) return [];
    if (busy.length > 0 && performance.now() - polledAt < deliveryPause) return busy;
    const { database, now } = context();
    polledAt = performance.now();
    return findDueEndpoints(database, now, countTo, { holder: leases.holder, sending: lanes.counts() });
  }

  /** Leases and sends deliveries of these endpoints within the capacity. Returns whether there were any. */
  async function leaseOf(endpoints: readonly DueEndpoint[]): Promise<boolean> {
    let isAny = false;
    await leases.whileTaking(endpoints, async (free) => {
      const wanted = await wantedOf(free);
      const missing = new Map(wanted.map((one) => [laneName(one), one.limit]));
      await leases.lease(wanted, (leased, since) => {
        const name = laneName(leased);
        missing.set(name, (missing.get(name) ?? 0) - 1);
        lanes.add(leased, since);
      });
      busy = endpoints.filter((one) => !isCounted(one) && (missing.get(laneName(one)) ?? 0) === 0);
      isAny = wanted.length > 0;
    });
    return isAny;
  }

  /** The number of deliveries to lease for each endpoint: within the capacity of its lane and a fair share of the total. */
  async function wantedOf(endpoints: readonly DueEndpoint[]) {
    const share = Math.max(1, Math.floor(lanes.capacity / endpoints.length));
    let remaining = lanes.capacity;
    const wanted = [];
    for (const endpoint of endpoints) {
      const due = isCounted(endpoint) ? endpoint.dueCount : Number.POSITIVE_INFINITY;
      const limit = Math.min(
        due,
        lanes.capacityOf(endpoint, endpoint.failingSince !== null),
        share,
        remaining,
      );
      const allowed = await allowance(endpoint, limit);
      remaining -= allowed;
      if (allowed > 0) wanted.push({ ...endpoint, limit: allowed });
    }
    return wanted;
  }

  async function allowance(endpoint: DueEndpoint, limit: number): Promise<number> {
    const { rateLimitPerMinute } = endpoint;
    if (rateLimitPerMinute === null) return limit;
    for (let taken = 0; taken < limit; taken++) {
      const name = `webhook ${endpoint.endpointId}`;
      const { allowed } = await options.rateLimiter.take(name, rateLimitPerMinute);
      if (!allowed) return taken;
    }
    return limit;
  }

  return {
    /** Leases deliveries within the capacity, and sends them. */
    async work(): Promise<boolean> {
      const moreCapacity = capacitySignal;
      const hasLeased = await leaseOf(await dueEndpoints());
      await leases.endIdle();
      if (lanes.leased === 0) return hasLeased;
      // More may be due than the capacity allowed.
      await Promise.race([moreCapacity, delay(deliveryPause, undefined, { ref: false })]);
      return true;
    },
    /** Starts no more POSTs, waits up to ten seconds for those in progress, and ends every lease. */
    async finish(): Promise<void> {
      lanes.close();
      await leases.endIdle().catch(onFailure);
      const finished = () => lanes.idle().then(() => settling);
      await withDeadline({ milliseconds: secondsToFinish * 1_000 }, finished, () => {});
      isStopped = true;
      await settling;
      await leases.endAll().catch(onFailure);
    },
  };
}

/**
 * Whether the exact number of due deliveries is known, or the endpoint has a rate limit: then no allowance is taken in
 * vain.
 */
function isCounted({ dueCount, rateLimitPerMinute }: DueEndpoint): boolean {
  return dueCount < countTo || rateLimitPerMinute !== null;
}

function circuitChange(
  { workspaceId, endpointId, outcome, error }: AttemptedDelivery,
  isOpen: boolean,
): CircuitChange {
  const failure = outcome.kind === 'answered' ? `The endpoint answered ${outcome.status}` : error;
  return { workspaceId, target: { endpointId }, reason: isOpen ? failure : null };
}
