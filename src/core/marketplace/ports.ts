import type { MarketplaceCredential } from './credential.ts';

/** Where a workspace's offers are sold, and the application that speaks for them there. */
export interface MarketplaceConnection {
  /** Where tokens are issued: `https://login.microsoftonline.com`. */
  readonly authUrl: string;
  /** `https://marketplaceapi.microsoft.com`, with or without its `/api`. */
  readonly marketplaceUrl: string;
  readonly tenantId: string;
  readonly clientId: string;
  readonly credential: MarketplaceCredential;
}

/** Why a whole call has brought nothing. */
export interface MarketplaceFailure {
  readonly reason: string;
  readonly retryAfterSeconds: number | null;
  /** Somebody has to correct an address, a secret or an offer's settings: no retry alone will help. */
  readonly isConfiguration: boolean;
}

/** The service itself, called by an address that it has on the outside. */
export interface OwnAddress {
  /** Never throws. */
  probe(
    address: string,
  ): Promise<{ readonly outcome: 'ours' } | { readonly outcome: 'elsewhere'; readonly reason: string }>;
}

/** Counts calls in the marketplace's name that are not the marketplace's. */
export interface CallMeasurements {
  marketplaceCallForged(): void;
}
