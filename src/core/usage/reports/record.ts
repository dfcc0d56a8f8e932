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
import { timestampMessage } from '../../values/timestamp.ts';
import { readUsageHour, type UsageHour } from './window.ts';

export const maxRecords = 100;

export const dimensionMaxLength = 100;

/** A parsed usage record. */
export interface UsageRecord {
  /** In lower case. */
  readonly tenantId: string;
  readonly product: string;
  /** Null: any plan. */
  readonly plan: string | null;
  /** In lower case. Null: found by tenant, product and plan. */
  readonly subscriptionId: string | null;
  /** Case-sensitive, as at the marketplace. */
  readonly dimension: string;
  readonly quantity: Quantity;
  readonly hour: UsageHour;
}

/**
 * The records of a request: an object with `records`, an array of 1 to 100 objects. Any other body refuses the whole
 * request; an invalid record is refused on its own.
 */
export function readUsageEnvelope(body: unknown): readonly RawObject[] | Refusal {
  if (!isRawObject(body)) return bodyIsNoObject;
  return readItems(body.records, 'records', maxRecords);
}

/** Parsed records or their refusals. Caches parsed hours, because most records of a request share a few. */
export function readUsageRecords(raw: readonly RawObject[]): readonly (UsageRecord | Refusal)[] {
  const hours = new Map<string, UsageHour>();
  const readHour = (text: string) => {
    const hour = hours.get(text) ?? readUsageHour(text);
    if (hour) hours.set(text, hour);
    return hour;
  };
  return raw.map((record) => readUsageRecord(record, readHour));
}

/**
 * A parsed record, or a refusal with all its issues. Unknown members are ignored. A plan or subscription of `null` is
 * absent. Whether product and plan exist is not checked here: an unknown one finds no subscription.
 */
export function readUsageRecord(raw: RawObject, readHour = readUsageHour): UsageRecord | Refusal {
  const read = new MemberReader(raw);
  const record = {
    tenantId: read.uuid('tenantId'),
    product: read.text('product', slugMaxLength),
    plan: read.optionalText('plan', slugMaxLength),
    subscriptionId: read.optionalUuid('subscriptionId'),
    dimension: read.text('dimension', dimensionMaxLength),
    quantity: read.quantity('quantity'),
  };
  const hour = read.parsed('usageStartAt', readHour, timestampMessage);
  return hour === undefined || read.issues.length > 0 ? refuseInvalid(read.issues) : { ...record, hour };
}
