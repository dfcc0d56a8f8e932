import type { MarketplaceKind } from '../../catalogue/marketplace-kind.ts';
import { isUuid } from '../../identifiers.ts';
import { isStorable } from '../../values/text.ts';
import { isPersonalTenant } from '../../workspaces/personal-accounts.ts';
import { traitsOf } from '../connections/kinds.ts';
import type { MarketplaceSubscription } from '../fulfilment-service.ts';
import { readEmail } from './buyer.ts';

/** Why a purchase is not active yet, in the order in which the reasons are looked for. */
export const purchaseReasons = [
  'ConnectionMissing',
  'ConnectionFailing',
  'UnknownAtMarketplace',
  'BeneficiaryMissing',
  'PlanNotMapped',
  'ActivationFailed',
  'ActivationUnfinished',
  'BuyerNotFinished',
  'WrongAccount',
  'BuyerNotArrived',
] as const;
type PurchaseReason = (typeof purchaseReasons)[number];

/** The last request about the purchase that the marketplace refused. */
const purchaseFailureCauses = ['UnknownAtMarketplace', 'ActivationFailed'] as const;
export type PurchaseFailureCause = (typeof purchaseFailureCauses)[number];

/** The failure of a purchase that the marketplace has ceased to list. */
export const unlistedText = 'It is not among the subscriptions that the marketplace lists.';

/** What is known of a purchase that is not active. */
export interface PurchaseFacts {
  /** The connection that sells its plan; null: none. */
  readonly connection: {
    readonly kind?: MarketplaceKind;
    readonly sourceName: string;
    readonly failure: string | null;
  } | null;
  /** The ids at the marketplace; null until the purchase is compared with it. */
  readonly offerId: string | null;
  readonly planId: string | null;
  readonly isMapped: boolean;
  readonly hasBeneficiary: boolean;
  /** The buyer has confirmed it on the landing page: it is stored as a Pending subscription. */
  readonly isConfirmed: boolean;
  readonly openedAt: Date | null;
  /** Visits of the landing page by users who may not confirm, the latest first. */
  readonly wrongAccounts: readonly WrongAccount[];
  readonly failure: { readonly cause: PurchaseFailureCause; readonly reason: string } | null;
}

/** A visit of the landing page by a user who may not confirm the purchase. */
export interface WrongAccount {
  /** Null for a personal account: whose it is, is not stored. */
  readonly username: string | null;
  readonly tenantId: string;
  readonly isPersonal: boolean;
  /** The name of the tenant's organisation, if it is a customer. */
  readonly organisation: string | null;
  readonly visitedAt: Date;
}

/** The visits that are stored of a purchase, the latest of each user. */
export const maxWrongAccounts = 10;
export const wrongAccountLifetime = 30 * 24 * 3_600_000;

/** `ada@fabrikam.example of Fabrikam` */
function wrongAccountText({ username, tenantId, isPersonal, organisation }: WrongAccount): string {
  if (isPersonal) return 'Somebody with a personal Microsoft account';
  return `${username ?? 'A user'} of ${organisation ?? `the tenant ${tenantId}`}`;
}

export interface PurchaseExplanation {
  readonly reason: PurchaseReason;
  readonly text: string;
  readonly whatToDo: string;
  /** Whether an activation from here can succeed. */
  readonly canActivate: boolean;
}

/** What staff can do about a purchase that nobody has confirmed. */
interface UnconfirmedMoves {
  /** Make a tenant its customer, where the marketplace names none. */
  readonly canAssign: boolean;
  /** Request its end at the marketplace. */
  readonly canCancel: boolean;
}

export function unconfirmedMoves(facts: PurchaseFacts): UnconfirmedMoves {
  const { connection, isConfirmed, isMapped, failure } = facts;
  const isOpen = !isConfirmed && failure?.cause !== 'UnknownAtMarketplace';
  if (!connection || !isOpen) return { canAssign: false, canCancel: false };
  const { namesCustomer, canChange } = traitsOf(connection);
  return { canAssign: !namesCustomer && isMapped, canCancel: canChange };
}

const sendTheLink =
  'Send the buyer the link to the landing page. If they have agreed otherwise, activate it for them.';

const sendOrAssign =
  'Send the buyer the link to the landing page, or assign the purchase to the customer whose account it is.';

/** The reason why a purchase is not active, and what to do about it. */
export function explainPurchase(facts: PurchaseFacts): PurchaseExplanation {
  const explanation = explain(facts);
  const canActivate =
    explanation.canActivate && facts.connection !== null && traitsOf(facts.connection).canActivate;
  return { ...explanation, canActivate };
}

function explain(facts: PurchaseFacts): PurchaseExplanation {
  const { connection, isMapped, hasBeneficiary, isConfirmed, openedAt, failure } = facts;
  if (!connection) {
    return {
      reason: 'ConnectionMissing',
      text: 'No marketplace connection sells its plan, so it cannot be activated.',
      whatToDo: 'Connect the publisher account that sold it, and map the plan to its source name.',
      canActivate: false,
    };
  }
  if (connection.failure !== null) {
    return {
      reason: 'ConnectionFailing',
      // The page of the connection has the error.
      text: `The connection ${connection.sourceName} is failing.`,
      whatToDo: 'Run the doctor of the connection, fix what it finds, then check the purchase again.',
      canActivate: true,
    };
  }
  if (failure?.cause === 'UnknownAtMarketplace') {
    return {
      reason: 'UnknownAtMarketplace',
      text: `The marketplace does not know the purchase: ${failure.reason}`,
      whatToDo:
        'Compare the marketplace id with what the marketplace shows. A purchase that is gone there is not billed, and entitles nobody.',
      canActivate: false,
    };
  }
  const { namesCustomer, canActivate } = traitsOf(connection);
  if (!isConfirmed && !hasBeneficiary && namesCustomer) {
    return {
      reason: 'BeneficiaryMissing',
      text: 'The marketplace does not name an organisation that it was bought for.',
      whatToDo:
        "Ask the marketplace's support for the beneficiary's tenant, then check the purchase again. A purchase with a personal Microsoft account has to be bought again with a work account.",
      canActivate: false,
    };
  }
  if (!isConfirmed && !isMapped) {
    return {
      reason: 'PlanNotMapped',
      text: `The plan ${facts.planId ?? 'unknown'} of the offer ${facts.offerId ?? 'unknown'} is not mapped to a published plan, so the buyer cannot finish.`,
      whatToDo: 'Map the plan. The buyer can then use the same link and need not buy again.',
      canActivate: false,
    };
  }
  if (failure) {
    return {
      reason: 'ActivationFailed',
      text: `The marketplace did not accept the activation: ${failure.reason}`,
      whatToDo: 'Activate it again. If it is refused again, run the doctor of the connection.',
      canActivate: true,
    };
  }
  if (isConfirmed && !canActivate) {
    return {
      reason: 'ActivationUnfinished',
      text: 'The purchase is confirmed, but the marketplace has not sent the event that begins it.',
      whatToDo: 'Check that the event rule sends to the address of the connection, with its event secret.',
      canActivate: false,
    };
  }
  if (isConfirmed) {
    return {
      reason: 'ActivationUnfinished',
      text: 'The buyer has confirmed the purchase, but its activation did not finish.',
      whatToDo: 'Activate it.',
      canActivate: true,
    };
  }
  if (openedAt) {
    return {
      reason: 'BuyerNotFinished',
      text: 'The buyer has opened the landing page, but has not confirmed the purchase.',
      whatToDo: namesCustomer ? sendTheLink : sendOrAssign,
      canActivate: true,
    };
  }
  const [latest] = facts.wrongAccounts;
  if (latest) {
    return {
      reason: 'WrongAccount',
      text: `${wrongAccountText(latest)} opened the landing page, which needs an account of the buyer’s organisation.`,
      whatToDo:
        'Send the buyer the link to the landing page, and ask them to sign in with an account of the organisation that bought it.',
      canActivate: true,
    };
  }
  return {
    reason: 'BuyerNotArrived',
    text: 'The buyer has not opened the landing page.',
    whatToDo: namesCustomer ? sendTheLink : sendOrAssign,
    canActivate: true,
  };
}

/** A buyer confirms a purchase within minutes; one that is older needs a person. */
export const purchasePatienceMilliseconds = 3_600_000;

/** A purchase that the marketplace lists as not activated. */
export interface SeenPurchase {
  readonly marketplaceSubscriptionId: string;
  readonly offerId: string;
  readonly planId: string;
  readonly quantity: number | null;
  readonly tenantId: string | null;
  readonly buyerEmail: string | null;
  /** Null if the marketplace omits it. */
  readonly boughtAt: Date | null;
}

export function awaitsActivation({ status }: Pick<MarketplaceSubscription, 'status'>): boolean {
  return status === 'PendingFulfillmentStart' || status === 'NotStarted';
}

const maxIdLength = 100;
const maxQuantity = 1_000_000_000;
/** No marketplace of this kind is older. */
const firstSale = Date.UTC(2010, 0, 1);

/** Null for an id that cannot be stored; other values that cannot be are left out. */
export function seenPurchase(remote: MarketplaceSubscription, now: Date): SeenPurchase | null {
  const { id, offerId, planId, quantity, beneficiary, purchaser, createdAt } = remote;
  if (id === '' || !isStorableId(id)) return null;
  const tenantId = beneficiary?.tenantId.toLowerCase() ?? '';
  const email = readEmail(purchaser?.email ?? null) ?? readEmail(beneficiary?.email ?? null);
  const isSound = createdAt !== null && createdAt.getTime() >= firstSale && createdAt <= now;
  return {
    marketplaceSubscriptionId: id,
    offerId: isStorableId(offerId) ? offerId : '',
    planId: isStorableId(planId) ? planId : '',
    quantity: quantity !== null && quantity <= maxQuantity ? quantity : null,
    tenantId: isUuid(tenantId) && !isPersonalTenant(tenantId) ? tenantId : null,
    buyerEmail: email !== null && isStorable(email) ? email : null,
    boughtAt: isSound ? createdAt : null,
  };
}

function isStorableId(id: string): boolean {
  return id.length <= maxIdLength && isStorable(id);
}
