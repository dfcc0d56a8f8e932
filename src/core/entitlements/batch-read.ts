import { slugMaxLength } from '../identifiers.ts';
import { isRefusal, type Refusal, refuseInvalid } from '../refusal.ts';
import { bodyIsNoObject, isRawObject, issue, MemberReader, readList } from '../values/read-members.ts';

/** The maximum number of entitlements of one batch read. */
export const maxBatchItems = 100;

/** The number of entitlements that cost as much as one request. */
const itemsPerRequest = 10;

/** The number of requests that a batch read is counted as: one for every ten items begun. */
export function batchCost(items: number): number {
  return Math.ceil(items / itemsPerRequest);
}

export const batchEtagMaxLength = 100;

export interface BatchItem {
  /** In lower case. */
  readonly tenantId: string;
  readonly product: string;
  /** Null: the caller has no entitlement. */
  readonly etag: string | null;
}

/** The items of a batch read or their refusals: an object with `items`, a list of 1 to 100. Any other body is refused. */
export function readBatchItems(body: unknown): readonly (BatchItem | Refusal)[] | Refusal {
  if (!isRawObject(body)) return bodyIsNoObject;
  const items = readList(body.items, 'items', maxBatchItems);
  return isRefusal(items) ? items : items.map(readBatchItem);
}

function readBatchItem(item: unknown): BatchItem | Refusal {
  if (!isRawObject(item)) return refuseInvalid([issue('', 'type', 'must be an object')]);
  const read = new MemberReader(item);
  const parsed = {
    tenantId: read.uuid('tenantId'),
    product: read.text('product', slugMaxLength),
    etag: item.etag === '' ? null : read.optionalText('etag', batchEtagMaxLength),
  };
  return read.issues.length > 0 ? refuseInvalid(read.issues) : parsed;
}
