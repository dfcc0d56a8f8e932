import type { Move, MoveType, Subscription } from './subscription.ts';
import { isSameTerm } from './term.ts';

export const subscriptionEventTypes = [
  'subscription.created',
  'subscription.activated',
  'subscription.plan_changed',
  'subscription.quantity_changed',
  'subscription.renewed',
  'subscription.suspended',
  'subscription.reinstated',
  'subscription.cancellation_scheduled',
  'subscription.cancelled',
  'subscription.expired',
  'subscription.trial_ending',
] as const;
type SubscriptionEventType = (typeof subscriptionEventTypes)[number];

/** An event of a subscription without its payload, which needs the catalogue. */
export type SubscriptionEvent =
  | {
      readonly type: 'subscription.plan_changed';
      readonly occurredAt: Date;
      readonly previousPlanId: string;
    }
  | {
      readonly type: Exclude<SubscriptionEventType, 'subscription.plan_changed'>;
      readonly occurredAt: Date;
    };

const typeOfMove = {
  activate: 'subscription.activated',
  changePlan: 'subscription.plan_changed',
  changeQuantity: 'subscription.quantity_changed',
  suspend: 'subscription.suspended',
  reinstate: 'subscription.reinstated',
  renew: 'subscription.renewed',
  cancelNow: 'subscription.cancelled',
  cancelAtTermEnd: 'subscription.cancellation_scheduled',
  expire: 'subscription.expired',
} as const satisfies Record<MoveType, SubscriptionEventType>;

/** Each effective move raises its event; a reinstatement with another term also raises the renewal. */
export function eventsOfMove(
  move: Move,
  before: Subscription,
  after: Subscription,
): readonly SubscriptionEvent[] {
  const type = typeOfMove[move.type];
  const occurredAt = after.changedAt;
  if (type === 'subscription.plan_changed') return [{ type, occurredAt, previousPlanId: before.planId }];
  const hasSameTrial = before.trialEndsAt?.getTime() === after.trialEndsAt?.getTime();
  if (type === 'subscription.reinstated' && !(isSameTerm(before, after) && hasSameTrial)) {
    return [
      { type, occurredAt },
      { type: 'subscription.renewed', occurredAt },
    ];
  }
  return [{ type, occurredAt }];
}
