import type { LicenceModel } from '../../catalogue/catalogue.ts';
import type { SubscriptionStatus } from '../../subscriptions/subscription.ts';
import { formatNumber } from '../../values/format-number.ts';
import type { SignedInUser } from '../../workspaces/sign-in.ts';
import type { MarketplaceTraits } from '../connections/kinds.ts';
import type { MarketplaceSubscription } from '../fulfilment-service.ts';
import { dayText } from './account.ts';

/** The state of a purchase on its landing page. */
export type PurchaseState = 'ToConfirm' | 'Waiting' | 'Active' | 'Suspended' | 'Ended' | 'Unclear';

/**
 * The marketplace's status counts, with two exceptions. It takes minutes to show an activation, so a subscription that is
 * active here is active. And an end here is final, so a contradiction has to be solved by a person. Where the marketplace
 * begins by itself, a confirmed purchase waits for that.
 *
 * @param local null if the subscription does not exist here yet.
 */
export function purchaseStateOf(
  { status }: Pick<MarketplaceSubscription, 'status'>,
  local: SubscriptionStatus | null,
  { canActivate }: Pick<MarketplaceTraits, 'canActivate'>,
): PurchaseState {
  const hasEnded = local === 'Cancelled' || local === 'Expired';
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
      if (local === 'Pending' && !canActivate) return 'Waiting';
      return local === 'Active' || local === 'Suspended' ? local : 'ToConfirm';
    case 'Unknown':
      return 'Unclear';
  }
}

type Parties = Pick<MarketplaceSubscription, 'beneficiary' | 'purchaser'>;

/**
 * Users of the beneficiary's or the purchaser's tenant may see and confirm the purchase. The user is not compared: a
 * reseller's order names none, and colleagues complete each other's purchases.
 */
export function isPartyTo(
  { beneficiary, purchaser }: Parties,
  user: Pick<SignedInUser, 'tenantId'>,
): boolean {
  return [beneficiary, purchaser].some((party) => party?.tenantId.toLowerCase() === user.tenantId);
}

/** The purchase for a visitor: where it names no customer, the visitor's organisation would be the customer. */
export function purchaseFor(
  purchase: MarketplaceSubscription,
  { tenantId, objectId }: Pick<SignedInUser, 'tenantId' | 'objectId'>,
  { namesCustomer }: Pick<MarketplaceTraits, 'namesCustomer'>,
): MarketplaceSubscription {
  const isOpen = !namesCustomer && purchase.beneficiary === null;
  return isOpen ? { ...purchase, beneficiary: { tenantId, objectId, email: null } } : purchase;
}

/** The e-mail domains of the accounts that may confirm; empty if the marketplace names no address. */
export function accountDomains({ beneficiary, purchaser }: Parties): readonly string[] {
  const domains = [beneficiary, purchaser].flatMap((party) => party?.email?.split('@').slice(1).at(-1) ?? []);
  return [...new Set(domains.map((domain) => domain.trim().toLowerCase()).filter((domain) => domain !== ''))];
}

export interface VisitedSeats {
  readonly total: number;
  readonly assigned: number;
  /** Whether the visitor has one. */
  readonly isAssigned: boolean;
}

/** Who can use the product, right after the purchase. */
export function startText(licenceModel: LicenceModel, { total, assigned, isAssigned }: VisitedSeats): string {
  switch (licenceModel) {
    case 'TenantWide':
      return 'Everyone in your organisation can start now.';
    case 'IdpManaged':
      return 'Everyone to whom your organisation has assigned a licence can start now.';
    case 'Seats': {
      const free = Math.max(0, total - assigned);
      const others =
        free === 0
          ? 'No seat is free.'
          : `${formatNumber(free)} of ${formatNumber(total)} seats ${free === 1 ? 'is' : 'are'} free.`;
      return isAssigned
        ? `You have a seat and can start now. ${others}`
        : `Each person needs a seat to start. ${others}`;
    }
  }
}

const unitTexts: Readonly<Record<string, string>> = {
  P1M: 'One month',
  P1Y: 'One year',
  P2Y: 'Two years',
  P3Y: 'Three years',
  P4Y: 'Four years',
  P5Y: 'Five years',
};

/** The text of the term; its end for an unknown unit, null without one. */
export function termText({
  term,
  autoRenew,
  isFreeTrial,
}: Pick<MarketplaceSubscription, 'term' | 'autoRenew' | 'isFreeTrial'>): string | null {
  const until = term.endsAt && `Until ${dayText(term.endsAt)}`;
  const text = unitTexts[term.unit ?? ''];
  if (text === undefined) return isFreeTrial ? 'A free trial' : until;
  const kind = isFreeTrial ? ', as a free trial' : '';
  return `${text}${kind}${autoRenew ? ', renews automatically' : ''}`;
}
