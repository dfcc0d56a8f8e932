import { isUuid, slugMaxLength } from '../identifiers.ts';
import { type Refusal, refuseInvalid, type ValidationIssue } from '../refusal.ts';
import { isStorable, storableMessage } from '../text.ts';
import { timestampMessage } from '../timestamp.ts';
import { type Quantity, readQuantity } from './quantity.ts';
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

export type RawRecord = Readonly<Record<string, unknown>>;

/**
 * The records of a request: an object with `records`, an array of 1 to 100 objects. Any other body refuses the whole
 * request; an invalid record is refused on its own.
 */
export function readUsageEnvelope(body: unknown): readonly RawRecord[] | Refusal {
  if (!isObject(body)) return refuseInvalid([issue('', 'type', 'The body must be a JSON object')]);
  const { records } = body;
  if (records === undefined) return refuseInvalid([issue('records', 'required', 'is required')]);
  if (!Array.isArray(records)) return refuseInvalid([issue('records', 'type', 'must be array')]);
  if (records.length === 0) {
    return refuseInvalid([issue('records', 'minItems', 'must NOT have fewer than 1 items')]);
  }
  if (records.length > maxRecords) {
    return refuseInvalid([issue('records', 'maxItems', `must NOT have more than ${maxRecords} items`)]);
  }
  const items: readonly unknown[] = records;
  const read = items.filter(isObject);
  if (read.length === items.length) return read;
  return refuseInvalid(
    items.flatMap((item, index) =>
      isObject(item) ? [] : [issue(`records.${index}`, 'type', 'must be object')],
    ),
  );
}

/** Parsed records or their refusals. Caches parsed hours, because most records of a request share a few. */
export function readUsageRecords(raw: readonly RawRecord[]): readonly (UsageRecord | Refusal)[] {
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
export function readUsageRecord(raw: RawRecord, readHour = readUsageHour): UsageRecord | Refusal {
  const issues: ValidationIssue[] = [];
  const complain = (path: string, rule: string, message: string) => {
    issues.push(issue(path, rule, message));
  };
  const readText = (path: keyof UsageRecord | 'usageStartAt', maxLength?: number): string => {
    const value = raw[path];
    if (value === undefined) complain(path, 'required', 'is required');
    else if (typeof value !== 'string') complain(path, 'type', 'must be string');
    else if (value === '') complain(path, 'minLength', 'must NOT have fewer than 1 characters');
    else if (maxLength !== undefined && value.length > maxLength) {
      complain(path, 'maxLength', `must NOT have more than ${maxLength} characters`);
    } else if (!isStorable(value)) complain(path, 'text', storableMessage);
    else return value;
    return '';
  };

  const tenantId = readText('tenantId');
  if (tenantId !== '' && !isUuid(tenantId)) complain('tenantId', 'format', 'must be a UUID');
  const product = readText('product', slugMaxLength);
  const plan = raw.plan === undefined || raw.plan === null ? null : readText('plan', slugMaxLength);
  const subscriptionId =
    raw.subscriptionId === undefined || raw.subscriptionId === null ? null : readText('subscriptionId');
  if (subscriptionId && !isUuid(subscriptionId)) complain('subscriptionId', 'format', 'must be a UUID');
  const dimension = readText('dimension', dimensionMaxLength);
  const quantity = raw.quantity === undefined ? missing : readQuantity(raw.quantity);
  if (typeof quantity !== 'number') complain('quantity', quantity.rule, quantity.message);
  const usageStartAt = readText('usageStartAt');
  const hour = readHour(usageStartAt);
  if (usageStartAt !== '' && hour === undefined) complain('usageStartAt', 'format', timestampMessage);

  if (issues.length > 0 || typeof quantity !== 'number' || hour === undefined) return refuseInvalid(issues);
  return {
    tenantId: tenantId.toLowerCase(),
    product,
    plan,
    subscriptionId: subscriptionId?.toLowerCase() ?? null,
    dimension,
    quantity,
    hour,
  };
}

const missing = { rule: 'required', message: 'is required' } as const;

function isObject(value: unknown): value is RawRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function issue(path: string, rule: string, message: string): ValidationIssue {
  return { path, rule, message };
}
