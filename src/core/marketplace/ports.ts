import type { MarketplaceCredential } from './connections/credential.ts';

/** A marketplace and the application that authenticates there. */
export interface MarketplaceConnection {
  /** The identity provider: `https://login.microsoftonline.com`. */
  readonly authUrl: string;
  /** `https://marketplaceapi.microsoft.com`, with or without its `/api`. */
  readonly marketplaceUrl: string;
  readonly tenantId: string;
  readonly clientId: string;
  readonly credential: MarketplaceCredential;
}

/** Why a call failed. */
export interface MarketplaceFailure {
  readonly reason: string;
  readonly retryAfterSeconds: number | null;
  /** An address, a secret or a setting of an offer is wrong: a retry does not help. */
  readonly isConfiguration: boolean;
  /** Set if the address has no such service. */
  readonly isMissing?: boolean;
}

/** Calls the service at its public address. */
export interface OwnAddress {
  /** Never throws. */
  probe(
    address: string,
  ): Promise<{ readonly outcome: 'ours' } | { readonly outcome: 'elsewhere'; readonly reason: string }>;
}

/** Counts forged notifications. */
export interface NotificationMeasurements {
  notificationForged(): void;
}
