import { isSameEntitlement, resolveEntitlement } from '../../core/entitlements/entitlement.ts';
import { type ProductContent, withContent } from '../../core/entitlements/impact.ts';
import { accessAt, type EntitlementFacts } from '../../core/entitlements/in-force.ts';
import { timeOrderedId } from '../../core/identifiers.ts';
import { eventData } from '../../core/webhooks/event-data.ts';
import { loadEntitlements } from '../../storage/entitlements/entitlements.ts';
import { incrementVersionsOfPlans, type ProductPlans } from '../../storage/entitlements/versions.ts';
import { insertEvents, type NewEvent } from '../../storage/webhooks/events.ts';
import type { ActionContext } from '../context.ts';
import { forEachYielding } from '../for-each-yielding.ts';

/** Batch size. */
const batchSize = 100;

/**
 * After a change of plans or of the product's name: increments the version of every entitlement with one of the plans,
 * and sends `entitlement.changed` for those whose answer differs.
 */
export async function announceCatalogueChange(
  context: ActionContext,
  plans: ProductPlans & { readonly product: string },
  previous: ProductContent,
  changedAt: Date,
): Promise<void> {
  const { database, now, randomBytes } = context;
  if (plans.planIds.length === 0) return;
  const changed = new Set(plans.planIds);
  let afterTenantId: string | null = null;
  for (;;) {
    const page = { afterTenantId, limit: batchSize };
    const tenantIds = await incrementVersionsOfPlans(database, plans, changedAt, page);
    const last = tenantIds.at(-1);
    if (last === undefined) return;
    const entitlements = await loadEntitlements(database, plans.workspaceId, plans.product, tenantIds);
    const events: Omit<NewEvent, 'eventId'>[] = [];
    await forEachYielding(entitlements, ({ facts }) =>
      events.push(...eventOfChange(facts, previous, changed, now)),
    );
    await insertEvents(
      database,
      plans.workspaceId,
      events.map((event) => ({ ...event, eventId: timeOrderedId(now, randomBytes) })),
    );
    afterTenantId = last;
  }
}

/** The event names a subscription in force to a changed plan, or else the one that decides the entitlement. */
function eventOfChange(
  facts: EntitlementFacts,
  previous: ProductContent,
  changed: ReadonlySet<string>,
  now: Date,
): Omit<NewEvent, 'eventId'>[] {
  const before = withContent(facts, previous);
  if (isSameEntitlement(resolveEntitlement(before, now), resolveEntitlement(facts, now))) return [];
  const { inForce, others, accessLevel } = accessAt(facts, now);
  const holding =
    inForce.find(({ subscription }) => changed.has(subscription.planId)) ?? inForce[0] ?? others[0];
  if (!holding) throw new Error('An answer changed of a tenant that has no subscription');
  const { product, version } = facts;
  const data = eventData({ product, ...holding, previousPlan: null, accessLevel, version });
  return [{ type: 'entitlement.changed', occurredAt: now, data }];
}
