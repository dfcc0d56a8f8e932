export const subscriptionSources = ['Marketplace', 'Direct', 'Reseller'] as const;
export type SubscriptionSource = (typeof subscriptionSources)[number];

export const subscriptionStatuses = ['Pending', 'Active', 'Suspended', 'Cancelled', 'Expired'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** How long a subscription is good for, as its seller last said. */
export interface Term {
  /** The instant at which it is over; null is open-ended. */
  readonly validUntil: Date | null;
  /** The marketplace begins the next term unasked, and says so afterwards. */
  readonly renewsItself: boolean;
}

/** What one tenant bought of one product, and where it stands in its life. */
export interface Subscription extends Term {
  readonly workspaceId: string;
  readonly subscriptionId: string;
  readonly productId: string;
  readonly planId: string;
  readonly tenantId: string;
  readonly source: SubscriptionSource;
  /** The marketplace's own id for it. */
  readonly marketplaceSubscriptionId: string | null;
  readonly status: SubscriptionStatus;
  /** Seats bought; null when it is not sold by the seat. */
  readonly quantity: number | null;
  readonly isTrial: boolean;
  /** Null for what is no trial, and for a trial whose end the marketplace has not named yet. */
  readonly trialEndsAt: Date | null;
  readonly createdAt: Date;
  readonly activatedAt: Date | null;
  /** Since when it has been suspended; kept when it is cancelled out of a suspension. */
  readonly suspendedAt: Date | null;
  /** When the cancellation was asked for. While Active or Suspended it is to come, at `validUntil`. */
  readonly cancelledAt: Date | null;
  /** When it became Cancelled or Expired: by the clock at its very instant, whenever that was noticed. */
  readonly endedAt: Date | null;
  /** The last move, by whomever or by the clock. */
  readonly changedAt: Date;
}

export type Move =
  /** The term is often known only now; what is left out stays as it was ordered. */
  | { readonly type: 'activate'; readonly term?: Term | undefined; readonly trialEndsAt?: Date | undefined }
  | { readonly type: 'changePlan'; readonly planId: string }
  | { readonly type: 'changeQuantity'; readonly quantity: number | null }
  | { readonly type: 'suspend' }
  /** With another term it is renewed in the same breath: a term can end while nobody pays. */
  | { readonly type: 'reinstate'; readonly term?: Term | undefined; readonly staysTrial?: boolean }
  /** A trial that stays one goes on until the term's end; any other is converted. */
  | { readonly type: 'renew'; readonly term: Term; readonly staysTrial?: boolean }
  | { readonly type: 'cancelNow' }
  | { readonly type: 'cancelAtTermEnd' }
  | { readonly type: 'expire' };
export type MoveType = Move['type'];
