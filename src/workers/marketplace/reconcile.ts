import type { ActionContext } from '../../actions/context.ts';
import { openConnection } from '../../actions/marketplace/account.ts';
import { followMarketplace } from '../../actions/marketplace/follow-subscription.ts';
import {
  endMarketplaceReconciliation,
  extendMarketplaceReconciliation,
  failMarketplaceReconciliation,
  leaseMarketplaceReconciliation,
  type MarketplaceReconciliationLease,
  raiseUnrepairedNotice,
  raiseWaitingNotices,
} from '../../actions/marketplace/reconciliation.ts';
import {
  recordListedPurchases,
  recordMissingBuyers,
  recordUnlistedPurchases,
} from '../../actions/marketplace/record-purchase.ts';
import type {
  FulfilmentService,
  MarketplaceSubscription,
  SubscriptionPage,
} from '../../core/marketplace/fulfilment-service.ts';
import {
  alignSubscription,
  isLive,
  type MappedPlan,
  obstacleText,
  unmappedPlanText,
} from '../../core/marketplace/notifications/alignment.ts';
import type { ReconciliationResult } from '../../core/marketplace/notifications/reconciliation-state.ts';
import type { MarketplaceConnection } from '../../core/marketplace/ports.ts';
import { awaitsActivation } from '../../core/marketplace/purchases/pending-purchase.ts';
import { isRefusal } from '../../core/refusal.ts';
import { overdueAt } from '../../core/subscriptions/clock.ts';
import type { EncryptionKey } from '../../secrets/seal.ts';
import {
  findIdsWithWaitingNotifications,
  loadByMarketplaceIds,
  loadLateSubscriptions,
} from '../../storage/marketplace/known-subscriptions.ts';
import { findMappedPlan } from '../../storage/marketplace/mapped-plans.ts';

/** A subscription with a waiting notification younger than this is left to the worker that applies notifications. */
const waitingNotificationMilliseconds = 15 * 60_000;

export interface ReconcileMarketplaceOptions {
  readonly context: () => ActionContext;
  readonly fulfilment: FulfilmentService;
  readonly encryptionKey: EncryptionKey;
}

export interface Reconciliation extends ReconciliationResult {
  readonly sourceName: string;
}

/**
 * Compares the subscriptions of the connection that is due with the marketplace, and aligns those whose notification was
 * lost. A page that cannot be read ends the run, because its subscriptions would look missing. The connection is due
 * again when its lease expires.
 */
export function reconcileMarketplace(options: ReconcileMarketplaceOptions): () => Promise<boolean> {
  return async () => {
    const lease = await leaseMarketplaceReconciliation(options.context());
    if (!lease) return false;
    await reconcileConnection(options, lease);
    return true;
  };
}

/** Stores the failure for the portal and throws it again. */
export async function reconcileConnection(
  options: ReconcileMarketplaceOptions,
  lease: MarketplaceReconciliationLease,
): Promise<Reconciliation> {
  try {
    return await walkThrough(options, lease);
  } catch (error) {
    const failure = error instanceof Error ? error.message : 'The comparison failed in this service.';
    await failMarketplaceReconciliation(options.context(), lease, failure);
    throw error;
  } finally {
    await raiseWaitingNotices(options.context(), lease);
  }
}

async function walkThrough(
  { context, fulfilment, encryptionKey }: ReconcileMarketplaceOptions,
  leased: MarketplaceReconciliationLease,
): Promise<Reconciliation> {
  const connection = await openConnection(context().database, leased, encryptionKey);
  const walk = new Walk(context, fulfilment, connection, leased);
  const startedAt = context().now;
  let lease = leased;
  for await (const page of fulfilment.listSubscriptions(connection)) {
    if (page.outcome !== 'answered') {
      throw new Error(`The subscriptions of ${lease.sourceName} could not be compared: ${page.reason}`);
    }
    const extended = await extendMarketplaceReconciliation(context(), lease);
    if (!extended) throw new Error(`Another node has taken over the comparison of ${lease.sourceName}`);
    lease = extended;
    await walk.compare(page.value);
  }
  await walk.repairOverdue();
  await recordUnlistedPurchases(context(), lease, startedAt);
  await endMarketplaceReconciliation(context(), lease, walk.result);
  return { sourceName: lease.sourceName, ...walk.result };
}

class Walk {
  readonly #context: () => ActionContext;
  readonly #fulfilment: FulfilmentService;
  readonly #connection: MarketplaceConnection;
  readonly #source: MarketplaceReconciliationLease;
  readonly #seen = new Set<string>();
  #comparesAgreements: boolean | undefined;
  readonly #counts = { compared: 0, unreadable: 0, repaired: 0, unrepaired: 0 };

  constructor(
    context: () => ActionContext,
    fulfilment: FulfilmentService,
    connection: MarketplaceConnection,
    source: MarketplaceReconciliationLease,
  ) {
    this.#context = context;
    this.#fulfilment = fulfilment;
    this.#connection = connection;
    this.#source = source;
  }

  get result(): ReconciliationResult {
    const comparesAgreements = this.#comparesAgreements;
    return { ...this.#counts, ...(comparesAgreements !== undefined && { comparesAgreements }) };
  }

  async compare({ subscriptions: page, unreadable, comparesAgreements }: SubscriptionPage): Promise<void> {
    if (comparesAgreements !== undefined) this.#comparesAgreements = comparesAgreements;
    const { database, now } = this.#context();
    const { workspaceId, sourceName } = this.#source;
    const ids = page.map(({ id }) => id);
    const stored = await loadByMarketplaceIds(database, workspaceId, ids);
    await recordMissingBuyers(
      this.#context(),
      this.#source,
      page.flatMap((remote) => {
        const local = stored.get(remote.id);
        return local ? [[local, remote]] : [];
      }),
    );
    const since = new Date(now.getTime() - waitingNotificationMilliseconds);
    const waiting = await findIdsWithWaitingNotifications(database, this.#source, ids, since);
    this.#counts.compared += page.length;
    this.#counts.unreadable += unreadable;
    const pending = page.filter(
      (remote) => awaitsActivation(remote) && (stored.get(remote.id)?.status ?? 'Pending') === 'Pending',
    );
    await recordListedPurchases(this.#context(), this.#source, pending);
    // A page has many subscriptions of few plans.
    const plans = new Map<string, MappedPlan | null>();
    for (const remote of page) {
      this.#seen.add(remote.id);
      if (waiting.has(remote.id)) continue;
      const local = stored.get(remote.id);
      const name = JSON.stringify([remote.offerId, remote.planId]);
      const plan =
        plans.get(name) ?? (await findMappedPlan(database, { workspaceId, sourceName, ...remote })) ?? null;
      plans.set(name, plan);
      const alignment = local && alignSubscription(local, remote, plan, now);
      const isSame = alignment ? alignment.steps.length === 0 && !alignment.obstacle : !isLive(remote);
      if (!isSame) await this.#repair(remote.id);
    }
  }

  /** Repairs subscriptions whose term or suspension is overdue and that the list did not contain. */
  async repairOverdue(): Promise<void> {
    const { database, now } = this.#context();
    for (const own of await loadLateSubscriptions(database, this.#source, now)) {
      const due = overdueAt(own);
      const id = own.marketplaceSubscriptionId;
      if (id !== null && due !== null && due <= now && !this.#seen.has(id)) await this.#repair(id);
    }
  }

  /** Reads the subscription again before a change: the page may be older than a notification applied meanwhile. */
  async #repair(marketplaceSubscriptionId: string): Promise<void> {
    const followed = await followMarketplace(this.#context, {
      fulfilment: this.#fulfilment,
      connection: this.#connection,
      source: this.#source,
      marketplaceSubscriptionId,
      reason: 'reconciliation',
      isRepair: true,
    });
    if (followed.outcome === 'unavailable') {
      throw new Error(`${marketplaceSubscriptionId} could not be read: ${followed.reason}`);
    }
    if (followed.outcome === 'refused') {
      const unknown = { id: marketplaceSubscriptionId, status: 'Unknown', beneficiary: null } as const;
      return this.#raiseNotice(unknown, `The marketplace does not know the subscription: ${followed.reason}`);
    }
    const { aligned, remote } = followed;
    if (isRefusal(aligned)) {
      // A partner who moves in has many subscriptions of few unmapped plans.
      const isUnmapped = aligned.code === 'marketplace.plan_not_mapped';
      return isUnmapped
        ? this.#raiseNotice(remote, unmappedPlanText(remote), 'plan')
        : this.#raiseNotice(remote, aligned.detail);
    }
    // The read lags behind a confirmed change; its notification is retried by the other worker.
    if (aligned.isBehind) return;
    if (aligned.isNew || aligned.moves.length > 0) this.#counts.repaired += 1;
    if (aligned.obstacle) await this.#raiseNotice(remote, obstacleText(aligned.obstacle));
  }

  async #raiseNotice(
    remote: Pick<MarketplaceSubscription, 'id' | 'status' | 'beneficiary'>,
    reason: string,
    cause?: string,
  ): Promise<void> {
    this.#counts.unrepaired += 1;
    await raiseUnrepairedNotice(this.#context(), this.#source, remote, reason, cause);
  }
}
