import type { MarketplaceConnection, MarketplaceFailure } from '../marketplace/ports.ts';

/** What one subscription used of one dimension in one hour. */
export interface UsageEvent {
  /** The marketplace's id of the subscription. */
  readonly resourceId: string;
  readonly planId: string;
  readonly dimension: string;
  readonly hour: Date;
  /** Exact decimal text: `12.5`. */
  readonly quantity: string;
}

export type UsageEventOutcome =
  | { readonly outcome: 'accepted'; readonly usageEventId: string | null }
  /** The hour was taken before; null when the marketplace does not say with which quantity. */
  | { readonly outcome: 'duplicate'; readonly acceptedQuantity: string | null }
  | { readonly outcome: 'expired'; readonly reason: string }
  | { readonly outcome: 'rejected'; readonly status: string; readonly reason: string }
  /** Nothing is known, or it may turn out otherwise next time: to be sent again as it is. */
  | { readonly outcome: 'undecided'; readonly reason: string };

export type BatchAnswer =
  /** One outcome per event, in the order in which they were given. */
  | { readonly outcome: 'answered'; readonly items: readonly UsageEventOutcome[] }
  /** The marketplace was there and would have none of it, because of what was sent: one event may spoil them all. */
  | { readonly outcome: 'refused'; readonly status: string; readonly reason: string }
  | ({ readonly outcome: 'undecided' } & MarketplaceFailure);

/** What the marketplace holds for a resource, a dimension and a day. */
export interface MarketplaceUsage {
  /** The UTC day: `2026-11-15`. */
  readonly day: string;
  readonly resourceId: string;
  readonly planId: string;
  readonly dimension: string;
  readonly submittedQuantity: string;
  /** Null when the marketplace does not say. */
  readonly processedQuantity: string | null;
  readonly reconciliationStatus: string;
}

export type MarketplaceUsageAnswer =
  | { readonly outcome: 'read'; readonly rows: readonly MarketplaceUsage[] }
  | ({ readonly outcome: 'unavailable' } & MarketplaceFailure);

/** Where usage is reported to, so that it is billed. */
export interface MeteringService {
  /** At most 25 events. */
  sendBatch(connection: MarketplaceConnection, events: readonly UsageEvent[]): Promise<BatchAnswer>;
  /** Of whole days, the first and the last included. */
  readUsage(connection: MarketplaceConnection, from: Date, to: Date): Promise<MarketplaceUsageAnswer>;
}

/** Tells how the workers fare; the metrics page shows it. */
export interface WorkMeasurements {
  /** How many marketplace connections are left alone at present, because their calls fail. */
  openCircuits(count: number): void;
}
