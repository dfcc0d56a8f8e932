import type { ApplicationAccount, SellerAccount } from './connections/kinds.ts';

/** A publisher's account at a marketplace, with its opened credential. Only the adapter of its kind looks inside. */
export type MarketplaceConnection = ApplicationAccount | SellerAccount;

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
