import type { PlanContent } from '../core/in-force.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { announceChanges } from '../storage/changes.ts';
import { takeNextVersionsOfPlan } from '../storage/entitlements.ts';
import { findPlan, lockPlanContent, savePlanRevision } from '../storage/plans.ts';
import type { ActionContext } from './context.ts';

/** What can be changed of a plan that tenants hold. */
export type PlanRevision = Partial<Pick<PlanContent, 'name' | 'capabilities' | 'serviceIdentifier'>>;

/**
 * Changes what a plan gives, for all who hold it, from now on. The earlier content is kept, so that a question about an
 * earlier moment is answered as it was then. The version of every tenant's entitlement that the plan is part of goes up.
 */
export async function revisePlan(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  workspaceId: string,
  product: string,
  planSlug: string,
  changes: PlanRevision,
): Promise<{ readonly revision: number } | Refusal> {
  return database.transaction().execute(async (transaction) => {
    const plan = await findPlan(transaction, workspaceId, product, planSlug);
    if (!plan) return refuse('plan.not_found', { plan: planSlug });
    const current = await lockPlanContent(transaction, workspaceId, plan.planId);
    const revised = { content: { ...current.content, ...changes }, revision: current.revision + 1 };
    await savePlanRevision(transaction, workspaceId, plan.planId, revised, now);
    await takeNextVersionsOfPlan(transaction, workspaceId, plan.planId, now);
    await announceChanges(transaction, [{ kind: 'catalogue', workspaceId }]);
    return { revision: revised.revision };
  });
}
