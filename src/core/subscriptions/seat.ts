import { isUuid } from '../identifiers.ts';
import { isRefusal, type Refusal, refuse, refuseInvalid } from '../refusal.ts';
import { statusAt } from './clock.ts';
import { type Member, resolveMember } from './eligibility-subject.ts';
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

export const maxSeatsPerRequest = 500;

interface KnownMember extends Member {
  readonly memberId: string;
}

export interface SeatListFacts {
  readonly subscription: Subscription;
  /** Members that already have a seat. */
  readonly holders: ReadonlySet<string>;
  /** The members that the list can name: by object id in the tenant, by e-mail address in its organisation. */
  readonly members: readonly KnownMember[];
}

export interface SeatLine {
  readonly person: string;
  readonly memberId: string | null;
  readonly outcome: 'Assigned' | 'AlreadyAssigned' | 'Refused';
  readonly refusal: Refusal | null;
}

/**
 * Assigns seats line by line while seats are available; a refused line does not stop the others. A line is an object id
 * or an e-mail address. A repeated member, or one with a seat, takes no further seat.
 */
export function fillSeats(
  lines: readonly string[],
  { subscription, holders, members }: SeatListFacts,
  now: Date,
): readonly SeatLine[] {
  const seated = new Set(holders);
  return lines.map((line) => {
    const person = line.trim();
    const member = find(person, subscription.tenantId, members);
    if (isRefusal(member)) return { person, memberId: null, outcome: 'Refused', refusal: member };
    const { memberId } = member;
    if (seated.has(memberId)) return { person, memberId, outcome: 'AlreadyAssigned', refusal: null };
    const refusal = checkSeatAssignment({ subscription, assigned: seated.size, member }, now);
    if (refusal) return { person, memberId, outcome: 'Refused', refusal };
    seated.add(memberId);
    return { person, memberId, outcome: 'Assigned', refusal: null };
  });
}

function find(person: string, tenantId: string, members: readonly KnownMember[]): KnownMember | Refusal {
  if (!isUuid(person)) {
    const member = resolveMember(person, members);
    if (isRefusal(member)) return member;
    return member.tenantId === tenantId ? member : refuse('entitlement.user_tenant_mismatch');
  }
  const objectId = person.toLowerCase();
  const found = members.find((member) => member.tenantId === tenantId && member.objectId === objectId);
  return found ?? refuse('entitlement.user_not_resolved', {}, 'No member of the tenant has this object id.');
}
