export const subscriptionSources = ['Marketplace', 'Direct', 'Reseller'] as const;
export type SubscriptionSource = (typeof subscriptionSources)[number];

export const subscriptionStatuses = ['Pending', 'Active', 'Suspended', 'Cancelled', 'Expired'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** The validity of a subscription, as last set by its source. */
export interface Term {
  /** The exclusive end; null: open-ended. */
  readonly validUntil: Date | null;
  /** The marketplace renews the term automatically and notifies afterwards. */
  readonly renewsItself: boolean;
}

/** A tenant's purchase of a product. */
export interface Subscription extends Term {
  readonly workspaceId: string;
  readonly subscriptionId: string;
  readonly productId: string;
  readonly planId: string;
  readonly tenantId: string;
  readonly source: SubscriptionSource;
  /** The id at the marketplace. */
  readonly marketplaceSubscriptionId: string | null;
  readonly status: SubscriptionStatus;
  /** Seats bought; null if it is not sold by the seat. */
  readonly quantity: number | null;
  readonly isTrial: boolean;
  /** Null without a trial, or while the marketplace has not set the end of the trial. */
  readonly trialEndsAt: Date | null;
  readonly createdAt: Date;
  readonly activatedAt: Date | null;
  /** Start of the suspension; kept when a suspended subscription is cancelled. */
  readonly suspendedAt: Date | null;
  /** When the cancellation was requested. An Active or Suspended subscription is cancelled at `validUntil`. */
  readonly cancelledAt: Date | null;
  /** When it became Cancelled or Expired; an end by the clock has its due instant, not the time of the sweep. */
  readonly endedAt: Date | null;
  /** The last move, manual or by the clock. */
  readonly changedAt: Date;
}

export type Move =
  /** The term is often unknown before activation; omitted values stay as ordered. */
  | { readonly type: 'activate'; readonly term?: Term | undefined; readonly trialEndsAt?: Date | undefined }
  | { readonly type: 'changePlan'; readonly planId: string }
  | { readonly type: 'changeQuantity'; readonly quantity: number | null }
  | { readonly type: 'suspend' }
  /** With another term it is also a renewal: a term can end during a suspension. */
  | { readonly type: 'reinstate'; readonly term?: Term | undefined; readonly staysTrial?: boolean }
  /** `staysTrial` extends the trial to the end of the term; otherwise a trial is converted. */
  | { readonly type: 'renew'; readonly term: Term; readonly staysTrial?: boolean }
  | { readonly type: 'cancelNow' }
  | { readonly type: 'cancelAtTermEnd' }
  | { readonly type: 'expire' };
export type MoveType = Move['type'];
