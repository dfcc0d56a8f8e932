import {
  type MarketplaceSubscription,
  type MarketplaceUser,
  marketplaceStatuses,
  type ResolvedPurchase,
} from '../../core/marketplace/fulfilment-service.ts';
import { readMarketplaceTerm } from '../../core/marketplace/term.ts';
import { readMarketplaceTime } from '../../core/marketplace/time.ts';
import { countOf, directoryIdOf, enumOf, flagOf, membersOf, textOf, textOrNull } from './loose-values.ts';

/** Undefined without an id. Other invalid values become null or a default. */
export function readSubscription(value: unknown): MarketplaceSubscription | undefined {
  const members = membersOf(value);
  const id = textOf(members?.id);
  if (members === undefined || id === '') return undefined;
  const { allowedCustomerOperations: allowed } = members;
  const { startDate, endDate, termUnit } = membersOf(members.term) ?? {};
  return {
    id,
    name: textOf(members.name),
    offerId: textOf(members.offerId),
    planId: textOf(members.planId),
    quantity: countOf(members.quantity),
    beneficiary: readUser(members.beneficiary),
    purchaser: readUser(members.purchaser),
    term: readMarketplaceTerm(startDate, endDate, termUnit),
    // True if omitted: the clock must not end a subscription that the marketplace renews.
    autoRenew: flagOf(members.autoRenew, true),
    isFreeTrial: flagOf(members.isFreeTrial, false),
    isTest: flagOf(members.isTest, false),
    allowedOperations: Array.isArray(allowed) ? allowed.map(textOf).filter((name) => name !== '') : [],
    status: enumOf(members.saasSubscriptionStatus, marketplaceStatuses) ?? 'Unknown',
    createdAt: readMarketplaceTime(members.created) ?? null,
  };
}

export function readPurchase(body: unknown): ResolvedPurchase | undefined {
  const members = membersOf(body);
  if (members === undefined) return undefined;
  const subscription = readSubscription(members.subscription) ?? null;
  const subscriptionId = textOf(members.id) || subscription?.id;
  if (subscriptionId === undefined) return undefined;
  return {
    subscriptionId,
    name: textOf(members.subscriptionName) || (subscription?.name ?? ''),
    offerId: textOf(members.offerId) || (subscription?.offerId ?? ''),
    planId: textOf(members.planId) || (subscription?.planId ?? ''),
    quantity: countOf(members.quantity) ?? subscription?.quantity ?? null,
    subscription: subscription?.id === subscriptionId ? subscription : null,
  };
}

function readUser(value: unknown): MarketplaceUser | null {
  const { tenantId, objectId, emailId } = membersOf(value) ?? {};
  const tenant = directoryIdOf(tenantId);
  return tenant === null
    ? null
    : { tenantId: tenant, objectId: directoryIdOf(objectId), email: textOrNull(emailId) };
}
