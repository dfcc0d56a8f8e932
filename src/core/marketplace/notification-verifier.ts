import type { ClaimedIdentity, VerifiedToken } from '../clients/ports.ts';
import type { MarketplaceConnection } from './ports.ts';

/** The application id of the marketplace: the scope of tokens for it, and the sender of its notifications. */
export const marketplaceApplicationId = '20e940b3-4c77-4b0b-9a53-9e16a1b010a7';

/** The application and tenant that an offer names, and the identity provider that signs for them. */
export type NotificationAudience = Pick<MarketplaceConnection, 'authUrl' | 'clientId' | 'tenantId'>;

export type NotificationVerification =
  | { readonly outcome: 'verified' }
  | { readonly outcome: 'invalid' }
  /** The identity provider's keys are not known and cannot be fetched now. */
  | { readonly outcome: 'unavailable' };

/** Verifies the bearer token of a marketplace notification. */
export interface NotificationVerifier {
  verify(token: string, audience: NotificationAudience): Promise<NotificationVerification>;
}

/** Whether the unverified token claims to be the marketplace's, in the tenant of the audience. */
export function claimsToBeMarketplace(
  { applicationId, tenantId }: ClaimedIdentity,
  audience: NotificationAudience,
): boolean {
  return applicationId === marketplaceApplicationId && tenantId === audience.tenantId.trim().toLowerCase();
}

/** A verified token is the marketplace's if it is not a user's. */
export function isMarketplaceNotification(token: VerifiedToken, audience: NotificationAudience): boolean {
  return claimsToBeMarketplace(token, audience) && !token.isDelegated;
}
