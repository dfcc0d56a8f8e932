import { isCurrent } from '../../core/entity-tag.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { checkManualMove, type ManualMove } from '../../core/subscriptions/manual-move.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import type { ActionContext } from '../context.ts';
import { moveSubscription, type RequestedMove } from './move-subscription.ts';
import type { ChangeNote } from './record-change.ts';

/** A move by a person, based on a revision. Refused for subscriptions that the marketplace manages. */
export async function moveSubscriptionManually(
  context: ActionContext,
  workspaceId: string,
  subscriptionId: string,
  requested: Extract<RequestedMove, { readonly type: ManualMove }>,
  note: ChangeNote,
  expectedRevision: number | 'any',
): Promise<{ readonly subscription: Subscription } | Refusal> {
  return moveSubscription(context, workspaceId, subscriptionId, requested, note, (stored) =>
    isCurrent(stored, expectedRevision)
      ? checkManualMove(stored.subscription, requested.type)
      : refuse('request.precondition_failed'),
  );
}
