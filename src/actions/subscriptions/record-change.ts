import { isSameEntitlement, resolveEntitlement } from '../../core/entitlements/entitlement.ts';
import type { EntitlementFacts, SubscribedPlan } from '../../core/entitlements/in-force.ts';
import { timeOrderedId } from '../../core/identifiers.ts';
import { dueMove } from '../../core/subscriptions/clock.ts';
import type { SubscriptionEvent } from '../../core/subscriptions/event.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import type { Transition } from '../../core/subscriptions/transition.ts';
import { eventData } from '../../core/webhooks/event.ts';
import { announceChanges } from '../../storage/changes/changes.ts';
import { loadEntitlement } from '../../storage/entitlements/entitlements.ts';
import { incrementVersion } from '../../storage/entitlements/versions.ts';
import {
  insertSubscription,
  type StoredSubscription,
  updateSubscription,
} from '../../storage/subscriptions/subscriptions.ts';
import { insertEvents, type NewEvent } from '../../storage/webhooks/events.ts';
import type { ActionContext } from '../context.ts';

export interface RecordedChange {
  readonly subscription: Subscription;
  /** Version of the entitlement after the change. */
  readonly version: number;
}

/** Who made a change, and why. */
export interface ChangeNote {
  readonly actor: string;
  readonly reason?: string;
}

/**
 * The only way to write a subscription's change, in the caller's transaction: the row, its history, the entitlement's
 * next version and the events.
 */
export async function recordSubscriptionChange(
  context: ActionContext,
  change: {
    readonly transition: Transition;
    /** Null for a new subscription. */
    readonly previous: StoredSubscription | null;
    readonly product: string;
    readonly move: string;
    readonly note: ChangeNote;
  },
): Promise<RecordedChange> {
  const { database, now } = context;
  const { subscription, events } = change.transition;
  const { workspaceId, productId, tenantId } = subscription;

  const { version, recordedAt } = await incrementVersion(database, { workspaceId, productId, tenantId }, now);
  const load = async () => {
    const stored = await loadEntitlement(database, workspaceId, change.product, tenantId);
    if (!stored) throw new Error(`The product ${change.product} does not exist`);
    return stored.facts;
  };
  const before = await load();
  const { actor, reason = null } = change.note;
  const entry = { move: change.move, actor, reason, recordedAt };
  if (change.previous) {
    await updateSubscription(database, { subscription, revision: change.previous.revision }, entry);
  } else {
    await insertSubscription(database, subscription, entry);
  }
  const after = await load();

  const isByClock = change.previous !== null && dueMove(change.previous.subscription, now) !== null;
  const announced = eventsToAnnounce(events, { before, after, isByClock }, subscription, version);
  await insertEvents(
    database,
    workspaceId,
    announced.map((event) => ({ ...event, eventId: timeOrderedId(now, context.randomBytes) })),
  );
  const current = { productId, version };
  await announceChanges(database, [
    { kind: 'entitlement', workspaceId, product: change.product, tenantId, current },
  ]);
  return { subscription, version };
}

/**
 * The moves' own events, and `entitlement.changed` if the tenant's entitlement differs. A change by the clock is
 * compared with the instant before it, because at its own instant the answer is already the new one.
 */
function eventsToAnnounce(
  events: readonly SubscriptionEvent[],
  {
    before,
    after,
    isByClock,
  }: {
    readonly before: EntitlementFacts;
    readonly after: EntitlementFacts;
    readonly isByClock: boolean;
  },
  subscription: Subscription,
  version: number,
): Omit<NewEvent, 'eventId'>[] {
  const subscribedPlanIn = (facts: EntitlementFacts): SubscribedPlan | undefined =>
    facts.subscriptions.find(
      (subscribed) => subscribed.subscription.subscriptionId === subscription.subscriptionId,
    );
  const subscribed = subscribedPlanIn(after);
  if (!subscribed) throw new Error('The subscription is not among those of its tenant');

  return events.flatMap((event) => {
    const instant = event.occurredAt;
    const answerBefore = resolveEntitlement(before, isByClock ? new Date(instant.getTime() - 1) : instant);
    const answerAfter = resolveEntitlement(after, instant);
    const facts = {
      ...after,
      ...subscribed,
      subscription,
      previousPlan: null,
      accessLevel: answerAfter.accessLevel,
      version,
    };
    const previousPlan =
      event.type === 'subscription.plan_changed' ? (subscribedPlanIn(before)?.plan ?? null) : null;
    const own = { type: event.type, occurredAt: instant, data: eventData({ ...facts, previousPlan }) };
    const isFirst = event === events[0];
    return isFirst && !isSameEntitlement(answerBefore, answerAfter)
      ? [own, { type: 'entitlement.changed' as const, occurredAt: instant, data: eventData(facts) }]
      : [own];
  });
}
