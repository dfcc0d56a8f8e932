import { isRefusal, type Refusal, refuse, refuseUnknown } from '../../core/refusal.ts';
import { checkSeatsLeft } from '../../core/subscriptions/seat.ts';
import type { Move, Subscription } from '../../core/subscriptions/subscription.ts';
import { checkManualMove, type ManualMove, transition } from '../../core/subscriptions/transition.ts';
import { isCurrent } from '../../core/values/entity-tag.ts';
import { findPlan } from '../../storage/catalogue/plans.ts';
import { findProductSlug } from '../../storage/catalogue/products.ts';
import type { Database } from '../../storage/database.ts';
import { countSeats } from '../../storage/subscriptions/seats.ts';
import { lockSubscription, type StoredSubscription } from '../../storage/subscriptions/subscriptions.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { type ChangeNote, recordSubscriptionChange } from './record-change.ts';

/** A move with the plan given by its slug. */
export type RequestedMove =
  | Exclude<Move, { readonly type: 'changePlan' }>
  | { readonly type: 'changePlan'; readonly plan: string };

/**
 * Every later change of a subscription: activate, change plan or quantity, suspend, reinstate, renew, cancel now or at
 * the term's end, expire. Portal, marketplace and clock all use it. A move without a difference changes nothing.
 */
export async function moveSubscription(
  context: ActionContext,
  workspaceId: string,
  subscriptionId: string,
  requested: RequestedMove,
  note: ChangeNote,
  check: (stored: StoredSubscription) => Refusal | undefined = () => undefined,
): Promise<{ readonly subscription: Subscription } | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const stored = await lockSubscription(database, workspaceId, subscriptionId);
    if (!stored) return refuseUnknown('subscriptionId', 'subscription');
    const refusal = check(stored);
    if (refusal) return refusal;
    const product = await findProductSlug(database, workspaceId, stored.subscription.productId);
    const move = await resolveMove(database, workspaceId, product, requested);
    if (isRefusal(move)) return move;
    const decided = transition(stored.subscription, move, context.now);
    if (isRefusal(decided) || decided.events.length === 0) return decided;
    if (move.type === 'changeQuantity') {
      const assigned = await countSeats(database, { workspaceId, subscriptionId });
      const refusal = checkSeatsLeft(move.quantity, assigned);
      if (refusal) return refusal;
    }
    const recorded = await recordSubscriptionChange(
      { ...context, database },
      { transition: decided, previous: stored, product, move: move.type, note },
    );
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'subscription.moved',
      subject: { kind: 'Subscription', id: subscriptionId },
      before: movable(stored.subscription),
      after: { ...movable(decided.subscription), move: move.type, reason: note.reason ?? null },
    });
    return recorded;
  });
}

async function resolveMove(
  database: Database,
  workspaceId: string,
  product: string,
  requested: RequestedMove,
): Promise<Move | Refusal> {
  if (requested.type !== 'changePlan') return requested;
  const plan = await findPlan(database, workspaceId, product, requested.plan);
  if (!plan || plan.status === 'Draft') return refuse('plan.not_found', { plan: requested.plan });
  return { type: 'changePlan', planId: plan.planId };
}

/** Audited members. */
function movable({ tenantId, status, planId, quantity, validUntil, isTrial, cancelledAt }: Subscription) {
  return { tenantId, status, planId, quantity, validUntil, isTrial, cancelledAt };
}

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
