import { type Refusal, refuse, refuseInvalid } from '../refusal.ts';
import { statusAt } from './clock.ts';
import type { Member } from './eligibility-subject.ts';
import type { Subscription } from './subscription.ts';

/** Seats are given out of an active subscription that is sold by the seat. */
export interface SeatingFacts {
  readonly subscription: Subscription;
  readonly assigned: number;
  readonly member: Member | undefined;
}

/** A seat goes to an active member of the subscription's own tenant, as long as one that was bought is free. */
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

/** Whoever has a seat keeps it: the quantity does not fall below the seats that are assigned. */
export function checkSeatsLeft(quantity: number | null, assigned: number): Refusal | undefined {
  return (quantity ?? 0) < assigned ? refuse('subscription.seats_in_use', { quantity, assigned }) : undefined;
}
