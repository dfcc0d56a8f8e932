import type { LicenceModel } from '../catalogue/catalogue.ts';
import type { SubscriptionStatus } from '../subscriptions/subscription.ts';

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

export interface AccountRights {
  /** The people with a seat are personal data: only those who assign seats see them. */
  readonly seesPeople: boolean;
  readonly mayAssign: boolean;
  readonly mayRelease: boolean;
}

/** A seat is assigned while the subscription is active, and released until it ends. */
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
  };
}
