import type { ActionContext } from '../../actions/context.ts';
import { openConnection } from '../../actions/marketplace/account.ts';
import { followMarketplace } from '../../actions/marketplace/follow-subscription.ts';
import {
  endMarketplaceReconciliation,
  failMarketplaceReconciliation,
  holdMarketplaceReconciliation,
  leaseMarketplaceReconciliation,
  type MarketplaceReconciliationLease,
} from '../../actions/marketplace/lease-reconciliation.ts';
import { raiseUnrepairedNotice } from '../../actions/marketplace/raise-unrepaired-notice.ts';
import { alignSubscription, isLive, type MappedPlan } from '../../core/marketplace/alignment.ts';
import type { FulfilmentService, MarketplaceSubscription } from '../../core/marketplace/fulfilment.ts';
import type { MarketplaceConnection } from '../../core/marketplace/ports.ts';
import { obstacleText } from '../../core/marketplace/repair.ts';
import { isRefusal } from '../../core/refusal.ts';
import { overdueAt } from '../../core/subscriptions/clock.ts';
import type { EncryptionKey } from '../../secrets/seal.ts';
import {
  findIdsWithWaitingNotifications,
  loadByMarketplaceIds,
  loadLateHoldings,
} from '../../storage/marketplace/holdings.ts';
import { findMappedPlan } from '../../storage/marketplace/mapped-plans.ts';
import type { ReconciliationResult } from '../../storage/marketplace/reconciliation-leases.ts';

/** For so long a call is left to whoever applies it. */
const callPatienceMilliseconds = 15 * 60_000;

export interface ReconcileMarketplaceOptions {
  readonly context: () => ActionContext;
  readonly fulfilment: FulfilmentService;
  readonly encryptionKey: EncryptionKey;
}

/** What one walk through a connection's subscriptions came to. */
export interface Reconciliation extends ReconciliationResult {
  readonly sourceName: string;
}

/**
 * Compares every subscription of one connection whose turn it is with ours, and brings ours in line where a call was
 * lost. A page that cannot be read ends the walk: nothing is concluded from what it did not show, and the connection
 * has its turn again when the lease has expired.
 */
export function reconcileMarketplace(options: ReconcileMarketplaceOptions): () => Promise<boolean> {
  return async () => {
    const lease = await leaseMarketplaceReconciliation(options.context());
    if (!lease) return false;
    await reconcileConnection(options, lease);
    return true;
  };
}

/** What stops a walk is written down, for people to see, and then whoever called hears of it. */
export async function reconcileConnection(
  options: ReconcileMarketplaceOptions,
  lease: MarketplaceReconciliationLease,
): Promise<Reconciliation> {
  try {
    return await walkThrough(options, lease);
  } catch (error) {
    const failure = error instanceof Error ? error.message : 'Something went wrong on our side.';
    await failMarketplaceReconciliation(options.context(), lease, failure);
    throw error;
  }
}

async function walkThrough(
  { context, fulfilment, encryptionKey }: ReconcileMarketplaceOptions,
  leased: MarketplaceReconciliationLease,
): Promise<Reconciliation> {
  const connection = await openConnection(context().database, leased, encryptionKey);
  const walk = new Walk(context, fulfilment, connection, leased);
  let lease = leased;
  for await (const page of fulfilment.listSubscriptions(connection)) {
    if (page.outcome !== 'answered') {
      throw new Error(`The subscriptions of ${lease.sourceName} could not be compared: ${page.reason}`);
    }
    const kept = await holdMarketplaceReconciliation(context(), lease);
    if (!kept) throw new Error(`Somebody else has taken over comparing ${lease.sourceName}`);
    lease = kept;
    await walk.compare(page.value.subscriptions, page.value.unreadable);
  }
  await walk.askForOverdue();
  await endMarketplaceReconciliation(context(), lease, walk.result);
  return { sourceName: lease.sourceName, ...walk.result };
}

class Walk {
  readonly #context: () => ActionContext;
  readonly #fulfilment: FulfilmentService;
  readonly #connection: MarketplaceConnection;
  readonly #source: MarketplaceReconciliationLease;
  readonly #seen = new Set<string>();
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
    return { ...this.#counts };
  }

  async compare(page: readonly MarketplaceSubscription[], unreadable: number): Promise<void> {
    const { database, now } = this.#context();
    const { workspaceId, sourceName } = this.#source;
    const ids = page.map(({ id }) => id);
    const ours = await loadByMarketplaceIds(database, workspaceId, ids);
    const since = new Date(now.getTime() - callPatienceMilliseconds);
    const inHand = await findIdsWithWaitingNotifications(database, this.#source, ids, since);
    this.#counts.compared += page.length;
    this.#counts.unreadable += unreadable;
    // Most of a page are of a few plans.
    const plans = new Map<string, MappedPlan | null>();
    for (const theirs of page) {
      this.#seen.add(theirs.id);
      if (inHand.has(theirs.id)) continue;
      const own = ours.get(theirs.id);
      const name = JSON.stringify([theirs.offerId, theirs.planId]);
      const plan =
        plans.get(name) ?? (await findMappedPlan(database, { workspaceId, sourceName, ...theirs })) ?? null;
      plans.set(name, plan);
      const alignment = own && alignSubscription(own, theirs, plan, now);
      const isSame = alignment ? alignment.steps.length === 0 && !alignment.obstacle : !isLive(theirs);
      if (!isSame) await this.#repair(theirs.id);
    }
  }

  /** Ours whose term or suspension is long over without a word, and which the list did not show. */
  async askForOverdue(): Promise<void> {
    const { database, now } = this.#context();
    for (const own of await loadLateHoldings(database, this.#source, now)) {
      const due = overdueAt(own);
      const id = own.marketplaceSubscriptionId;
      if (id !== null && due !== null && due <= now && !this.#seen.has(id)) await this.#repair(id);
    }
  }

  /** A page may be older than a call that came meanwhile: what differs is read anew before anything is changed. */
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
      const unknown = { id: marketplaceSubscriptionId, status: 'Unknown' } as const;
      return this.#tell(unknown, `The marketplace does not know it: ${followed.reason}`);
    }
    const { aligned, theirs } = followed;
    if (isRefusal(aligned)) return this.#tell(theirs, aligned.detail);
    // Older than a change that is known: whoever applied it, or waits for it, sees to it.
    if (aligned.isBehind) return;
    if (aligned.isNew || aligned.moves.length > 0) this.#counts.repaired += 1;
    if (aligned.obstacle) await this.#tell(theirs, obstacleText(aligned.obstacle));
  }

  async #tell(theirs: Pick<MarketplaceSubscription, 'id' | 'status'>, reason: string): Promise<void> {
    this.#counts.unrepaired += 1;
    await raiseUnrepairedNotice(this.#context(), this.#source, theirs, reason);
  }
}
