import { type Aggregation, isAdditive } from '../../catalogue/meter.ts';
import { slugMaxLength } from '../../identifiers.ts';
import { type Refusal, refuse, refuseInvalid } from '../../refusal.ts';
import { type Quantity, quantityToNumber, readQuantity, WrittenNumber } from '../../values/quantity.ts';
import { bodyIsNoObject, isRawObject, MemberReader, type RawObject } from '../../values/read-members.ts';
import { isStorable } from '../../values/text.ts';
import { eventIdMaxLength } from '../events/event.ts';
import { dimensionMaxLength } from '../reports/record.ts';

export const subjectMaxLength = 128;
export const defaultTtlSeconds = 60;
export const maxTtlSeconds = 86_400;

/** A parsed request for a reservation. */
export interface ReservationRequest {
  /** In lower case. */
  readonly tenantId: string;
  readonly product: string;
  /** Null: any plan. */
  readonly plan: string | null;
  /** In lower case. Null: found by tenant, product and plan. */
  readonly subscriptionId: string | null;
  readonly dimension: string;
  readonly quantity: Quantity;
  /** A user, a team or an agent. Empty: none. */
  readonly subject: string;
  readonly ttlSeconds: number;
}

/** Unknown members are ignored. What the dimension's aggregation needs is checked when the dimension is known. */
export function readReservation(body: unknown): ReservationRequest | Refusal {
  if (!isRawObject(body)) return bodyIsNoObject;
  const refused = refuseQuantity(body) ?? refuseSubject(body.subject) ?? refuseTtl(body.ttlSeconds);
  if (refused) return refused;
  const read = new MemberReader(body);
  const request = {
    tenantId: read.uuid('tenantId'),
    product: read.text('product', slugMaxLength),
    plan: read.optionalText('plan', slugMaxLength),
    subscriptionId: read.optionalUuid('subscriptionId'),
    dimension: read.text('dimension', dimensionMaxLength),
    quantity: read.quantity('quantity'),
    subject: read.optionalText('subject', subjectMaxLength) ?? '',
    ttlSeconds: read.has('ttlSeconds') ? Number(body.ttlSeconds) : defaultTtlSeconds,
  };
  return read.issues.length > 0 ? refuseInvalid(read.issues) : request;
}

function refuseQuantity({ quantity: written }: RawObject): Refusal | null {
  const value = written instanceof WrittenNumber ? Number(written.text) : written;
  if (typeof value !== 'number') return null;
  if (value < 0) return refuse('metering.quantity_negative');
  return readQuantity(written) === 0 ? refuse('metering.quantity_zero') : null;
}

function refuseSubject(subject: unknown): Refusal | null {
  if (typeof subject !== 'string') return null;
  const isPrintable = isStorable(subject) && /^[^\p{Cc}\p{Cs}]+$/u.test(subject);
  return isPrintable && subject.length <= subjectMaxLength
    ? null
    : refuse('metering.subject_invalid', { length: subject.length, maxLength: subjectMaxLength });
}

function refuseTtl(written: unknown): Refusal | null {
  if (written === undefined || written === null) return null;
  const isInRange =
    typeof written === 'number' && Number.isInteger(written) && written >= 1 && written <= maxTtlSeconds;
  return isInRange ? null : refuse('metering.ttl_out_of_range', { minimum: 1, maximum: maxTtlSeconds });
}

/** Only what is added up can be reserved; a count is of whole numbers. Null: it can. */
export function refuseMeter(aggregation: Aggregation, quantity: Quantity): Refusal | null {
  if (!isAdditive(aggregation)) return refuse('metering.not_reservable', { aggregation });
  const isWhole = Number.isInteger(quantityToNumber(quantity));
  return aggregation === 'Count' && !isWhole ? refuse('metering.quantity_not_whole') : null;
}

/** What of a reservation was used. */
export interface CommitRequest {
  /** Null: all of it. */
  readonly quantity: Quantity | null;
  /** The id of the usage event; null: the reservation's. */
  readonly id: string | null;
}

/** @param body undefined: none */
export function readCommit(body: unknown): CommitRequest | Refusal {
  if (body === undefined || body === null) return { quantity: null, id: null };
  if (!isRawObject(body)) return bodyIsNoObject;
  const value = body.quantity instanceof WrittenNumber ? Number(body.quantity.text) : body.quantity;
  if (typeof value === 'number' && value < 0) return refuse('metering.quantity_negative');
  const read = new MemberReader(body);
  const request = {
    quantity: read.has('quantity') ? read.quantity('quantity') : null,
    id: read.has('id') ? read.text('id', eventIdMaxLength) : null,
  };
  if (request.id && !/^[^\p{Cc}\p{Cs}]+$/u.test(request.id)) {
    read.complain('id', 'printable', 'must have printable characters only');
  }
  return read.issues.length > 0 ? refuseInvalid(read.issues) : request;
}

type ReservationState = 'Held' | 'Committed' | 'Released' | 'Lapsed';

export interface Reservation {
  readonly reservationId: string;
  readonly quantity: Quantity;
  readonly state: ReservationState;
  readonly grantedAt: Date;
  readonly expiresAt: Date;
  /** Null: not committed. */
  readonly committedQuantity: Quantity | null;
}

/** A held reservation whose time is over has lapsed, whether or not it is settled. */
function stateAt({ state, expiresAt }: Reservation, now: Date): ReservationState {
  return state === 'Held' && expiresAt <= now ? 'Lapsed' : state;
}

/** What a commit of a reservation does; `Nothing`: it was committed before. */
export function decideCommit(
  reservation: Reservation,
  { quantity }: CommitRequest,
  now: Date,
): { readonly does: 'Commit' | 'Release' | 'Nothing'; readonly quantity: Quantity } | Refusal {
  switch (stateAt(reservation, now)) {
    case 'Committed':
      return { does: 'Nothing', quantity: reservation.committedQuantity ?? reservation.quantity };
    case 'Released':
      return quantity === 0
        ? { does: 'Nothing', quantity }
        : refuse('metering.reservation_released', { reservationId: reservation.reservationId });
    case 'Lapsed':
      return refuse('metering.reservation_lapsed', { expiredAt: reservation.expiresAt.toISOString() });
    case 'Held': {
      const used = quantity ?? reservation.quantity;
      if (used > reservation.quantity) {
        return refuse('metering.reservation_exceeded', {
          reserved: quantityToNumber(reservation.quantity),
          quantity: quantityToNumber(used),
        });
      }
      return { does: used === 0 ? 'Release' : 'Commit', quantity: used };
    }
  }
}
