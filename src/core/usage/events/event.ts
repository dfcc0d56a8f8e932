import { slugMaxLength } from '../../identifiers.ts';
import { type Refusal, refuseInvalid } from '../../refusal.ts';
import type { Quantity } from '../../values/quantity.ts';
import {
  bodyIsNoObject,
  isRawObject,
  MemberReader,
  type RawObject,
  readItems,
} from '../../values/read-members.ts';
import { readTimestamp, timestampMessage } from '../../values/timestamp.ts';
import { dimensionMaxLength } from '../reports/record.ts';

export const maxEvents = 1_000;
export const eventIdMaxLength = 128;
export const eventSourceMaxLength = 256;
export const uniqueKeyMaxLength = 256;

/** The identity of an event in its workspace: the same again is a duplicate, whatever the rest says. */
export interface EventIdentity {
  readonly source: string;
  readonly id: string;
}

/** A parsed usage event. */
export interface MeterEvent extends EventIdentity {
  /** In lower case. */
  readonly tenantId: string;
  readonly product: string;
  /** Null: any plan. */
  readonly plan: string | null;
  /** In lower case. Null: found by tenant, product and plan. */
  readonly subscriptionId: string | null;
  readonly dimension: string;
  /** Null: not stated. */
  readonly quantity: Quantity | null;
  readonly uniqueKey: string | null;
  readonly occurredAt: Date;
  /** The commit of a reservation: its quantity counts with every aggregation. */
  readonly isReserved?: true;
}

/** A usage event as it was sent, in one of the formats. */
export interface WrittenEvent {
  readonly members: RawObject;
  /** Where the format has a member, for issues. */
  readonly pathOf?: (member: string) => string;
}

/** An invalid event. Its identity, if that is valid, tells whether it is a duplicate. */
export interface RefusedEvent {
  readonly refusal: Refusal;
  readonly identity: EventIdentity | null;
}

/** The events of a request: an object with `events`, an array of 1 to 1,000 objects. */
export function readEventEnvelope(body: unknown): readonly WrittenEvent[] | Refusal {
  if (!isRawObject(body)) return bodyIsNoObject;
  const items = readItems(body.events, 'events', maxEvents);
  return 'refused' in items ? items : items.map((members) => ({ members }));
}

/**
 * A parsed event, or a refusal with all its issues. Unknown members are ignored. What the dimension's aggregation needs is
 * checked when the dimension is known: `event-hour.ts`.
 *
 * @param defaultSource the id of the API client
 */
export function readMeterEvent(
  { members, pathOf }: WrittenEvent,
  defaultSource: string,
): MeterEvent | RefusedEvent {
  const read = new MemberReader(members, pathOf);
  const id = printable(read, 'id', eventIdMaxLength);
  const source = read.has('source') ? printable(read, 'source', eventSourceMaxLength) : defaultSource;
  const identity = read.issues.length === 0 ? { source, id } : null;
  const tenantId = read.uuid('tenantId');
  const product = read.text('product', slugMaxLength);
  const plan = read.optionalText('plan', slugMaxLength);
  const subscriptionId = read.optionalUuid('subscriptionId');
  const dimension = read.text('dimension', dimensionMaxLength);
  const quantity = read.has('quantity') ? read.quantity('quantity') : null;
  const uniqueKey = read.optionalText('uniqueKey', uniqueKeyMaxLength);
  const occurredAt = read.parsed('occurredAt', readTimestamp, timestampMessage);
  if (occurredAt === undefined || read.issues.length > 0) {
    return { refusal: refuseInvalid(read.issues), identity };
  }
  return {
    id,
    source,
    tenantId,
    product,
    plan,
    subscriptionId,
    dimension,
    quantity,
    uniqueKey,
    occurredAt,
  };
}

export function isRefusedEvent(event: MeterEvent | RefusedEvent): event is RefusedEvent {
  return 'refusal' in event;
}

/** The map key of an identity. */
export function identityText({ source, id }: EventIdentity): string {
  return `${source.length} ${source}${id}`;
}

function printable(read: MemberReader, member: string, maxLength: number): string {
  const text = read.text(member, maxLength);
  if (text !== '' && !/^[^\p{Cc}\p{Cs}]+$/u.test(text)) {
    read.complain(member, 'printable', 'must have printable characters only');
  }
  return text;
}
