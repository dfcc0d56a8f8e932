import type { ClaimedIdentity, VerifiedToken } from '../clients/ports.ts';
import type { MarketplaceConnection } from './ports.ts';

/** The marketplace as an application: what its tokens are asked for by, and who calls us in its name. */
export const marketplaceApplicationId = '20e940b3-4c77-4b0b-9a53-9e16a1b010a7';

/** Whom the marketplace calls: the application and the tenant that an offer names to it, and whose keys sign for both. */
export type NotificationAudience = Pick<MarketplaceConnection, 'authUrl' | 'clientId' | 'tenantId'>;

export type NotificationVerification =
  | { readonly outcome: 'verified' }
  | { readonly outcome: 'invalid' }
  /** The identity provider's keys are not known and cannot be fetched now. */
  | { readonly outcome: 'unavailable' };

/** Tells the marketplace's own calls of our webhook from everybody else's, by their bearer token. */
export interface NotificationVerifier {
  verify(token: string, callee: NotificationAudience): Promise<NotificationVerification>;
}

/** Whether it claims to be the marketplace, calling from within the callee's tenant. */
export function claimsToBeMarketplace(
  { applicationId, tenantId }: ClaimedIdentity,
  callee: NotificationAudience,
): boolean {
  return applicationId === marketplaceApplicationId && tenantId === callee.tenantId.trim().toLowerCase();
}

/** A token for the callee is the marketplace's when it is its own, not one of a user who is signed in somewhere. */
export function isMarketplaceNotification(token: VerifiedToken, callee: NotificationAudience): boolean {
  return claimsToBeMarketplace(token, callee) && !token.isDelegated;
}
