import { forEachYielding } from '../../async/yielding.ts';
import { type AffectedTenants, maxAffectedTenants } from '../../core/catalogue/product-version.ts';
import { isSameEntitlement, resolveEntitlement } from '../../core/entitlements/entitlement.ts';
import { type ProductContent, withContent } from '../../core/entitlements/impact.ts';
import { accessAt, type EntitlementFacts } from '../../core/entitlements/in-force.ts';
import { timeOrderedId } from '../../core/identifiers.ts';
import { eventData } from '../../core/webhooks/event.ts';
import {
  listTenantsWithProduct,
  loadEntitlementFacts,
  type ProductWithContents,
} from '../../storage/entitlements/entitlement-sets.ts';
import { incrementVersions } from '../../storage/entitlements/versions.ts';
import { insertEvents, type NewEvent } from '../../storage/webhooks/events.ts';
import type { ActionContext } from '../context.ts';

/** Batch size. */
const batchSize = 100;

/**
 * After a change of plans or of the product's name: increments the version of every entitlement with one of the plans,
 * and sends `entitlement.changed` for those whose answer differs. Returns these.
 */
export async function announceCatalogueChange(
  context: ActionContext,
  product: ProductWithContents,
  planIds: readonly string[],
  previous: ProductContent,
  changedAt: Date,
): Promise<AffectedTenants> {
  const { database, now, randomBytes } = context;
  const changed = new Set(planIds);
  const affected: string[] = [];
  let count = 0;
  let afterTenantId: string | null = null;
  for (;;) {
    const page = { afterTenantId, limit: batchSize };
    const tenantIds = await listTenantsWithProduct(database, { ...product, planIds }, page);
    const last = tenantIds.at(-1);
    if (last === undefined) return { count, tenantIds: affected };
    await incrementVersions(database, product, tenantIds, changedAt);
    const events: Omit<NewEvent, 'eventId'>[] = [];
    await forEachYielding(await loadEntitlementFacts(database, product, tenantIds), (facts) => {
      const event = eventOfChange(facts, previous, changed, now);
      if (!event) return;
      events.push(event);
      count += 1;
      if (affected.length < maxAffectedTenants) affected.push(facts.tenantId);
    });
    await insertEvents(
      database,
      product.workspaceId,
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
): Omit<NewEvent, 'eventId'> | null {
  const before = withContent(facts, previous);
  if (isSameEntitlement(resolveEntitlement(before, now), resolveEntitlement(facts, now))) return null;
  const { inForce, others, accessLevel } = accessAt(facts, now);
  const subscribed =
    inForce.find(({ subscription }) => changed.has(subscription.planId)) ?? inForce[0] ?? others[0];
  if (!subscribed) throw new Error('The entitlement of a tenant without a subscription has changed');
  const data = eventData({ ...facts, ...subscribed, previousPlan: null, accessLevel });
  return { type: 'entitlement.changed', occurredAt: now, data };
}
