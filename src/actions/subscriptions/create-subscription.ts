import { timeOrderedId } from '../../core/identifiers.ts';
import { isRefusal, type Refusal, refuse, refuseInvalid } from '../../core/refusal.ts';
import {
  createSubscription as decideCreation,
  type SubscriptionOrder,
} from '../../core/subscriptions/order.ts';
import { findPlan } from '../../storage/catalogue/plans.ts';
import { ensureTenant } from '../../storage/subscriptions/customers.ts';
import { isMarketplaceIdTaken } from '../../storage/subscriptions/subscriptions.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { type ChangeNote, type RecordedChange, recordSubscriptionChange } from './record-change.ts';

export type NewSubscription = Omit<
  SubscriptionOrder,
  'workspaceId' | 'subscriptionId' | 'productId' | 'planId'
> & {
  /** Slug. */
  readonly product: string;
  readonly plan: string;
};

/**
 * Creates a subscription as Pending, for a purchase or a private contract. The marketplace subscription id is unique:
 * of concurrent calls with the same id all but one are refused.
 */
export async function createSubscription(
  context: ActionContext,
  workspaceId: string,
  order: NewSubscription,
  note: ChangeNote,
): Promise<RecordedChange | Refusal> {
  const { now, randomBytes } = context;
  const tenantId = order.tenantId.toLowerCase();
  const created = context.database.transaction().execute(async (database) => {
    const plan = await findPlan(database, workspaceId, order.product, order.plan);
    if (!plan || plan.status === 'Draft') return refuse('plan.not_found', { plan: order.plan });
    const transition = decideCreation(
      {
        ...order,
        tenantId,
        workspaceId,
        subscriptionId: timeOrderedId(now, randomBytes),
        productId: plan.productId,
        planId: plan.planId,
      },
      now,
    );
    if (isRefusal(transition)) return transition;
    await ensureTenant(database, { workspaceId, tenantId }, now);
    const recorded = await recordSubscriptionChange(
      { ...context, database },
      { transition, previous: null, product: order.product, move: 'create', note },
    );
    const { subscription } = recorded;
    const { source, quantity, validUntil, isTrial, trialEndsAt } = subscription;
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'subscription.created',
      subject: { kind: 'Subscription', id: subscription.subscriptionId },
      before: null,
      after: {
        tenantId,
        product: order.product,
        plan: order.plan,
        source,
        quantity,
        validUntil,
        isTrial,
        trialEndsAt,
        reason: note.reason ?? null,
      },
    });
    return recorded;
  });
  return created.catch((error: unknown) => {
    if (!isMarketplaceIdTaken(error)) throw error;
    const message = 'belongs to another subscription of the workspace';
    return refuseInvalid([{ path: 'marketplaceSubscriptionId', rule: 'unique', message }]);
  });
}
