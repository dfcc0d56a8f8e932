import type { SubscriptionStatus } from '../subscriptions/subscription.ts';
import type { SignedInUser } from '../workspaces/sign-in.ts';
import type { MarketplaceSubscription } from './fulfilment.ts';

/** Where a purchase stands for whoever comes to its landing page. */
export type PurchaseState = 'ToConfirm' | 'Active' | 'Suspended' | 'Ended' | 'Unclear';

/**
 * The marketplace's word counts, with two exceptions. It takes minutes to show an activation that it has accepted: what
 * is active here is active. And what has ended here does not come back, whatever it says: that is for people to solve.
 *
 * @param ours null when we do not have it yet.
 */
export function purchaseStateOf(
  { status }: Pick<MarketplaceSubscription, 'status'>,
  ours: SubscriptionStatus | null,
): PurchaseState {
  const hasEnded = ours === 'Cancelled' || ours === 'Expired';
  switch (status) {
    case 'Unsubscribed':
      return 'Ended';
    case 'Subscribed':
      return hasEnded ? 'Unclear' : 'Active';
    case 'Suspended':
      return hasEnded ? 'Unclear' : 'Suspended';
    case 'PendingFulfillmentStart':
    case 'NotStarted':
      if (hasEnded) return 'Ended';
      return ours === 'Active' || ours === 'Suspended' ? ours : 'ToConfirm';
    case 'Unknown':
      return 'Unclear';
  }
}

type Parties = Pick<MarketplaceSubscription, 'beneficiary' | 'purchaser'>;

/**
 * Whoever is of the tenant that will use it, or of the one that pays, may see and confirm the purchase. Which user is
 * not asked: a reseller's order names none, and colleagues finish each other's purchases.
 */
export function isPartyTo(
  { beneficiary, purchaser }: Parties,
  user: Pick<SignedInUser, 'tenantId'>,
): boolean {
  return [beneficiary, purchaser].some((party) => party?.tenantId.toLowerCase() === user.tenantId);
}

/** At whose addresses the accounts are that may confirm; empty when the marketplace names no address. */
export function accountDomains({ beneficiary, purchaser }: Parties): readonly string[] {
  const domains = [beneficiary, purchaser].flatMap((party) => party?.email?.split('@').slice(1).at(-1) ?? []);
  return [...new Set(domains.map((domain) => domain.trim().toLowerCase()).filter((domain) => domain !== ''))];
}

const wordsOfUnits: Readonly<Record<string, string>> = {
  P1M: 'One month',
  P1Y: 'One year',
  P2Y: 'Two years',
  P3Y: 'Three years',
  P4Y: 'Four years',
  P5Y: 'Five years',
};

/** For how long it was bought, in words; null when the marketplace does not say it in a way that we know. */
export function termText({
  term,
  autoRenew,
  isFreeTrial,
}: Pick<MarketplaceSubscription, 'term' | 'autoRenew' | 'isFreeTrial'>): string | null {
  const words = wordsOfUnits[term.unit ?? ''];
  if (words === undefined) return isFreeTrial ? 'A free trial' : null;
  const kind = isFreeTrial ? ', as a free trial' : '';
  return `${words}${kind}${autoRenew ? ', renews by itself' : ''}`;
}
