import { isUuid } from '../identifiers.ts';
import { isStorable } from '../values/text.ts';
import { foldUserName, isSameUserName } from '../values/user-name.ts';
import { statusAt } from './clock.ts';
import type { Member } from './eligibility-subject.ts';
import type { Subscription } from './subscription.ts';

/** People in one request of a customer. */
export const maxRequestedSeats = 100;
/** Customers add members by object id. Beyond this number of members of a tenant only the partner can. */
export const maxMembersByCustomers = 10_000;

/** Reserved seats of a subscription that wait for their people. */
const maxReservedSeats = 500;

interface KnownMember extends Member {
  readonly memberId: string;
}

export interface SeatRequestFacts {
  readonly subscription: Subscription;
  /** Members that already have a seat. */
  readonly holders: ReadonlySet<string>;
  /** E-mail addresses with a reserved seat, in lower case. */
  readonly reserved: ReadonlySet<string>;
  /** The members that the lines can name. */
  readonly members: readonly KnownMember[];
  /** How many members the tenant may still get. */
  readonly membersLeft: number;
}

export type SeatProblem =
  | 'Unreadable'
  | 'NotActive'
  | 'NoFreeSeat'
  | 'Inactive'
  | 'Ambiguous'
  | 'OtherTenant'
  | 'TooManyMembers'
  | 'TooManyReserved'
  | 'TooManyPeople';

export type RequestedSeat = { readonly person: string } & (
  | { readonly outcome: 'Assigned'; readonly member: KnownMember }
  /** A member has to be added for the object id first. */
  | { readonly outcome: 'Added'; readonly objectId: string }
  /** Nobody is known by the address: whoever signs in with it can accept the seat. */
  | { readonly outcome: 'Reserved'; readonly email: string }
  | { readonly outcome: 'AlreadyAssigned' }
  | { readonly outcome: 'Refused'; readonly problem: SeatProblem }
);

/**
 * Seats that a customer requests, line by line while seats are free: by the object id of a user of the tenant, or by an
 * e-mail address. Reserved seats count as used. A repeated person takes no further seat. People beyond the limit of one
 * request are refused, to be sent with the next.
 */
export function requestSeats(
  lines: readonly string[],
  { subscription, holders, reserved, members, membersLeft }: SeatRequestFacts,
  now: Date,
): readonly RequestedSeat[] {
  const { tenantId } = subscription;
  const isActive = statusAt(subscription, now) === 'Active';
  const seated = new Set(holders);
  const waiting = new Set(reserved);
  const added = new Set<string>();
  const refused = (person: string, problem: SeatProblem) =>
    ({ person, outcome: 'Refused', problem }) as const;
  const lacksSeat = (): SeatProblem | undefined => {
    if (!isActive) return 'NotActive';
    return seated.size + waiting.size + added.size < (subscription.quantity ?? 0) ? undefined : 'NoFreeSeat';
  };

  return lines.map((line, index): RequestedSeat => {
    const person = line.trim();
    if (index >= maxRequestedSeats) return refused(person, 'TooManyPeople');
    const found = findPerson(person, tenantId, members);
    if (typeof found === 'string') return refused(person, found);
    const { member, objectId, email } = found;
    const hasSeat = member ? seated.has(member.memberId) : added.has(objectId) || waiting.has(email);
    if (hasSeat) return { person, outcome: 'AlreadyAssigned' };
    const problem = lacksSeat();
    if (problem) return refused(person, problem);
    if (member) {
      seated.add(member.memberId);
      return { person, outcome: 'Assigned', member };
    }
    if (email !== '') {
      if (waiting.size >= maxReservedSeats) return refused(person, 'TooManyReserved');
      waiting.add(email);
      return { person, outcome: 'Reserved', email };
    }
    if (added.size >= membersLeft) return refused(person, 'TooManyMembers');
    added.add(objectId);
    return { person, outcome: 'Added', objectId };
  });
}

interface FoundPerson<Known> {
  readonly member: Known | undefined;
  /** One of the two is empty. */
  readonly objectId: string;
  readonly email: string;
}

const maxEmailLength = 320;

/** The person of a tenant whom a customer names by object id or e-mail address. */
export function findPerson<Known extends KnownMember>(
  person: string,
  tenantId: string,
  members: readonly Known[],
): FoundPerson<Known> | Extract<SeatProblem, 'Unreadable' | 'Inactive' | 'Ambiguous' | 'OtherTenant'> {
  const text = foldUserName(person);
  if (isUuid(text)) {
    const member = members.find((one) => one.tenantId === tenantId && one.objectId === text);
    return member && !member.isActive ? 'Inactive' : { member, objectId: text, email: '' };
  }
  // Reserved addresses are stored in lower case, whose other letters could be another person's name.
  const isAddress = /^[^\s@]+@[^\s@]+$/.test(text) && text === text.toLowerCase();
  if (text.length > maxEmailLength || !isStorable(text) || !isAddress) return 'Unreadable';
  const named = members.filter(({ email }) => email !== null && isSameUserName(email, text));
  const [member, another] = named.filter(({ isActive }) => isActive);
  if (another) return 'Ambiguous';
  if (member) return member.tenantId === tenantId ? { member, objectId: '', email: text } : 'OtherTenant';
  return named.length > 0 ? 'Inactive' : { member: undefined, objectId: '', email: text };
}
