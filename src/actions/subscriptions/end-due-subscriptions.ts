import { isRefusal } from '../../core/refusal.ts';
import { dueMove } from '../../core/subscriptions/clock.ts';
import { transition } from '../../core/subscriptions/transition.ts';
import { findProductSlug } from '../../storage/catalogue/products.ts';
import { findDueSubscriptions, lockDueSubscriptions } from '../../storage/subscriptions/due-subscriptions.ts';
import { byWorkspace } from '../../storage/workspace-shard.ts';
import type { ActionContext } from '../context.ts';
import { recordSubscriptionChange } from './record-change.ts';

const batchSize = 50;

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
      if (!end) throw new Error(`Subscription ${subscriptionId} was due and is not`);
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
