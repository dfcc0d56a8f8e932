import type { MarketplaceSource } from '../../core/marketplace/connections/connection.ts';
import type { MarketplaceSubscription } from '../../core/marketplace/fulfilment-service.ts';
import { seatsOf, termOf, unmappedPlanText } from '../../core/marketplace/notifications/alignment.ts';
import { beneficiaryProblem } from '../../core/marketplace/purchases/buyer.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import { findMappedPlan } from '../../storage/marketplace/mapped-plans.ts';
import { findSubscriptionByMarketplaceId } from '../../storage/subscriptions/subscriptions.ts';
import type { ActionContext } from '../context.ts';
import { createSubscription } from '../subscriptions/create-subscription.ts';

export interface ReceivedPurchase {
  readonly subscription: Subscription;
  /** False when it had been received before. */
  readonly isNew: boolean;
}

/**
 * Stores a purchase as Pending until it is activated. Idempotent, also for concurrent calls. Refused when nobody could
 * be entitled by it: the plan has no mapping, or the beneficiary's tenant is missing or no organisation's.
 */
export async function receivePurchase(
  context: ActionContext,
  { workspaceId, sourceName }: MarketplaceSource,
  purchase: MarketplaceSubscription,
): Promise<ReceivedPurchase | Refusal> {
  const { database, now } = context;
  const find = () => findSubscriptionByMarketplaceId(database, workspaceId, purchase.id);
  const stored = await find();
  if (stored) return { subscription: stored, isNew: false };

  const { offerId, planId, beneficiary } = purchase;
  const plan = await findMappedPlan(database, { workspaceId, sourceName, offerId, planId });
  if (!plan)
    return refuse('marketplace.plan_not_mapped', { sourceName, offerId, planId }, unmappedPlanText(purchase));
  const problem = beneficiaryProblem(purchase);
  if (!beneficiary || problem !== undefined)
    return refuse('marketplace.beneficiary_missing', { marketplaceSubscriptionId: purchase.id }, problem);

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
  // A concurrent call has stored it.
  const rival = await find();
  return rival ? { subscription: rival, isNew: false } : created;
}
