import type { MarketplaceSubscription } from '../core/fulfilment.ts';
import {
  type AlignmentObstacle,
  alignSubscription as decideAlignment,
  isLiving,
} from '../core/marketplace-alignment.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import type { MoveType, Subscription } from '../core/subscription.ts';
import { findMappedPlan } from '../storage/mapped-plans.ts';
import { findProductSlug } from '../storage/products.ts';
import { findSubscriptionByMarketplaceId, lockSubscription } from '../storage/subscriptions.ts';
import type { ActionContext } from './context.ts';
import { type MarketplaceSource, receivePurchase } from './receive-purchase.ts';
import { recordSubscriptionChange } from './record-subscription-change.ts';

export interface AlignedSubscription {
  /** Null when we do not have it, and it is nothing to us yet: nobody has landed, or it was over before we knew. */
  readonly subscription: Subscription | null;
  readonly isNew: boolean;
  /** What it took, in order. */
  readonly moves: readonly MoveType[];
  readonly obstacle: AlignmentObstacle | null;
}

/**
 * Makes our subscription say what the marketplace says, in one transaction; one that was missed is received first. The
 * landing page, calls of the marketplace and reconciliation all come this way, so that repeated, late and reordered
 * news do no harm: what counts is how the subscription stands there.
 *
 * @param reason what brought us here; it is kept in the history.
 */
export async function alignSubscription(
  context: ActionContext,
  source: MarketplaceSource,
  theirs: MarketplaceSubscription,
  reason: string,
): Promise<AlignedSubscription | Refusal> {
  const { workspaceId, sourceName } = source;
  const known = await findSubscriptionByMarketplaceId(context.database, workspaceId, theirs.id);
  if (!known && !isLiving(theirs)) return { subscription: null, isNew: false, moves: [], obstacle: null };
  const received = known
    ? { subscription: known, isNew: false }
    : await receivePurchase(context, source, theirs);
  if (isRefusal(received)) return received;
  const { subscriptionId } = received.subscription;

  return context.database.transaction().execute(async (database) => {
    const stored = await lockSubscription(database, workspaceId, subscriptionId);
    if (!stored) throw new Error(`Subscription ${subscriptionId} has gone`);
    const { offerId, planId } = theirs;
    const plan = await findMappedPlan(database, { workspaceId, sourceName, offerId, planId });
    const { steps, obstacle } = decideAlignment(stored.subscription, theirs, plan ?? null, context.now);
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
    return { subscription: current.subscription, isNew: received.isNew, moves, obstacle };
  });
}
