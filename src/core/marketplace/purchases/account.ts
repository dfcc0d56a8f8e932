import type { LicenceModel } from '../../catalogue/catalogue.ts';
import { subscriptionAt } from '../../subscriptions/clock.ts';
import type { SeatProblem } from '../../subscriptions/seat-request.ts';
import type { Subscription, SubscriptionStatus } from '../../subscriptions/subscription.ts';

/** The users and tenants behind a purchase. The confirmer completed it on the landing page. */
const buyerRoles = ['Beneficiary', 'Purchaser', 'Confirmer'] as const;

export interface Buyer {
  readonly role: (typeof buyerRoles)[number];
  readonly tenantId: string;
  /** Null: the order names the tenant only. */
  readonly objectId: string | null;
}

export interface AccountFacts {
  /** By tenant id and object id: a guest has another object id in each tenant. */
  readonly user: { readonly tenantId: string; readonly objectId: string };
  /** The user as a member of their tenant, if the partner or a seat has made them one. */
  readonly member: { readonly isActive: boolean; readonly isAdministrator: boolean } | undefined;
  readonly tenantId: string;
  readonly buyers: readonly Buyer[];
}

export type AccountAccess = 'None' | 'Read' | 'Manage';

/**
 * What a customer's user may do with a subscription:
 *
 * | user | access |
 * |---|---|
 * | one of the buyers, of whatever tenant | Manage |
 * | a member of the subscription's tenant with `isAdministrator` | Manage |
 * | the same, but an inactive member | as another user of the tenant |
 * | another user of the subscription's tenant, or of a buyer's tenant | Read |
 * | anybody else | None |
 */
export function accountAccess({ user, member, tenantId, buyers }: AccountFacts): AccountAccess {
  const isOfTenant = user.tenantId === tenantId;
  const own = buyers.filter((buyer) => buyer.tenantId === user.tenantId);
  if (!isOfTenant && own.length === 0) return 'None';
  if (member && !member.isActive) return 'Read';
  if (own.some(({ objectId }) => objectId === user.objectId)) return 'Manage';
  return isOfTenant && member?.isAdministrator ? 'Manage' : 'Read';
}

export interface AppointmentFacts {
  /** The user as a member of their tenant. */
  readonly member: AccountFacts['member'];
  /** The subscriptions of the tenant that have not ended, and how many of them the user has bought. */
  readonly held: number;
  readonly bought: number;
}

/**
 * Whether a user of the tenant appoints and removes its administrators: an administrator does, and a buyer of every
 * subscription that has not ended. Thus nobody gives a right that they do not have.
 */
export function mayAppoint({ member, held, bought }: AppointmentFacts): boolean {
  if (member && !member.isActive) return false;
  return member?.isAdministrator === true || (held > 0 && bought === held);
}

/** Why a person did not become an administrator, and what to do. */
export const appointmentProblemTexts = {
  Unreadable: 'Enter an e-mail address or an object id.',
  Unknown: 'Nobody with this address is known here yet. Enter the object id.',
  Inactive: 'This person was deactivated. Contact support.',
  Ambiguous: 'Several people have this address. Enter the object id.',
  OtherTenant:
    'This person belongs to another tenant of your organisation. Enter the object id of their guest account.',
  TooManyMembers: 'Your organisation has too many members to add another by object id. Contact support.',
} as const;
export type AppointmentProblem = keyof typeof appointmentProblemTexts;

export interface AccountRights {
  /** The people with a seat are personal data: only those who assign seats see them. */
  readonly seesPeople: boolean;
  readonly mayAssign: boolean;
  readonly mayRelease: boolean;
  /** Sees usage limits, and sets ceilings. Their subjects may be people. */
  readonly mayLimit: boolean;
  /** Issues, downloads and revokes licence files of the product, and uploads usage files. */
  readonly mayLicense: boolean;
}

/**
 * A seat is assigned while the subscription is active, and released until it ends. Ceilings are set, and licence files
 * issued, until it ends.
 */
export function accountRights(
  access: AccountAccess,
  { status, licenceModel }: { readonly status: SubscriptionStatus; readonly licenceModel: LicenceModel },
): AccountRights {
  const manages = access === 'Manage' && licenceModel === 'Seats';
  const isLive = status === 'Active' || status === 'Suspended';
  return {
    seesPeople: manages && isLive,
    mayAssign: manages && status === 'Active',
    mayRelease: manages && isLive,
    mayLimit: access === 'Manage' && isLive,
    mayLicense: access === 'Manage' && isLive,
  };
}

/** Dates on the customer's page are in UTC, like the marketplace's terms. */
export function dayText(moment: Date): string {
  return `${moment.getUTCDate()} ${months[moment.getUTCMonth()]} ${moment.getUTCFullYear()}`;
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Status and term in words for the customer; the term is null if there is nothing to say. */
export function subscriptionText(
  stored: Subscription,
  now: Date,
): { readonly status: string; readonly term: string | null } {
  const subscription = subscriptionAt(stored, now);
  const { status, endedAt, isTrial } = subscription;
  switch (status) {
    case 'Pending':
      return { status: 'Waiting for confirmation', term: null };
    case 'Active':
      return { status: isTrial ? 'Active, free trial' : 'Active', term: termText(subscription) };
    case 'Suspended':
      return { status: 'Suspended', term: termText(subscription) };
    default:
      return { status: endedAt ? `Ended on ${dayText(endedAt)}` : 'Ended', term: null };
  }
}

/** What the customer can do about the state; null: nothing. */
export function nextStepText({ status, source }: Pick<Subscription, 'status' | 'source'>): string | null {
  const isSoldThere = source === 'Marketplace';
  switch (status) {
    case 'Pending':
      return isSoldThere
        ? 'The purchase is not confirmed yet. Open it on the marketplace and choose Configure account.'
        : 'The vendor has not activated the subscription yet.';
    case 'Suspended':
      return isSoldThere
        ? 'The marketplace has suspended the subscription, usually because a payment failed. Your data is kept. Correct the payment on the marketplace; the subscription is then reinstated.'
        : 'The vendor has suspended the subscription. Your data is kept.';
    case 'Cancelled':
    case 'Expired':
      return isSoldThere ? 'To continue, buy it again on the marketplace.' : null;
    default:
      return null;
  }
}

/** The end is exclusive: the last day is the one before it. */
function termText({ validUntil, renewsItself, trialEndsAt }: Subscription): string {
  const end = trialEndsAt ?? validUntil;
  if (end === null) return 'No end date';
  return renewsItself ? `Renews on ${dayText(end)}` : `Until ${dayText(new Date(end.getTime() - 1))}`;
}

/** Why a person got no seat, and what to do. */
export const seatProblemTexts: Readonly<Record<SeatProblem, string>> = {
  Unreadable: 'Enter an e-mail address or an object id.',
  NotActive: 'The subscription is not active.',
  NoFreeSeat: 'No seat is free. Release one, or buy more on the marketplace.',
  Inactive: 'This person was deactivated. Contact support.',
  Ambiguous: 'Several people have this address. Enter the object id.',
  OtherTenant:
    'This person belongs to another tenant of your organisation. Enter the object id of their guest account.',
  TooManyPeople: 'Too many people at once. Choose Assign seats again for the next 100.',
  TooManyReserved: 'Too many reserved seats wait for people to sign in. Cancel some, or enter the object id.',
  TooManyMembers: 'Your organisation has too many members to add another by object id. Contact support.',
};

export const accountPath = '/account';

/** URL of the customer's page, or of one subscription there. */
export function accountUrl(
  { publicUrl }: { readonly publicUrl: string },
  connectionId: string,
  subscriptionId: string | null = null,
): string {
  const url = `${publicUrl}${accountPath}/${connectionId}`;
  return subscriptionId === null ? url : `${url}/subscriptions/${subscriptionId}`;
}

/** Path of the customer's page as a workspace member sees it who supports the customer. */
export function accountViewPath(connectionId: string, tenantId: string): string {
  return `${accountPath}/${connectionId}/as/${tenantId}`;
}
