import { formatNumber } from '../../values/format-number.ts';
import type { Actor, AuditedChange } from '../../workspaces/audit.ts';

/** A change of a subscription, in words for the people who manage it. */
export interface Activity {
  readonly at: Date;
  readonly text: string;
  /** Null: nobody in particular, such as the end of a term. */
  readonly by: string | null;
}

/** Seats assigned, reserved or released, as the audit log has it. */
export interface SeatChange extends Pick<AuditedChange, 'action' | 'before' | 'after'> {
  readonly recordedAt: Date;
  readonly actor: Pick<Actor, 'kind' | 'name'>;
}

/** A state of the subscription, as its history has it. */
export interface RecordedState {
  readonly recordedAt: Date;
  readonly move: string;
  readonly actor: string;
  readonly planName: string;
  readonly quantity: number | null;
}

/**
 * The last changes of a subscription, newest first. The partner's people appear as the partner: their names are not the
 * customer's business.
 *
 * @param states newest first; each is compared with the next
 */
export function activitiesOf(
  seats: readonly SeatChange[],
  states: readonly RecordedState[],
  seller: string,
  limit: number,
): readonly Activity[] {
  const ofSeats = seats.map((change) => ({
    at: change.recordedAt,
    text: seatText(change),
    by: change.actor.kind === 'Visitor' ? change.actor.name : seller,
  }));
  const ofStates = states.map((state, index) => ({
    at: state.recordedAt,
    text: moveText(state, states[index + 1]),
    by: doerOf(state.actor, seller),
  }));
  return [...ofSeats, ...ofStates]
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, limit);
}

function doerOf(actor: string, seller: string): string | null {
  if (actor === 'clock') return null;
  return actor === 'marketplace' ? 'the marketplace' : seller;
}

const moveTexts: Readonly<Record<string, string>> = {
  activate: 'Activated',
  suspend: 'Suspended',
  reinstate: 'Reinstated',
  renew: 'Renewed',
  cancelAtTermEnd: 'Cancelled to the end of the term',
  cancelNow: 'Cancelled',
  expire: 'Ended with its term',
};

function moveText({ move, planName, quantity }: RecordedState, before: RecordedState | undefined): string {
  const seats = (count: number | null) => formatNumber(count ?? 0);
  if (move === 'create') return `Bought: ${planName}`;
  if (move === 'changePlan') {
    return before ? `Plan changed from ${before.planName} to ${planName}` : `Plan changed to ${planName}`;
  }
  if (move === 'changeQuantity') {
    return before
      ? `Seats changed from ${seats(before.quantity)} to ${seats(quantity)}`
      : `Seats changed to ${seats(quantity)}`;
  }
  return moveTexts[move] ?? 'Changed';
}

/** Beyond it, people are counted. */
const maxNamed = 3;

function seatText({ action, before, after }: SeatChange): string {
  const isAssigned = action === 'seat.assigned';
  const people = peopleIn(isAssigned ? after : before);
  if (people) {
    const named = people.filter((email) => email !== null);
    if (named.length < people.length || people.length > maxNamed) {
      return `${seatsText(people.length)} ${isAssigned ? 'assigned' : 'released'}`;
    }
    const seats = people.length === 1 ? 'Seat' : 'Seats';
    return isAssigned
      ? `${seats} assigned to ${named.join(', ')}`
      : `${seats} of ${named.join(', ')} released`;
  }
  const count = Math.abs(reservedIn(after) - reservedIn(before));
  return isAssigned ? `${seatsText(count)} reserved` : 'Reserved seat cancelled';
}

const seatsText = (count: number) => (count === 1 ? 'One seat' : `${formatNumber(count)} seats`);

/** Null in an entry about reserved seats, which have no member yet. */
function peopleIn(side: object | null): readonly (string | null)[] | null {
  const { members } = (side ?? {}) as { members?: unknown };
  if (!Array.isArray(members)) return null;
  return members.map((member: { email?: unknown }) =>
    typeof member.email === 'string' ? member.email : null,
  );
}

function reservedIn(side: object | null): number {
  const { reserved } = (side ?? {}) as { reserved?: unknown };
  return typeof reserved === 'number' ? reserved : 0;
}
