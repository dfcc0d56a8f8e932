import {
  type FulfilmentResponse,
  type MarketplaceDimension,
  type MarketplacePlan,
  type MarketplaceSubscription,
  type MarketplaceUser,
  marketplaceStatuses,
  type ResolvedPurchase,
  type SubscriptionPage,
} from '../../core/marketplace/fulfilment-service.ts';
import { readMarketplaceTerm, readMarketplaceTime } from '../../core/marketplace/term.ts';
import { failure } from '../outgoing/failure.ts';
import { unavailable } from './fulfilment-response.ts';
import {
  countOf,
  directoryIdOf,
  enumOf,
  flagOf,
  itemsOf,
  membersOf,
  textOf,
  textOrNull,
} from './loose-values.ts';

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

/** Undefined if it is not a list of plans. Plans without an id are skipped. */
export function readPlans(body: unknown): readonly MarketplacePlan[] | undefined {
  return itemsOf(body, 'plans')?.flatMap((item) => readPlan(item) ?? []);
}

function readPlan(value: unknown): MarketplacePlan | undefined {
  const members = membersOf(value);
  const planId = textOf(members?.planId);
  if (members === undefined || planId === '') return undefined;
  const { meteringDimensions } = membersOf(members.planComponents) ?? {};
  return {
    planId,
    displayName: textOf(members.displayName) || planId,
    isPrivate: flagOf(members.isPrivate, false),
    isPricePerSeat: flagOf(members.isPricePerSeat, false),
    isStopSell: flagOf(members.isStopSell, false),
    dimensions: Array.isArray(meteringDimensions)
      ? meteringDimensions.flatMap((item) => readDimension(item) ?? [])
      : [],
  };
}

function readDimension(value: unknown): MarketplaceDimension | undefined {
  const { id: writtenId, displayName, unitOfMeasure } = membersOf(value) ?? {};
  const id = textOf(writtenId);
  if (id === '') return undefined;
  return {
    id,
    displayName: textOf(displayName) || id,
    unitOfMeasure: textOf(unitOfMeasure),
  };
}

interface ReadPage {
  readonly page: SubscriptionPage;
  /** The raw link; null on the last page. */
  readonly nextLink: string | null;
}

/** An empty body is an empty page. Undefined if it is not a page. */
export function readSubscriptionPage(body: unknown): ReadPage | undefined {
  const items = itemsOf(body, 'subscriptions');
  if (items === undefined) return undefined;
  const subscriptions = items.flatMap((item) => readSubscription(item) ?? []);
  return {
    page: { subscriptions, unreadable: items.length - subscriptions.length },
    nextLink: textOf(membersOf(body)?.['@nextLink']) || null,
  };
}

/**
 * The address of the next page: the list's address with the query of the link, which may be relative. The live service
 * names another host in its links, but the token must go to the configured host only. Undefined if the link is not a list
 * of subscriptions.
 */
function nextAddress(link: string, listAddress: string): string | undefined {
  const list = new URL(listAddress);
  if (!URL.canParse(link, listAddress)) return undefined;
  const next = new URL(link, list);
  if (!/\/saas\/subscriptions\/?$/i.test(next.pathname)) return undefined;
  const version = list.searchParams.get('api-version') ?? '';
  list.search = next.search;
  if (!list.searchParams.has('api-version')) list.searchParams.set('api-version', version);
  return list.href;
}

const pageLimit = 10_000;

/** All pages of the list, up to the first failure. A repeated link and too many pages are failures. */
export async function* listSubscriptionPages(
  listAddress: string,
  getPage: (address: string) => Promise<FulfilmentResponse<ReadPage>>,
): AsyncGenerator<FulfilmentResponse<SubscriptionPage>, void> {
  const seen = new Set<string>();
  let address = listAddress;
  while (!seen.has(address) && seen.size < pageLimit) {
    seen.add(address);
    const answer = await getPage(address);
    if (answer.outcome !== 'answered') {
      yield answer;
      return;
    }
    const { page, nextLink } = answer.value;
    yield { outcome: 'answered', value: page };
    if (nextLink === null) return;
    const next = nextAddress(nextLink, listAddress);
    if (next === undefined) {
      const reason = 'The link to the next page is not a list of subscriptions.';
      yield unavailable(failure(reason));
      return;
    }
    address = next;
  }
  yield unavailable(failure('The marketplace’s list has no end.'));
}
