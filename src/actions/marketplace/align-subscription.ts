import { timeOrderedId } from '../../core/identifiers.ts';
import type { MarketplaceSource } from '../../core/marketplace/connections/connection.ts';
import type { MarketplaceSubscription } from '../../core/marketplace/fulfilment-service.ts';
import {
  type AlignmentObstacle,
  alignSubscription as decideAlignment,
  isLive,
} from '../../core/marketplace/notifications/alignment.ts';
import { isBehind, lagMilliseconds } from '../../core/marketplace/notifications/lag.ts';
import { firstSeatHolder } from '../../core/marketplace/purchases/buyer.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { MoveType, Subscription } from '../../core/subscriptions/subscription.ts';
import { findProductSlug } from '../../storage/catalogue/products.ts';
import type { Database } from '../../storage/database.ts';
import { loadConfirmedChanges } from '../../storage/marketplace/confirmed-changes.ts';
import { findMappedPlan } from '../../storage/marketplace/mapped-plans.ts';
import { countSeats } from '../../storage/subscriptions/seats.ts';
import {
  findSubscriptionByMarketplaceId,
  lockSubscription,
  type StoredSubscription,
} from '../../storage/subscriptions/subscriptions.ts';
import { loadUsageCustomers } from '../../storage/usage/summaries.ts';
import { insertNotices } from '../../storage/workspaces/notices.ts';
import { loadAssignBuyer } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { ensureMember } from '../subscriptions/customers.ts';
import { recordSubscriptionChange } from '../subscriptions/record-change.ts';
import { assignLockedSeat } from '../subscriptions/seats.ts';
import { receivePurchase } from './receive-purchase.ts';
import { recordBuyers } from './record-purchase.ts';

export interface AlignedSubscription {
  /** Null: not stored, because the landing page was not opened yet or it ended before it was known here. */
  readonly subscription: Subscription | null;
  readonly isNew: boolean;
  /** The moves that were applied, in order. */
  readonly moves: readonly MoveType[];
  readonly obstacle: AlignmentObstacle | null;
  /** True when the marketplace's state is older than a confirmed change; nothing was changed. */
  readonly isBehind: boolean;
}

const nothingDone = { subscription: null, isNew: false, moves: [], obstacle: null, isBehind: false } as const;

/**
 * Aligns our subscription with the marketplace's in one transaction, and receives a missed one first. Landing page,
 * notifications and reconciliation all use it, so repeated, late and reordered notifications do no harm: only the
 * marketplace's current state counts. A lagging read, older than a confirmed change, is ignored.
 *
 * @param reason recorded in the history.
 */
export async function alignSubscription(
  context: ActionContext,
  source: MarketplaceSource,
  remote: MarketplaceSubscription,
  reason: string,
): Promise<AlignedSubscription | Refusal> {
  const aligned = await align(context, source, remote, reason);
  if (aligned === null) throw new Error('An unconditional alignment was skipped');
  return aligned;
}

export interface AlignmentTerms {
  /** The revision of the stored subscription when the remote one was read; null: none was stored. */
  readonly revision: number | null;
  /** Raises a notice for support when something had to be changed. */
  readonly isRepair: boolean;
}

/** Returns null and changes nothing if the stored subscription has changed since the remote one was read. */
export function alignIfUnchanged(
  context: ActionContext,
  source: MarketplaceSource,
  remote: MarketplaceSubscription,
  reason: string,
  terms: AlignmentTerms,
): Promise<AlignedSubscription | Refusal | null> {
  return align(context, source, remote, reason, terms);
}

async function align(
  context: ActionContext,
  source: MarketplaceSource,
  remote: MarketplaceSubscription,
  reason: string,
  terms?: AlignmentTerms,
): Promise<AlignedSubscription | Refusal | null> {
  const { workspaceId, sourceName } = source;
  const local = await findSubscriptionByMarketplaceId(context.database, workspaceId, remote.id);
  if (!local && (await isOutdated(context, source, remote))) return { ...nothingDone, isBehind: true };
  if (!local && !isLive(remote)) return nothingDone;
  const received = local
    ? { subscription: local, isNew: false }
    : await receivePurchase(context, source, remote);
  if (isRefusal(received)) return received;
  const { isNew } = received;
  const { subscriptionId } = received.subscription;

  return context.database.transaction().execute(async (database) => {
    const stored = await lockSubscription(database, workspaceId, subscriptionId);
    if (!stored) throw new Error(`Subscription ${subscriptionId} does not exist`);
    if (terms && stored.revision !== (isNew ? 1 : terms.revision)) return null;
    // Under the lock, so that every earlier confirmation is visible.
    if (await isOutdated({ ...context, database }, source, remote)) {
      return { ...nothingDone, subscription: stored.subscription, isNew, isBehind: true };
    }
    await recordBuyers({ ...context, database }, stored.subscription, remote);
    const { offerId, planId } = remote;
    const plan = await findMappedPlan(database, { workspaceId, sourceName, offerId, planId });
    const { steps, obstacle } = decideAlignment(stored.subscription, remote, plan ?? null, context.now);
    const product = await findProductSlug(database, workspaceId, stored.subscription.productId);
    let current = stored;
    for (const { move, transition } of steps) {
      const { subscription } = await recordSubscriptionChange(
        { ...context, database },
        { transition, previous: current, product, move: move.type, note: { actor: 'marketplace', reason } },
      );
      current = { subscription, revision: current.revision + 1 };
    }
    const moves = steps.map(({ move }) => move.type);
    const aligned = { ...context, database };
    if (moves.includes('changeQuantity')) await raiseSeatNotice(aligned, current.subscription);
    const hasBegun = moves.includes('activate') && current.subscription.status === 'Active';
    if (hasBegun && plan?.licenceModel === 'Seats') await assignBuyer(aligned, current.subscription, remote);
    if (terms?.isRepair && (isNew || moves.length > 0)) {
      const repair = [...(isNew ? ['receive'] : []), ...moves].join(', ');
      await raiseRepairNotice(aligned, source, current, repair);
    }
    return { subscription: current.subscription, isNew, moves, obstacle, isBehind: false };
  });
}

/** Reads lag behind operations, on the landing page and in lists too, and must not undo a confirmed change. */
async function isOutdated(
  { database, now }: ActionContext,
  source: MarketplaceSource,
  remote: MarketplaceSubscription,
): Promise<boolean> {
  const changes = await loadConfirmedChanges(database, source, remote.id, now);
  return isBehind(remote, changes, new Date(now.getTime() - lagMilliseconds));
}

/** The marketplace may sell fewer seats than are assigned: seats stay assigned, and support gets a notice. */
async function raiseSeatNotice(context: ActionContext, subscription: Subscription): Promise<void> {
  const { database } = context;
  const { workspaceId, subscriptionId, quantity } = subscription;
  const assigned = await countSeats(database, subscription);
  if (assigned <= (quantity ?? 0)) return;
  const facts = { ...(await customerFacts(database, subscription)), assigned, quantity: quantity ?? 0 };
  const key = `${subscriptionId} ${quantity ?? 0} ${subscription.changedAt.toISOString()}`;
  await insertNotices(database, workspaceId, [{ kind: 'SeatsExceedQuantity', key, facts }], context);
}

async function raiseRepairNotice(
  context: ActionContext,
  { workspaceId, sourceName }: MarketplaceSource,
  { subscription, revision }: StoredSubscription,
  repair: string,
): Promise<void> {
  const facts = { ...(await customerFacts(context.database, subscription)), sourceName, repair };
  const key = `${subscription.subscriptionId} ${revision}`;
  await insertNotices(context.database, workspaceId, [{ kind: 'MarketplaceRepaired', key, facts }], context);
}

async function customerFacts(database: Database, subscription: Subscription) {
  const { workspaceId, subscriptionId, marketplaceSubscriptionId } = subscription;
  const customers = await loadUsageCustomers(database, workspaceId, [subscriptionId]);
  const { customer = '', product = '', productName = '' } = customers.get(subscriptionId) ?? {};
  return {
    subscriptionId,
    marketplaceSubscriptionId: marketplaceSubscriptionId ?? '',
    customer,
    product,
    productName,
  };
}

/** The marketplace activates some plans by itself, and then no person is behind the change. */
const marketplaceActor = {
  kind: 'Application',
  id: 'marketplace',
  name: 'Marketplace',
  address: null,
} as const;

/**
 * Assigns the first seat of an activated subscription to its buyer, in the transaction that has locked the subscription.
 * Without a free seat, or if the partner has made the member inactive, nothing changes.
 */
async function assignBuyer(
  context: ActionContext,
  subscription: Subscription,
  remote: MarketplaceSubscription,
): Promise<void> {
  const { workspaceId, tenantId } = subscription;
  const buyer = firstSeatHolder(remote, tenantId);
  if (!buyer || !(await loadAssignBuyer(context.database, workspaceId))) return;
  const acting = { ...context, actor: context.actor ?? marketplaceActor };
  const memberId = timeOrderedId(context.now, context.randomBytes);
  const wanted = { ...buyer, memberId, tenantId, isActive: true, isAdministrator: false };
  const member = await ensureMember(acting, workspaceId, wanted);
  await assignLockedSeat(acting, subscription, member.memberId, member);
}
