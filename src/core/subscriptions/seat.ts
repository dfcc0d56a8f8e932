import { type Refusal, refuse, refuseInvalid } from '../refusal.ts';
import { statusAt } from './clock.ts';
import type { Member } from './eligibility-subject.ts';
import type { Subscription } from './subscription.ts';

export interface SeatingFacts {
  readonly subscription: Subscription;
  readonly assigned: number;
  readonly member: Member | undefined;
}

/** A seat needs an active subscription with a free seat, and an active member of its tenant. */
export function checkSeatAssignment(
  { subscription, assigned, member }: SeatingFacts,
  now: Date,
): Refusal | undefined {
  if (member?.tenantId !== subscription.tenantId || !member.isActive) {
    const message = "is not an active member of the subscription's tenant";
    return refuseInvalid([{ path: 'memberId', rule: 'reference', message }]);
  }
  const status = statusAt(subscription, now);
  const total = subscription.quantity ?? 0;
  if (status === 'Active' && assigned < total) return undefined;
  return refuse('seat.not_available', { status, total, assigned });
}

/** The quantity must not fall below the assigned seats. */
export function checkSeatsLeft(quantity: number | null, assigned: number): Refusal | undefined {
  return (quantity ?? 0) < assigned ? refuse('subscription.seats_in_use', { quantity, assigned }) : undefined;
}
