import { type Refusal, refuseInvalid } from '../../refusal.ts';
import { isRawObject, type RawObject } from '../../values/read-members.ts';
import { readMarketplaceTime } from '../term.ts';
import { type LicenceArn, readAccountNumber, readLicenceArn } from './licence-address.ts';

/** The detail types of EventBridge, without the suffix for the receiver's part in the agreement. */
const types = {
  'purchase agreement created': 'AgreementCreated',
  'purchase agreement amended': 'AgreementAmended',
  'purchase agreement ended': 'AgreementEnded',
  'license updated': 'LicenceUpdated',
  'license deprovisioned': 'LicenceDeprovisioned',
} as const;

type LicenceEventType = (typeof types)[keyof typeof types];

const statuses = ['ACTIVE', 'CANCELLED', 'EXPIRED', 'TERMINATED', 'RENEWED', 'REPLACED'] as const;

/**
 * The parsed event about an agreement or its licence. Only the licence events join agreement, product and licence; they may
 * arrive before the buyer, twice, late and in any order.
 */
export interface LicenceEvent {
  readonly eventId: string;
  /** Null: unknown, stored and ignored. */
  readonly type: LicenceEventType | null;
  /** As written, without the suffix. */
  readonly typeName: string;
  readonly at: Date | null;
  readonly agreementId: string | null;
  /** The agreement that this one renews or replaces. */
  readonly previousAgreementId: string | null;
  /** Null also for an unknown one. */
  readonly status: (typeof statuses)[number] | null;
  readonly licence: LicenceArn | null;
  readonly productCode: string | null;
  /** The account of the buyer. */
  readonly account: string | null;
}

const maxIdLength = 100;

/** Reads the needed members and ignores the others: AWS adds to them. Only an event without an id is refused. */
export function readLicenceEvent(body: unknown): LicenceEvent | Refusal {
  const members = membersOf(body);
  const eventId = textOf(members.id);
  if (eventId === null || eventId.length > maxIdLength) {
    const message = `must be a text of 1 to ${maxIdLength} characters`;
    return refuseInvalid([{ path: 'id', rule: 'id', message }]);
  }
  const typeName = (textOf(members['detail-type']) ?? '').replace(/\s+-\s+(manufacturer|proposer)$/i, '');
  const detail = membersOf(members.detail);
  const agreement = membersOf(detail.agreement);
  const product = membersOf(detail.product);
  return {
    eventId,
    type: types[typeName.toLowerCase() as keyof typeof types] ?? null,
    typeName: typeName.slice(0, maxIdLength),
    at: readMarketplaceTime(members.time) ?? null,
    agreementId: textOf(agreement.id) ?? agreementOf(members.resources),
    previousAgreementId: textOf(agreement.previousAgreementId),
    status: oneOf(statuses, agreement.status),
    licence: readLicenceArn(membersOf(detail.license).arn) ?? null,
    productCode: textOf(product.code),
    account: readAccountNumber(membersOf(detail.acceptor).accountId) ?? null,
  };
}

/** Whether an event of this name, without its suffix, is followed. */
export function isKnownEvent(typeName: string): boolean {
  return typeName.toLowerCase() in types;
}

/** Another agreement continues the ended one: the subscription goes on. */
export function isSuccession({ type, status }: Pick<LicenceEvent, 'type' | 'status'>): boolean {
  return type === 'AgreementEnded' && (status === 'RENEWED' || status === 'REPLACED');
}

function agreementOf(resources: unknown): string | null {
  for (const resource of Array.isArray(resources) ? resources : []) {
    const [, id] = /:agreement:(agmt-[\w-]{1,95})$/.exec(textOf(resource) ?? '') ?? [];
    if (id !== undefined) return id;
  }
  return null;
}

function oneOf<Name extends string>(names: readonly Name[], value: unknown): Name | null {
  const name = textOf(value)?.toUpperCase();
  return names.find((known) => known === name) ?? null;
}

function membersOf(value: unknown): RawObject {
  return isRawObject(value) ? value : {};
}

function textOf(value: unknown): string | null {
  return (typeof value === 'string' && value.trim()) || null;
}
