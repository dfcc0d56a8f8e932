import { resolveEntitlement } from '../../core/entitlements/entitlement.ts';
import { timeOrderedId } from '../../core/identifiers.ts';
import { subscriptionAt } from '../../core/subscriptions/clock.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import { eventData, type SeatMember } from '../../core/webhooks/event-data.ts';
import { findProductSlug } from '../../storage/catalogue/products.ts';
import { announceChanges } from '../../storage/changes.ts';
import { loadEntitlement } from '../../storage/entitlements/entitlements.ts';
import { incrementVersion } from '../../storage/entitlements/versions.ts';
import { insertEvents } from '../../storage/webhooks/events.ts';
import type { ActionContext } from '../context.ts';

/**
 * Writes the entitlement's next version, an event for each seat, and the cache invalidation of assigned or released
 * seats.
 */
export async function recordSeatChange(
  { database, now, randomBytes }: ActionContext,
  subscription: Subscription,
  type: 'seat.assigned' | 'seat.released',
  members: readonly SeatMember[],
): Promise<void> {
  const { workspaceId, productId, tenantId, subscriptionId } = subscription;
  const { version } = await incrementVersion(database, { workspaceId, productId, tenantId }, now);
  const product = await findProductSlug(database, workspaceId, productId);
  const stored = await loadEntitlement(database, workspaceId, product, tenantId);
  const holding = stored?.facts.subscriptions.find(
    (candidate) => candidate.subscription.subscriptionId === subscriptionId,
  );
  if (!stored || !holding) throw new Error('The subscription is not among those of its tenant');
  const facts = {
    product: stored.facts.product,
    subscription: subscriptionAt(subscription, now),
    plan: holding.plan,
    previousPlan: null,
    accessLevel: resolveEntitlement(stored.facts, now).accessLevel,
    version,
  };
  await insertEvents(
    database,
    workspaceId,
    members.map((member) => ({
      eventId: timeOrderedId(now, randomBytes),
      type,
      occurredAt: now,
      data: eventData({ ...facts, member }),
    })),
  );
  const current = { productId, version };
  await announceChanges(database, [{ kind: 'entitlement', workspaceId, product, tenantId, current }]);
}
