import { resolveEntitlement } from '../../core/entitlements/entitlement.ts';
import { timeOrderedId } from '../../core/identifiers.ts';
import { isRefusal } from '../../core/refusal.ts';
import { dueMove, isTrialEnding } from '../../core/subscriptions/clock.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import { transition } from '../../core/subscriptions/transition.ts';
import { eventData } from '../../core/webhooks/event.ts';
import { findProductSlug } from '../../storage/catalogue/products.ts';
import { byWorkspace } from '../../storage/cluster/workspace-shard.ts';
import { loadEntitlement } from '../../storage/entitlements/entitlements.ts';
import {
  findDueSubscriptions,
  findEndingTrials,
  lockDueSubscriptions,
  lockEndingTrials,
  markTrialEndingAnnounced,
} from '../../storage/subscriptions/due-subscriptions.ts';
import { insertEvents } from '../../storage/webhooks/events.ts';
import type { ActionContext } from '../context.ts';
import { recordSubscriptionChange } from './record-change.ts';

const batchSize = 50;

/** Writes history and events of subscriptions that the clock has ended. Responses apply the clock themselves. */
export async function sweepExpired(context: ActionContext): Promise<number> {
  return (await endDueSubscriptions(context)) + (await announceTrialEndings(context));
}

/**
 * Ends trials, terms and long suspensions that are over, each workspace for itself. Safe on any number of nodes at once:
 * each subscription is ended once. Returns how many were ended.
 */
export async function endDueSubscriptions(context: ActionContext): Promise<number> {
  let count = 0;
  const due = byWorkspace(await findDueSubscriptions(context.database, context.now, batchSize));
  for (const [workspaceId, keys] of due) {
    const subscriptionIds = keys.map(({ subscriptionId }) => subscriptionId);
    count += await endSubscriptions(context, workspaceId, subscriptionIds);
  }
  return count;
}

async function endSubscriptions(
  context: ActionContext,
  workspaceId: string,
  subscriptionIds: readonly string[],
): Promise<number> {
  return context.database.transaction().execute(async (database) => {
    const due = await lockDueSubscriptions(database, workspaceId, subscriptionIds, context.now);
    for (const stored of due) {
      const { subscriptionId } = stored.subscription;
      const end = dueMove(stored.subscription, context.now);
      if (!end) throw new Error(`Subscription ${subscriptionId} is not due`);
      const decided = transition(stored.subscription, end.move, context.now);
      if (isRefusal(decided)) throw new Error(`Subscription ${subscriptionId}: ${decided.detail}`);
      const product = await findProductSlug(database, workspaceId, stored.subscription.productId);
      await recordSubscriptionChange(
        { ...context, database },
        {
          transition: decided,
          previous: stored,
          product,
          move: end.move.type,
          note: { actor: 'clock', reason: end.reason },
        },
      );
    }
    return due.length;
  });
}

/**
 * Sends one event for each trial that ends within three days. Safe on any number of nodes at once. Trials already over
 * are only marked: their end has an event of its own. Returns how many were processed.
 */
export async function announceTrialEndings(context: ActionContext): Promise<number> {
  let count = 0;
  const ending = byWorkspace(await findEndingTrials(context.database, context.now, batchSize));
  for (const [workspaceId, keys] of ending) {
    const subscriptionIds = keys.map(({ subscriptionId }) => subscriptionId);
    count += await announceEndings(context, workspaceId, subscriptionIds);
  }
  return count;
}

async function announceEndings(
  context: ActionContext,
  workspaceId: string,
  subscriptionIds: readonly string[],
): Promise<number> {
  return context.database.transaction().execute(async (database) => {
    const subscriptions = await lockEndingTrials(database, workspaceId, subscriptionIds);
    for (const subscription of subscriptions) {
      if (isTrialEnding(subscription, context.now)) await announce({ ...context, database }, subscription);
      await markTrialEndingAnnounced(database, subscription);
    }
    return subscriptions.length;
  });
}

/** The entitlement does not change, so the event has its current version. */
async function announce(
  { database, now, randomBytes }: ActionContext,
  subscription: Subscription,
): Promise<void> {
  const { workspaceId, productId, tenantId, subscriptionId } = subscription;
  const product = await findProductSlug(database, workspaceId, productId);
  const stored = await loadEntitlement(database, workspaceId, product, tenantId);
  const subscribed = stored?.facts.subscriptions.find(
    (one) => one.subscription.subscriptionId === subscriptionId,
  );
  if (!stored || !subscribed) throw new Error('The subscription is not among those of its tenant');
  const data = eventData({
    ...stored.facts,
    ...subscribed,
    subscription,
    previousPlan: null,
    accessLevel: resolveEntitlement(stored.facts, now).accessLevel,
  });
  const eventId = timeOrderedId(now, randomBytes);
  await insertEvents(database, workspaceId, [
    { eventId, type: 'subscription.trial_ending', occurredAt: now, data },
  ]);
}
