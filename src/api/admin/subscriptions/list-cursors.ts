import { isUuid } from '../../../core/identifiers.ts';
import type { SubscriptionSort } from '../../../core/subscriptions/list-order.ts';
import { isStorable } from '../../../core/text.ts';
import { readTimestamp } from '../../../core/timestamp.ts';
import type { CustomerKey } from '../../../storage/subscriptions/customer-list.ts';
import type { SubscriptionKey } from '../../../storage/subscriptions/subscription-list.ts';

/** The values of every sort key, so that a page begins at the same place after its customer is renamed or deleted. */
export function customerCursor({ tenantId, createdAt, organisation }: CustomerKey): string {
  const key = [
    tenantId,
    createdAt,
    ...(organisation ? [organisation.organisationId, organisation.name] : []),
  ];
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** Undefined for a text that is no cursor. */
export function readCustomerCursor(text: string): CustomerKey | undefined {
  const key = readTexts(text);
  const [tenantId = '', time = '', organisationId, name] = key;
  const createdAt = readTimestamp(time);
  if (!createdAt || !isUuid(tenantId)) return undefined;
  if (key.length === 2) return { tenantId, createdAt, organisation: null };
  if (key.length !== 4 || organisationId === undefined || name === undefined) return undefined;
  return isUuid(organisationId) ? { tenantId, createdAt, organisation: { organisationId, name } } : undefined;
}

function readTexts(text: string): readonly string[] {
  try {
    const key: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    const isSound = Array.isArray(key) && key.every((part) => typeof part === 'string' && isStorable(part));
    return isSound ? key : [];
  } catch {
    return [];
  }
}

const isByChange = (sort: SubscriptionSort) => sort.endsWith('changedAt');

/** An id has the time of creation in it; the time of a change is added to it. */
export function subscriptionCursor(
  sort: SubscriptionSort,
  { subscriptionId, changedAt }: Required<SubscriptionKey>,
): string {
  return isByChange(sort) ? `${changedAt.toISOString()}_${subscriptionId}` : subscriptionId;
}

/** Undefined for a text that is no cursor of this sort order. */
export function readSubscriptionCursor(sort: SubscriptionSort, text: string): SubscriptionKey | undefined {
  if (!isByChange(sort)) return isUuid(text) ? { subscriptionId: text } : undefined;
  const [time = '', subscriptionId = '', ...rest] = text.split('_');
  const changedAt = readTimestamp(time);
  return changedAt && isUuid(subscriptionId) && rest.length === 0 ? { subscriptionId, changedAt } : undefined;
}
