import { seatsOf, termOf } from '../../core/marketplace/alignment.ts';
import type { MarketplaceSubscription } from '../../core/marketplace/fulfilment.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import { findMappedPlan } from '../../storage/marketplace/mapped-plans.ts';
import { findSubscriptionByMarketplaceId } from '../../storage/subscriptions/subscriptions.ts';
import type { ActionContext } from '../context.ts';
import { createSubscription } from '../subscriptions/create-subscription.ts';

/** Through which of a workspace's connections the marketplace speaks. */
export interface MarketplaceSource {
  readonly workspaceId: string;
  readonly sourceName: string;
}

export interface ReceivedPurchase {
  readonly subscription: Subscription;
  /** False when it was received before: it is as it stands. */
  readonly isNew: boolean;
}

/**
 * Writes down what somebody has bought on the marketplace: Pending, until it is activated there. However often and by
 * however many it is received, it is one subscription. Refused when nobody can be entitled by it: its plan leads to
 * none of ours, or it does not name the tenant that will use it.
 */
export async function receivePurchase(
  context: ActionContext,
  { workspaceId, sourceName }: MarketplaceSource,
  purchase: MarketplaceSubscription,
): Promise<ReceivedPurchase | Refusal> {
  const { database, now } = context;
  const find = () => findSubscriptionByMarketplaceId(database, workspaceId, purchase.id);
  const known = await find();
  if (known) return { subscription: known, isNew: false };

  const { offerId, planId, beneficiary } = purchase;
  const plan = await findMappedPlan(database, { workspaceId, sourceName, offerId, planId });
  if (!plan) return refuse('marketplace.plan_not_mapped', { sourceName, offerId, planId });
  if (!beneficiary)
    return refuse('marketplace.beneficiary_missing', { marketplaceSubscriptionId: purchase.id });

  const term = termOf(purchase, now);
  const created = await createSubscription(
    context,
    workspaceId,
    {
      product: plan.product,
      plan: plan.plan,
      tenantId: beneficiary.tenantId,
      source: 'Marketplace',
      marketplaceSubscriptionId: purchase.id,
      quantity: plan.hasSeats ? seatsOf(purchase) : null,
      ...term,
      isTrial: purchase.isFreeTrial,
      trialEndsAt: purchase.isFreeTrial ? term.validUntil : null,
    },
    { actor: 'marketplace', reason: 'purchase' },
  );
  if (!isRefusal(created)) return { subscription: created.subscription, isNew: true };
  // Somebody else was first with it.
  const rival = await find();
  return rival ? { subscription: rival, isNew: false } : created;
}
