import { isUuid, slugMaxLength } from '../identifiers.ts';
import { type Refusal, refuseInvalid, type ValidationIssue } from '../refusal.ts';
import { isStorable, storableMessage } from '../text.ts';
import { timestampMessage } from '../timestamp.ts';
import { type Quantity, readQuantity } from './quantity.ts';
import { readUsageHour, type UsageHour } from './window.ts';

export const maxRecords = 100;
/** No meter of a marketplace has a longer name. */
export const dimensionMaxLength = 100;

/** One record of a request, as it was meant: which customer used how much of what, in which hour. */
export interface UsageRecord {
  /** In lower case. */
  readonly tenantId: string;
  readonly product: string;
  /** Null: it was not given, and any plan will do. */
  readonly plan: string | null;
  /** In lower case. Null: it was not given, and the subscription is found by the rest. */
  readonly subscriptionId: string | null;
  /** Exactly as written: the marketplace tells upper from lower case. */
  readonly dimension: string;
  readonly quantity: Quantity;
  readonly hour: UsageHour;
}

export type RawRecord = Readonly<Record<string, unknown>>;

/**
 * The records of a request: an object with `records`, an array of 1 to 100 objects. Anything else fails the request as
 * a whole; what is wrong inside a record is that record's own affair.
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

/** The records of a request. Most tell of the same few hours: each is read once. */
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
 * A record, or everything that is wrong with it at once. Members it does not know are ignored. A plan or subscription of
 * `null` is none. Product and plan need not exist here: what nobody sells simply finds no subscription.
 */
export function readUsageRecord(raw: RawRecord, readHour = readUsageHour): UsageRecord | Refusal {
  const issues: ValidationIssue[] = [];
  const complain = (path: string, rule: string, message: string) => {
    issues.push(issue(path, rule, message));
  };
  const readText = (path: keyof UsageRecord | 'usageStartAt', longest?: number): string => {
    const value = raw[path];
    if (value === undefined) complain(path, 'required', 'is required');
    else if (typeof value !== 'string') complain(path, 'type', 'must be string');
    else if (value === '') complain(path, 'minLength', 'must NOT have fewer than 1 characters');
    else if (longest !== undefined && value.length > longest) {
      complain(path, 'maxLength', `must NOT have more than ${longest} characters`);
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
