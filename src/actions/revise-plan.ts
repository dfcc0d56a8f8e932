import { resolveEntitlement, saysTheSame } from '../core/entitlement.ts';
import { eventData } from '../core/event-data.ts';
import { timeOrderedId } from '../core/identifiers.ts';
import { type EntitlementFacts, type PlanContent, standingAt } from '../core/in-force.ts';
import { isSameContent } from '../core/plan-content.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { announceChanges } from '../storage/changes.ts';
import { loadEntitlements, takeNextVersionsOfPlan } from '../storage/entitlements.ts';
import { insertEvents, type NewEvent } from '../storage/events.ts';
import { findPlan, lockPlanContent, savePlanRevision } from '../storage/plans.ts';
import type { ActionContext } from './context.ts';

/** What can be changed of a plan that tenants hold. */
export type PlanRevision = Partial<Pick<PlanContent, 'name' | 'capabilities' | 'serviceIdentifier'>>;

/** So many tenants are told of it in one statement. */
const tenantsAtOnce = 500;
const beforeAllTenants = '00000000-0000-0000-0000-000000000000';

/**
 * Changes what a plan gives, for all who hold it, from now on. The earlier content is kept, so that a question about an
 * earlier moment is answered as it was then. The version of every tenant's entitlement that the plan is part of goes up,
 * and those whose answer is another from now on are told. What already says so stays as it is.
 */
export async function revisePlan(
  context: ActionContext,
  workspaceId: string,
  product: string,
  planSlug: string,
  changes: PlanRevision,
): Promise<{ readonly revision: number } | Refusal> {
  const { now } = context;
  return context.database.transaction().execute(async (database) => {
    const plan = await findPlan(database, workspaceId, product, planSlug);
    if (!plan) return refuse('plan.not_found', { plan: planSlug });
    const current = await lockPlanContent(database, workspaceId, plan.planId);
    const revised = { content: { ...current.content, ...changes }, revision: current.revision + 1 };
    if (isSameContent(current.content, revised.content)) return { revision: current.revision };
    await savePlanRevision(database, workspaceId, plan.planId, revised, now);

    const held = { workspaceId, productId: plan.productId, planId: plan.planId };
    let afterTenantId = beforeAllTenants;
    for (;;) {
      const page = { afterTenantId, most: tenantsAtOnce };
      const tenantIds = await takeNextVersionsOfPlan(database, held, now, page);
      const last = tenantIds.at(-1);
      if (last === undefined) break;
      const entitlements = await loadEntitlements(database, workspaceId, product, tenantIds);
      const told = entitlements.flatMap(({ facts }) =>
        eventOfRevision(facts, plan.planId, current.content, now),
      );
      await insertEvents(
        database,
        workspaceId,
        told.map((event) => ({ ...event, eventId: timeOrderedId(now, context.randomBytes) })),
      );
      afterTenantId = last;
    }
    await announceChanges(database, [{ kind: 'catalogue', workspaceId }]);
    return { revision: revised.revision };
  });
}

/** The plan is part of the answer only where a subscription to it is in force: that is the one the event names. */
function eventOfRevision(
  facts: EntitlementFacts,
  planId: string,
  previous: PlanContent,
  now: Date,
): Omit<NewEvent, 'eventId'>[] {
  const before = {
    ...facts,
    subscriptions: facts.subscriptions.map((holding) =>
      holding.subscription.planId === planId ? { ...holding, plan: previous } : holding,
    ),
  };
  if (saysTheSame(resolveEntitlement(before, now), resolveEntitlement(facts, now))) return [];
  const { inForce, accessLevel } = standingAt(facts, now);
  const holding = inForce.find(({ subscription }) => subscription.planId === planId);
  if (!holding) throw new Error('An answer changed by a plan that is not in force');
  const { product, version } = facts;
  const data = eventData({ product, ...holding, previousPlan: null, accessLevel, version });
  return [{ type: 'entitlement.changed', occurredAt: now, data }];
}
