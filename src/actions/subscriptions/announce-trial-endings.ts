import { resolveEntitlement } from '../../core/entitlements/entitlement.ts';
import { timeOrderedId } from '../../core/identifiers.ts';
import { isTrialEnding } from '../../core/subscriptions/clock.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import { eventData } from '../../core/webhooks/event-data.ts';
import { findProductSlug } from '../../storage/catalogue/products.ts';
import { loadEntitlement } from '../../storage/entitlements/entitlements.ts';
import { lockEndingTrials, markTrialEndingTold } from '../../storage/subscriptions/subscriptions.ts';
import { insertEvents } from '../../storage/webhooks/events.ts';
import type { ActionContext } from '../context.ts';

const mostAtOnce = 50;

/**
 * Tells once of each trial that it ends within three days. Workers in any number of nodes may run it at once. One that
 * nobody looked at before it was over is passed over: its end is told by itself. Returns how many were looked at.
 */
export async function announceTrialEndings(context: ActionContext): Promise<number> {
  return context.database.transaction().execute(async (database) => {
    const subscriptions = await lockEndingTrials(database, context.now, mostAtOnce);
    for (const subscription of subscriptions) {
      if (isTrialEnding(subscription, context.now)) await tell({ ...context, database }, subscription);
      await markTrialEndingTold(database, subscription);
    }
    return subscriptions.length;
  });
}

/** Nothing changes, so the version is the one that the tenant's entitlement has. */
async function tell(
  { database, now, randomBytes }: ActionContext,
  subscription: Subscription,
): Promise<void> {
  const { workspaceId, productId, tenantId, subscriptionId } = subscription;
  const product = await findProductSlug(database, workspaceId, productId);
  const stored = await loadEntitlement(database, workspaceId, product, tenantId);
  const holding = stored?.facts.subscriptions.find(
    (one) => one.subscription.subscriptionId === subscriptionId,
  );
  if (!stored || !holding) throw new Error('The subscription is not among those of its tenant');
  const data = eventData({
    product: stored.facts.product,
    subscription,
    plan: holding.plan,
    previousPlan: null,
    accessLevel: resolveEntitlement(stored.facts, now).accessLevel,
    version: stored.facts.version,
  });
  const eventId = timeOrderedId(now, randomBytes);
  await insertEvents(database, workspaceId, [
    { eventId, type: 'subscription.trial_ending', occurredAt: now, data },
  ]);
}
